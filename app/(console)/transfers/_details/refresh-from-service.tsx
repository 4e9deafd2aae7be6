'use client';

import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { refreshTransferAction } from '@/app/(console)/transfers/_details/actions';
import { callAction } from '@/components/data/call-action';
import { Button } from '@/components/ui/button';
import { explainReadFailure } from '@/lib/http/read-failures';
import { theService } from '@/lib/text/service-name';
import { describeFailedRefresh, describeRefresh } from '@/lib/transfers/describe-refresh';
import type { TransferAnswer } from '@/lib/transfers/transfer';

interface RefreshFromServiceProps {
  id: string;
  /** The record on screen, as the service sent it, and the time when it was read (ISO 8601); undefined if unknown. */
  shown: { raw: unknown; readAt: string } | undefined;
  onRead: (answer: TransferAnswer) => void;
}

/** The button that reads the transfer from the service now, and the sentence about what that has changed. */
export function RefreshFromService({ id, shown, onRead }: RefreshFromServiceProps) {
  const [isReading, setIsReading] = useState(false);
  const [outcome, setOutcome] = useState('');
  const read = async () => {
    setIsReading(true);
    setOutcome('');
    const answer = await callAction(refreshTransferAction, id).catch(() => undefined);
    setIsReading(false);
    if (answer?.ok) {
      setOutcome(describeRefresh(shown?.raw, answer.value));
      onRead(answer.value);
    } else setOutcome(describeFailedRefresh(answer ? explainReadFailure(answer.error) : UNREACHED, shown?.readAt));
  };
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-label print:hidden">
      <Button look="quiet" className="-ml-2 px-2" disabled={isReading} onClick={() => void read()}>
        <RefreshCw
          aria-hidden
          className={isReading ? 'size-3.5 animate-spin motion-reduce:animate-none' : 'size-3.5'}
        />
        {isReading ? `Reading from ${theService()}…` : `Refresh from ${theService()}`}
      </Button>
      <p role="status" className="min-w-0 text-dim [overflow-wrap:anywhere]">
        {outcome}
      </p>
    </div>
  );
}

const UNREACHED = {
  title: 'The console cannot be reached',
  detail: '',
  next: 'Check your connection, then try again.',
};
