'use client';

import type { ReactNode } from 'react';
import { FixedAmount } from '@/components/withdrawals/withdrawal-cells';
import { readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { DirectionSign, ReadableAmount } from '@/components/transfers/transfer-headline';
import { StatusMark } from '@/components/ui/status-mark';
import { formatDuration } from '@/lib/text/duration';
import { describeMatch } from '@/lib/search/describe-match';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeRequest } from '@/lib/requests/request-view';
import { describeStatus } from '@/lib/transfers/describe-status';
import { theService } from '@/lib/text/service-name';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

/** A matching transfer with its amount, status, match and age. `now`: when the answer was given (ISO 8601). */
export function TransferResult({ transfer, now }: { transfer: TransferRow & { match?: Match }; now: string }) {
  const { ref_id, id, amount, asset, direction, created_at, match } = transfer;
  const { label, tone } = describeStatus(transfer);
  const age = Date.parse(now) - Date.parse(created_at ?? '');
  return (
    <TwoLines
      name={ref_id ?? id}
      amount={
        <>
          <DirectionSign direction={direction} />
          {amount === undefined ? 'no amount' : <ReadableAmount amount={amount} asset={asset} />}
        </>
      }
      status={<StatusMark tone={tone} label={readableText(label, 40)} className={MARK} />}
      why={match ? describeMatch(match) : `Found at ${theService()}`}
      age={Number.isNaN(age) ? 'no date' : `${formatDuration(age)} ago`}
    />
  );
}

/** A matching withdrawal request with its amount, status and requester. */
export function RequestResult({ request }: { request: RequestSummary }) {
  const { refId, body, requesterName } = request;
  return (
    <TwoLines
      name={refId}
      amount={<FixedAmount body={body} />}
      status={<StatusMark {...describeRequest(request)} className={MARK} />}
      why={`Requested by ${readableText(requesterName, 60)}`}
      age={<Time iso={request.createdAt} />}
    />
  );
}

const MARK = '[&>:first-child]:size-2';

interface TwoLinesProps {
  name: string;
  amount: ReactNode;
  status: ReactNode;
  why: string;
  age: ReactNode;
}

// The spaces separate the texts for screen readers.
function TwoLines({ name, amount, status, why, age }: TwoLinesProps) {
  return (
    <span className="min-w-0 grow space-y-0.5">
      <span className="flex flex-wrap justify-between gap-x-4">
        <bdi className="truncate font-mono">{readableText(name, 100)}</bdi> <span className="text-right">{amount}</span>
      </span>{' '}
      <span className="flex flex-wrap gap-x-3 text-xs text-dim">
        {status} <span>{why}</span> <span className="ml-auto">{age}</span>
      </span>
    </span>
  );
}
