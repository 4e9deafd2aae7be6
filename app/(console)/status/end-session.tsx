'use client';

import { useState } from 'react';
import { revokeSessionAction } from '@/app/(console)/status/actions';
import { ReasonDialog } from '@/components/data/reason-dialog';
import { readableText } from '@/components/values/untrusted-text';
import { Button } from '@/components/ui/button';
import type { SessionView } from '@/lib/identity/sessions';

type EndableSession = Pick<SessionView, 'key' | 'name' | 'personSessionCount' | 'isOwn'>;

/**
 * Shows the button that ends one session, and the one that ends all sessions of the person where there are several.
 * `isOfReader` says that the session is the reader's.
 */
export function EndSession({
  session: { key, name, personSessionCount, isOwn },
  isOfReader,
}: {
  session: EndableSession;
  isOfReader: boolean;
}) {
  const [choice, setChoice] = useState<'one' | 'all'>();
  const shownName = readableText(name, 80);
  return (
    <div className="flex flex-wrap gap-2 max-md:mt-1">
      <Button look="danger" aria-label={`End session of ${shownName}`} onClick={() => setChoice('one')}>
        End session
      </Button>
      {personSessionCount > 1 && (
        <Button
          look="danger"
          aria-label={`End all sessions (${personSessionCount}) of ${shownName}`}
          onClick={() => setChoice('all')}
        >
          End all sessions ({personSessionCount})
        </Button>
      )}
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
      act={(reason) => revokeSessionAction({ sessionKey: key, isWholePerson, reason })}
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
      {!isOfReader && <p>The person can sign in again. To prevent that, suspend them under People on this page.</p>}
    </ReasonDialog>
  );
}

function titleOf({ name, isOfReader, count }: { name: string; isOfReader: boolean; count: number }): string {
  if (isOfReader) return count > 1 ? `End all ${count} of your sessions?` : 'End this session?';
  return count > 1 ? `End all ${count} sessions of ${name}?` : `End this session of ${name}?`;
}
