'use client';

import { useState } from 'react';
import { revokeSessionAction } from '@/app/(console)/_sessions/actions';
import { callAction } from '@/components/data/call-action';
import { ReasonDialog } from '@/components/data/reason-dialog';
import { readableText } from '@/components/values/untrusted-text';
import { Button } from '@/components/ui/button';
import type { SessionView } from '@/lib/identity/sessions';

type EndableSession = Pick<SessionView, 'key' | 'name' | 'personSessionCount' | 'isOwn'>;

/**
 * Shows the button that ends one session, and for an administrator the one that ends all sessions of the person where
 * there are several (`hasEndAll`). `isOfReader` says that the session is one of the reader's own.
 */
export function EndSession({
  session: { key, name, personSessionCount, isOwn },
  isOfReader,
  hasEndAll,
}: {
  session: EndableSession;
  isOfReader: boolean;
  hasEndAll: boolean;
}) {
  const [choice, setChoice] = useState<'one' | 'all'>();
  const shownName = readableText(name, 80);
  return (
    <div className="flex flex-wrap gap-2 max-md:mt-1 xl:flex-nowrap xl:justify-end">
      {!isOfReader && hasEndAll && personSessionCount > 1 && (
        <Button
          look="quiet"
          aria-label={`End all sessions (${personSessionCount}) of ${shownName}`}
          onClick={() => setChoice('all')}
        >
          End all sessions ({personSessionCount})
        </Button>
      )}
      <Button look="quiet" aria-label={`End session of ${shownName}`} onClick={() => setChoice('one')}>
        End session
      </Button>
      {choice && (
        <EndDialog
          session={{ key, name: shownName, personSessionCount, isOwn }}
          isOfReader={isOfReader}
          isWholePerson={choice === 'all'}
          onClose={() => setChoice(undefined)}
        />
      )}
    </div>
  );
}

/** Shows the button that ends all sessions of the reader but this one; nothing where there is no other. */
export function EndOtherSessions({ own, others }: { own: string; others: number }) {
  const [isOpen, setIsOpen] = useState(false);
  if (others === 0) return null;
  return (
    <>
      <Button look="danger" onClick={() => setIsOpen(true)}>
        End all other sessions ({others})
      </Button>
      {isOpen && (
        <ReasonDialog
          title={others === 1 ? 'End your other session?' : `End your ${others} other sessions?`}
          confirmLabel="End all other sessions"
          hint="Recorded in the audit log."
          act={(reason) =>
            callAction(revokeSessionAction, { sessionKey: own, isWholePerson: true, isOwnKept: true, reason })
          }
          unknownOutcome={{
            detail: 'The sessions may or may not have ended.',
            next: 'Load the page again to check.',
          }}
          onClose={() => setIsOpen(false)}
        >
          <p>
            Their open pages are hidden within seconds. You stay signed in here. If another person may have used your
            account, tell an administrator and your identity provider as well.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}

interface DialogProps {
  session: EndableSession;
  isOfReader: boolean;
  isWholePerson: boolean;
  onClose: () => void;
}

function EndDialog({
  session: { key, name, personSessionCount, isOwn },
  isOfReader,
  isWholePerson,
  onClose,
}: DialogProps) {
  return (
    <ReasonDialog
      title={titleOf({ name, isOfReader, count: isWholePerson ? personSessionCount : 1 })}
      confirmLabel={isWholePerson ? 'End all sessions' : 'End session'}
      hint="Recorded in the audit log."
      act={(reason) => callAction(revokeSessionAction, { sessionKey: key, isWholePerson, reason })}
      unknownOutcome={{
        detail: 'The session may or may not have ended.',
        next: 'Load the page again to check.',
      }}
      onClose={onClose}
    >
      <p>
        Open pages are hidden within seconds, and the person must sign in again. Unsaved text stays in the browser;
        decisions already made stay valid. {isOwn && 'You are using this session now, so you will be signed out.'}
      </p>
      {!isOfReader && <p>The person can sign in again. To prevent that, suspend them above.</p>}
    </ReasonDialog>
  );
}

function titleOf({ name, isOfReader, count }: { name: string; isOfReader: boolean; count: number }): string {
  if (isOfReader) return 'End this session?';
  return count > 1 ? `End all ${count} sessions of ${name}?` : `End this session of ${name}?`;
}
