'use client';

import { callAction } from '@/components/data/call-action';
import { ReasonDialog } from '@/components/data/reason-dialog';
import type { ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';
import { theService } from '@/lib/text/service-name';

/** Stops all sending for a reason that everybody reads. */
export type StopSending = (input: { reason: string }) => Promise<Result<null, ProposalFailure>>;

/** Asks for the reason to stop all sending, and stops it. */
export default function StopDialog({ stop, onClose }: { stop: StopSending; onClose: () => void }) {
  return (
    <ReasonDialog
      title="Stop all sending now?"
      confirmLabel="Stop all sending"
      hint="Shown to everyone, on every page."
      act={(reason) => callAction(stop, { reason })}
      unknownOutcome={{
        detail: 'Sending may or may not be stopped.',
        next: 'Load the page again. If sending is still on, stop it again.',
      }}
      failureTitle="Sending was not stopped"
      onClose={onClose}
    >
      <p>
        No more withdrawals leave the console; approved withdrawals wait. Withdrawals that {theService()} already has
        cannot be recalled. Two administrators are needed to resume sending.
      </p>
    </ReasonDialog>
  );
}
