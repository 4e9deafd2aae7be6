'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { proposeAction } from '@/app/(console)/_proposals/proposal-actions';
import { stopSendingAction } from '@/app/(console)/status/actions';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { Button } from '@/components/ui/button';
import { CommentField } from '@/components/ui/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { Explanation } from '@/lib/http/problems';
import { explainProposalFailure } from '@/lib/proposals/proposals';

interface StopSwitchProps {
  isStopped: boolean;
  /** Why the reader can do nothing here now. */
  denialReason: string | undefined;
}

/** The button that stops everything at once, or the one that asks to let it go on. */
export function StopSwitch({ isStopped, denialReason }: StopSwitchProps) {
  const router = useRouter();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button
        look={isStopped ? 'plain' : 'danger'}
        disabled={denialReason !== undefined}
        onClick={() => setIsAsking(true)}
      >
        {isStopped ? 'Ask to release' : 'Stop all sending'}
      </Button>
      <span className="text-xs text-dim">{denialReason}</span>
      {isAsking && !isStopped && <StopDialog onClose={close} />}
      {isAsking && isStopped && (
        <ProposeDialog
          title="Ask to let sending go on?"
          confirmLabel="Ask to release"
          propose={(comment) => proposeAction({ kind: 'release-stop', subject: 'release-stop', payload: {}, comment })}
          onProposed={() => router.refresh()}
          onClose={close}
        >
          <p>Sending stays stopped until another administrator has confirmed it.</p>
        </ProposeDialog>
      )}
    </div>
  );
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const stop = async () => {
    setIsBusy(true);
    try {
      const outcome = await stopSendingAction({ reason });
      if (outcome.ok) {
        onClose();
        router.refresh();
        return;
      }
      setFailure({ ...explainProposalFailure(outcome.error), title: 'Sending was not stopped' });
    } catch {
      setFailure({
        title: 'The console did not answer',
        detail: 'Sending may or may not have stopped.',
        next: 'Load the page again to see, and stop it once more if it goes on.',
      });
    }
    setIsBusy(false);
  };
  return (
    <ConfirmDialog
      title="Stop all sending now?"
      confirmLabel="Stop all sending"
      look="danger"
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void stop()}
      onClose={onClose}
    >
      <p>
        From then on no withdrawal leaves, in any process. Approved ones wait. What the service already has cannot be
        recalled. Letting it go on takes two administrators.
      </p>
      <CommentField
        label="Reason"
        hint="Everybody reads it on every page."
        value={reason}
        onChange={setReason}
        maxLength={300}
      />
    </ConfirmDialog>
  );
}
