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
import { theService } from '@/lib/text/service-name';

interface StopSwitchProps {
  isStopped: boolean;
  /** Sentence that says why the button is disabled. */
  denialReason: string | undefined;
}

/** Shows the button that stops all sending, or the one that proposes to resume sending. */
export function StopSwitch({ isStopped, denialReason }: StopSwitchProps) {
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button
        look={isStopped ? 'plain' : 'danger'}
        disabled={denialReason !== undefined}
        onClick={() => setIsOpen(true)}
      >
        {isStopped ? 'Propose to resume sending' : 'Stop all sending'}
      </Button>
      <span className="text-xs text-dim">{denialReason}</span>
      {isOpen && !isStopped && <StopDialog onClose={close} />}
      {isOpen && isStopped && (
        <ProposeDialog
          title="Propose to resume sending?"
          confirmLabel="Propose to resume sending"
          propose={(comment) => proposeAction({ kind: 'release-stop', subject: 'release-stop', payload: {}, comment })}
          onProposed={() => router.refresh()}
          onClose={close}
        >
          <p>Sending stays stopped until another administrator confirms.</p>
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
        detail: 'Sending may or may not be stopped.',
        next: 'Load the page again. If sending is still on, stop it again.',
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
        No more withdrawals leave the console; approved withdrawals wait. Withdrawals that {theService()} already has
        cannot be recalled. Two administrators are needed to resume sending.
      </p>
      <CommentField
        label="Reason"
        isRequired
        hint="Shown to everyone, on every page."
        value={reason}
        onChange={setReason}
        maxLength={300}
      />
    </ConfirmDialog>
  );
}
