'use client';

import { useRouter } from 'next/navigation';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { useSending } from '@/components/shell/session-watch';
import { Button } from '@/components/ui/button';
import { CommentField } from '@/components/ui/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { Explanation } from '@/lib/http/problems';
import { explainProposalFailure, type ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';
import { theService } from '@/lib/text/service-name';

/** Stops all sending for a reason that everybody reads. */
export type StopSending = (input: { reason: string }) => Promise<Result<null, ProposalFailure>>;

const OpenContext = createContext<() => void>(() => undefined);

/** Returns the function that opens the dialog in which a person stops all sending. */
export const useOpenStopDialog = () => useContext(OpenContext);

/** Holds the dialog that stops all sending, outside of the menus whose buttons open it. */
export function StopSendingDialog({ stop, children }: { stop: StopSending; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <OpenContext value={() => setIsOpen(true)}>
      {children}
      {isOpen && <StopDialog stop={stop} onClose={() => setIsOpen(false)} />}
    </OpenContext>
  );
}

/** Shows the button that stops all sending, on every page, while sending is on. */
export function StopSendingButton() {
  const open = useOpenStopDialog();
  const sending = useSending();
  if (sending?.isStopped) return null;
  return (
    <Button look="quiet" className="min-h-8 px-2.5 py-1 text-xs text-bad hover:text-bad" onClick={open}>
      Stop sending
    </Button>
  );
}

function StopDialog({ stop, onClose }: { stop: StopSending; onClose: () => void }) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const submit = async () => {
    setIsBusy(true);
    try {
      const outcome = await stop({ reason });
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
      onConfirm={() => void submit()}
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
