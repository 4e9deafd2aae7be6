'use client';

import { Money } from '@/components/values/money';
import type { ReactNode } from 'react';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { readableText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { DirectionSign } from '@/components/transfers/transfer-headline';
import { StatusMark } from '@/components/ui/status-mark';
import { formatDuration } from '@/lib/text/duration';
import { describeMatch } from '@/lib/search/describe-match';
import { describeTransferCount } from '@/lib/search/found';
import type { FoundRequest } from '@/lib/requests/list/entry';
import type { FoundBatch, FoundNote, FoundRecipient } from '@/lib/search/found';
import { Address } from '@/components/values/address';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import type { ProfileName } from '@/lib/profiles/find-name';
import { networkLabel } from '@/lib/networks/networks';
import { describeRequest } from '@/lib/requests/request-view';
import { formatCount } from '@/lib/text/locale';
import { readCompletedBy } from '@/lib/transfers/completed-by';
import { describeStatus } from '@/lib/transfers/describe-status';
import { theService } from '@/lib/text/service-name';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

/** A matching transfer with its amount, status, match and age. `now`: when the answer was given (ISO 8601). */
export function TransferResult({ transfer, now }: { transfer: TransferRow & { match?: Match }; now: string }) {
  const { ref_id, id, amount, asset, direction, created_at, match, recipient } = transfer;
  const { label, tone } = describeStatus(transfer);
  const completedBy = readCompletedBy(transfer);
  const age = Date.parse(now) - Date.parse(created_at ?? '');
  return (
    <TwoLines
      name={ref_id ?? id}
      amount={
        <>
          <DirectionSign direction={direction} />
          {amount === undefined ? 'no amount' : <Money amount={amount} asset={asset} />}
        </>
      }
      status={<StatusMark tone={tone} label={readableText(label, 40)} className={MARK} />}
      why={
        <>
          {match ? describeMatch(match) : `Found at ${theService()}`}
          {completedBy !== undefined && (
            <>
              {' · completed by '}
              <Time iso={completedBy} />
            </>
          )}
          {recipient && ` · to ${readableText(recipient.name, 60)}`}
        </>
      }
      age={Number.isNaN(age) ? 'no date' : `${formatDuration(age)} ago`}
    />
  );
}

/** A matching withdrawal request with its amount, status and match; where it was not sent, a sentence says why. */
export function RequestResult({ request }: { request: FoundRequest }) {
  const { refId, body, recipientName, match, outcome } = request;
  const { sentence, wasSent } = describeRequestOutcome(outcome, { timeZone: undefined });
  const to = recipientName === null ? '' : ` · to ${readableText(recipientName, 60)}`;
  return (
    <TwoLines
      name={refId}
      amount={<FixedMoney body={body} />}
      status={<StatusMark {...describeRequest(request)} className={MARK} />}
      why={`${describeMatch(match)}${to}`}
      age={<Time iso={request.createdAt} />}
      {...(wasSent !== 'yes' && { answer: sentence })}
    />
  );
}

/** A batch whose name matches: its number of withdrawals, requester and time. */
export function BatchResult({ batch: { name, count, requesterName, createdAt } }: { batch: FoundBatch }) {
  return (
    <span className="min-w-0 grow">
      <bdi className="font-medium [overflow-wrap:anywhere]">{readableText(name, 100)}</bdi>{' '}
      <span className="text-label text-dim">
        batch of {formatCount(count)} {count === 1 ? 'withdrawal' : 'withdrawals'}, requested by{' '}
        {readableText(requesterName, 60)} <Time iso={createdAt} />
      </span>
    </span>
  );
}

/** A matching entry of the address book: name, network, whole address, state and number of transfers. */
export function RecipientResult({ recipient }: { recipient: FoundRecipient }) {
  const { name, network, address, memo, state, how, transfers } = recipient;
  return (
    <span className="min-w-0 grow space-y-0.5">
      <span className="flex flex-wrap justify-between gap-x-4">
        <bdi className="font-medium [overflow-wrap:anywhere]">{readableText(name, 100)}</bdi>{' '}
        <span className="text-label text-dim">
          {[
            networkLabel(network),
            describeTransferCount(transfers),
            ...(state === 'RETIRED' ? ['retired'] : []),
            ...(how === 'similar' ? ['similar name'] : []),
          ].join(' · ')}
        </span>
      </span>{' '}
      <span className="block text-label">
        <Address address={address} network={network} />
        {memo !== null && (
          <>
            {' '}
            <span className="text-dim">memo</span> <bdi className="font-mono">{readableText(memo, 100)}</bdi>
          </>
        )}
      </span>
    </span>
  );
}

/** A matching case note: its transfer, author, time, and the part around the words that were searched for. */
export function NoteResult({ note: { transferId, refId, by, at, excerpt } }: { note: FoundNote }) {
  return (
    <span className="min-w-0 grow space-y-0.5 [overflow-wrap:anywhere]">
      <bdi className="block truncate font-mono">{readableText(refId ?? transferId, 100)}</bdi>{' '}
      <span className="block text-label">
        <span className="text-dim">
          Case note by {readableText(by, 60)} <Time iso={at} />:
        </span>{' '}
        <bdi>{readableText(excerpt, 250)}</bdi>
      </span>
    </span>
  );
}

/** A profile whose name matches, with its ID. */
export function ProfileResult({ profile: { id, name } }: { profile: ProfileName }) {
  return (
    <span className="min-w-0 grow">
      <bdi className="font-medium [overflow-wrap:anywhere]">{name}</bdi>{' '}
      <span className="text-label text-dim">
        transfers of the profile <bdi className="font-mono [overflow-wrap:anywhere]">{readableText(id, 200)}</bdi>
      </span>
    </span>
  );
}

const MARK = '[&>:first-child]:size-2';

interface TwoLinesProps {
  name: string;
  amount: ReactNode;
  status: ReactNode;
  why: ReactNode;
  age: ReactNode;
  /** A sentence that answers the search. */
  answer?: string;
}

// The spaces separate the texts for screen readers.
function TwoLines({ name, amount, status, why, age, answer }: TwoLinesProps) {
  return (
    <span className="min-w-0 grow space-y-0.5 @min-[50rem]/matches:flex @min-[50rem]/matches:flex-wrap @min-[50rem]/matches:items-baseline @min-[50rem]/matches:gap-x-6">
      <span className="flex flex-wrap justify-between gap-x-4 @min-[50rem]/matches:w-80">
        <bdi className="truncate font-mono">{readableText(name, 100)}</bdi> <span className="text-right">{amount}</span>
      </span>{' '}
      <span className="flex flex-wrap gap-x-3 text-label text-dim @min-[50rem]/matches:grow">
        {status}{' '}
        <span>
          {why}
          {answer === undefined && (
            // Beside what matches, never on a line of its own; in a wide list at its end.
            <span className="@min-[50rem]/matches:hidden"> · {age}</span>
          )}
        </span>{' '}
        <span className="ml-auto hidden @min-[50rem]/matches:inline">{age}</span>
      </span>
      {answer !== undefined && (
        <>
          {' '}
          <span className="block basis-full text-label [overflow-wrap:anywhere]">{answer}</span>
        </>
      )}
    </span>
  );
}
