'use client';

import { type ReactNode, type Ref } from 'react';
import { ClockTime } from '@/app/(console)/transfers/clock-time';
import { DetailsSkeleton } from '@/app/(console)/transfers/skeletons';
import { ReadFailureNotice } from '@/app/(console)/transfers/read-failure-notice';
import { explain, isDecided, ReadError } from '@/app/(console)/transfers/fetch-transfers';
import { useLiveTransfer } from '@/app/(console)/transfers/use-live-transfer';
import { ForeignText } from '@/components/foreign-text';
import { TransferDetails } from '@/components/transfer-details';
import { TransferHeadline, TransferStatus, typeWords } from '@/components/transfer-headline';
import { Button } from '@/components/ui/button';
import { isFinalStatus, type TransferAnswer, type TransferRow } from '@/lib/transfers';

interface LiveTransferProps {
  id: string;
  /** As the server just read it. */
  initial?: TransferAnswer;
  /** As the list has it: shown until the record itself is there. */
  row?: TransferRow | undefined;
  headingRef?: Ref<HTMLHeadingElement>;
  actions?: ReactNode;
}

/** One transfer, kept up to date until its status is final. */
export function LiveTransfer({ id, initial, row, headingRef, actions }: LiveTransferProps) {
  const { data, error, isFetching, refetch } = useLiveTransfer(id, initial);
  const transfer = data?.transfer ?? row;
  return (
    <article>
      <div className="flex items-start justify-between gap-3">
        <h2 ref={headingRef} tabIndex={-1} className="min-w-0 text-base font-semibold [overflow-wrap:anywhere] outline-none">
          {transfer ? <bdi>{typeWords(transfer.type)}</bdi> : <ForeignText text={`Transfer ${id}`} limit={80} />}
        </h2>
        {actions}
      </div>
      {transfer && <TransferHeadline transfer={transfer} />}
      <div role="status" className="mt-1">
        {transfer && <TransferStatus transfer={transfer} />}
      </div>
      {data && !error && <Freshness answer={data} />}
      {error && (
        <div className="mt-3">
          <ReadFailureNotice look={data ? 'warn' : 'bad'} explanation={explain(error)} {...(error instanceof ReadError && { status: error.status })}>
            {transfer && (
              <p>
                It could not be refreshed: what you see is{' '}
                {data ? (
                  <>
                    from <ClockTime iso={data.asOf} />
                  </>
                ) : (
                  'what the list had'
                )}{' '}
                and may be out of date.
              </p>
            )}
            {!isDecided(error) && (
              <Button className="mt-2" disabled={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            )}
          </ReadFailureNotice>
        </div>
      )}
      {transfer && (
        <div className="mt-3 border-t border-line">
          <TransferDetails transfer={transfer} hasStatusAbove />
        </div>
      )}
      {!transfer && !error && <DetailsSkeleton />}
    </article>
  );
}

function Freshness({ answer: { transfer, asOf } }: { answer: TransferAnswer }) {
  return (
    <p className="mt-1 text-xs text-dim">
      {isFinalStatus(transfer.status) ? 'Read from the service at ' : 'Refreshes by itself · last asked '}
      <ClockTime iso={asOf} />
    </p>
  );
}
