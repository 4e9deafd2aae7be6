'use client';

import { useState } from 'react';
import { nudgeAction } from '@/app/(console)/withdrawals/[id]/actions';
import { callAction } from '@/components/data/call-action';
import { Button } from '@/components/ui/button';

/** Has everybody who can decide reminded by mail, and says whether that was done. */
export function RemindApprovers({ requestId }: { requestId: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  const remind = async () => {
    setIsBusy(true);
    try {
      const reminded = await callAction(nudgeAction, { requestId });
      setOutcome(reminded.ok ? 'The approvers are reminded by mail.' : explain(reminded.error));
    } catch {
      setOutcome('The console did not answer. The approvers may or may not be reminded.');
    }
    setIsBusy(false);
  };
  return (
    <>
      <Button disabled={isBusy} onClick={() => void remind()}>
        Send a reminder
      </Button>
      <span aria-live="polite" className="text-label text-dim empty:hidden">
        {outcome}
      </span>
    </>
  );
}

const explain = (error: { kind: string } | { kind: string; reason: string }) =>
  'reason' in error ? error.reason : 'Nobody was reminded. Load the page again.';
