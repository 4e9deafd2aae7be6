'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { proposeChange } from '@/app/(console)/_proposals/proposal-steps';
import { LeavingWithdrawals } from '@/app/(console)/status/waiting-to-leave';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import type { WaitingToLeave } from '@/lib/requests/waiting-to-leave';
import { useOpenDialog } from '@/components/shell/shell-dialogs';
import { Button } from '@/components/ui/button';

interface StopSwitchProps {
  isStopped: boolean;
  /** Sentence that says why the button is disabled. */
  denialReason: string | undefined;
  /** What leaves when sending resumes; undefined while sending is on. */
  waiting: WaitingToLeave | undefined;
}

/** Shows the button that stops all sending, or the one that proposes to resume sending. */
export function StopSwitch({ isStopped, denialReason, waiting }: StopSwitchProps) {
  const router = useRouter();
  const openDialog = useOpenDialog();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button
        look={isStopped ? 'plain' : 'danger'}
        disabled={denialReason !== undefined}
        onClick={() => (isStopped ? setIsOpen(true) : openDialog('stop'))}
      >
        {isStopped ? 'Propose to resume sending' : 'Stop all sending'}
      </Button>
      <span className="text-label text-dim">{denialReason}</span>
      {isOpen && isStopped && (
        <ProposeDialog
          title="Propose to resume sending?"
          confirmLabel="Propose to resume sending"
          propose={(comment) =>
            proposeChange({ kind: 'resume-sending', subject: 'resume-sending', payload: {}, comment })
          }
          onProposed={() => router.refresh()}
          onClose={close}
        >
          <p>Sending stays stopped until another administrator confirms.</p>
          {waiting && <LeavingWithdrawals waiting={waiting} />}
        </ProposeDialog>
      )}
    </div>
  );
}
