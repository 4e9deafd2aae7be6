'use client';

import { createContext, type ReactNode, useContext, useState } from 'react';
import { ReasonDialog } from '@/components/data/reason-dialog';
import { useSending } from '@/components/shell/session-watch';
import { Button } from '@/components/ui/button';
import type { ProposalFailure } from '@/lib/proposals/proposals';
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
  return (
    <ReasonDialog
      title="Stop all sending now?"
      confirmLabel="Stop all sending"
      hint="Shown to everyone, on every page."
      act={(reason) => stop({ reason })}
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
