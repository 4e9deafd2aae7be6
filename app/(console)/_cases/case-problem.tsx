'use client';

import { useState } from 'react';
import { reopenTransferAction, settleTransferAction } from '@/app/(console)/_cases/case-actions';
import { callAction } from '@/components/data/call-action';
import { SettleDialog } from '@/app/(console)/_cases/settle-dialog';
import { Button } from '@/components/ui/button';
import type { CaseProblem as Problem } from '@/lib/cases/contract';

const SENTENCES: Record<Problem['state'], string> = {
  unsettled: 'This transfer needs attention.',
  settled: 'Settled. Not listed under “Needs attention” until the status changes.',
  changed: 'This transfer needs attention again: it changed after it was settled.',
};

interface CaseProblemProps {
  transferId: string;
  problem: Problem;
  /** Why the reader can neither settle nor reopen; null where they can. */
  denialReason: string | null;
  /** Called after the problem was settled or reopened. */
  onChanged: () => void;
}

/** Says whether a transfer needs attention, with the button that settles or reopens its problem. */
export function CaseProblem({ transferId, problem, denialReason, onChanged }: CaseProblemProps) {
  const [isAsking, setIsAsking] = useState(false);
  const isSettled = problem.state === 'settled';
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2 text-body">
      <p className={isSettled ? 'text-dim' : 'text-warn'}>{SENTENCES[problem.state]}</p>
      <Button disabled={denialReason !== null} title={denialReason ?? undefined} onClick={() => setIsAsking(true)}>
        {isSettled ? 'Reopen' : 'Settle'}
      </Button>
      {isAsking && (
        <SettleDialog
          verb={isSettled ? 'Reopen' : 'Settle'}
          act={(reason) =>
            callAction(isSettled ? reopenTransferAction : settleTransferAction, {
              transferId,
              problem: problem.fingerprint,
              reason,
            })
          }
          onChanged={onChanged}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
