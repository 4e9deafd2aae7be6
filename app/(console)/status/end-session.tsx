'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { revokeSessionAction } from '@/app/(console)/status/actions';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { readableText } from '@/components/values/untrusted-text';
import { Button } from '@/components/ui/button';
import { CommentField } from '@/components/ui/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { Explanation } from '@/lib/http/problems';
import { explainProposalFailure } from '@/lib/proposals/proposals';
import type { SessionView } from '@/lib/identity/sessions';

type Ended = Pick<SessionView, 'key' | 'name' | 'personSessionCount' | 'isOwn'>;

/** The buttons that end one session, and all of its person where there are more. `isOfReader`: whoever reads this is that person. */
export function EndSession({
  session: { key, name, personSessionCount, isOwn },
  isOfReader,
}: {
  session: Ended;
  isOfReader: boolean;
}) {
  const [asked, setAsked] = useState<'one' | 'all'>();
  const who = readableText(name, 80);
  return (
    <div className="flex flex-wrap gap-2 max-md:mt-1">
      <Button look="danger" aria-label={`End session of ${who}`} onClick={() => setAsked('one')}>
        End session
      </Button>
      {personSessionCount > 1 && (
        <Button
          look="danger"
          aria-label={`End all sessions (${personSessionCount}) of ${who}`}
          onClick={() => setAsked('all')}
        >
          End all sessions ({personSessionCount})
        </Button>
      )}
      {asked && (
        <EndDialog
          session={{ key, name: who, personSessionCount, isOwn }}
          isOfReader={isOfReader}
          isWholePerson={asked === 'all'}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  );
}

interface DialogProps {
  session: Ended;
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
  const router = useRouter();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const end = async () => {
    setIsBusy(true);
    try {
      const outcome = await revokeSessionAction({ sessionKey: key, isWholePerson, reason });
      if (outcome.ok) {
        onClose();
        router.refresh();
        return;
      }
      setFailure(explainProposalFailure(outcome.error));
    } catch {
      setFailure({
        title: 'The console did not answer',
        detail: 'It may or may not have ended.',
        next: 'Load the page again to see.',
      });
    }
    setIsBusy(false);
  };
  return (
    <ConfirmDialog
      title={`End ${isWholePerson ? `all ${personSessionCount} sessions` : 'this session'} of ${isOfReader ? 'yours' : name}?`}
      confirmLabel={isWholePerson ? 'End all sessions' : 'End session'}
      look="danger"
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void end()}
      onClose={onClose}
    >
      <p>
        Whoever uses {isWholePerson ? 'them' : 'it'} must sign in again; their page is hidden within seconds. What they
        typed is kept in their browser, and what they decided stands.{' '}
        {isOwn && 'You use it yourself: you are signed out.'}
      </p>
      {!isOfReader && (
        <p>It does not keep them from signing in: take their role away at the company’s sign-in for that.</p>
      )}
      <CommentField
        label="Reason"
        isRequired
        hint="It stands in the audit log."
        value={reason}
        onChange={setReason}
        maxLength={300}
      />
    </ConfirmDialog>
  );
}
