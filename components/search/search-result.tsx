'use client';

import type { ReactNode } from 'react';
import { AmountText } from '@/components/values/amount';
import { readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { DirectionSign, ReadableAmount } from '@/components/transfers/transfer-headline';
import { StatusMark } from '@/components/ui/status-mark';
import { formatDuration } from '@/lib/text/duration';
import { describeMatch } from '@/lib/search/describe-match';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeRequest } from '@/lib/requests/request-view';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

/** A transfer that was found: what it is, where it stands, how old it is, and why it is among the answers. `now`: ISO 8601. */
export function FindHit({ transfer, now }: { transfer: TransferRow & { match?: Match }; now: string }) {
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
      why={match ? describeMatch(match) : 'Found at the service'}
      age={Number.isNaN(age) ? 'no date' : `${formatDuration(age)} ago`}
    />
  );
}

/** A withdrawal asked for here: what it is, and where it stands. */
export function FindRequest({ request }: { request: RequestSummary }) {
  const { refId, body, requesterName } = request;
  return (
    <TwoLines
      name={refId}
      amount={<AmountText amount={body.amount ?? body.total} asset={body.asset} />}
      status={<StatusMark {...describeRequest(request)} className={MARK} />}
      why={`Asked for by ${readableText(requesterName, 60)}`}
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

// The spaces keep the words apart where they are read out.
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
