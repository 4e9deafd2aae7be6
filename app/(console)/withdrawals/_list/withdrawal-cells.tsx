import type { ReactNode } from 'react';
import { ProfileName } from '@/components/profiles/profile-name';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { describeTime } from '@/components/values/time';
import { groupDigits } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
import type { AssetTotal } from '@/lib/requests/bundles/batches';
import type { RequestColumnId } from '@/lib/requests/list/columns';
import type { ListedBatch, ListedRequest } from '@/lib/requests/list/entry';
import { formatDuration } from '@/lib/text/duration';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** What a cell needs to know of its surroundings. */
export interface CellContext {
  /** False on the server and in the first render, which know no time zone. */
  isInBrowser: boolean;
  /** The current time (ms since 1970). */
  nowMs: number;
}

const MINUTE_MS = 60_000;
const MAX_TOTALS = 2;

/** The content of a cell of a request; the reference and the status are drawn by the row itself. */
export function requestCell(id: RequestColumnId, request: ListedRequest, context: CellContext): ReactNode {
  const { body } = request;
  switch (id) {
    case 'created':
      return <Moment iso={request.createdAt} {...context} withAge />;
    case 'expires':
      return request.state === 'AWAITING_APPROVAL' && <Moment iso={request.expiresAt} {...context} />;
    case 'amount':
      return <RequestedAmount request={request} />;
    case 'memo':
      return body.memo !== undefined && <Text text={body.memo} />;
    case 'recipient':
      return <Recipient name={request.recipientName} address={body.destination_address} />;
    case 'destination':
      return <Text text={body.destination_address} isCode />;
    case 'network':
      return <Network network={body.crypto_network} profileId={body.profile_id} />;
    case 'requester':
      return <Requester name={request.requesterName} isMine={request.isMine} />;
    case 'batch':
      return request.batch && <Text text={request.batch.name || 'Unnamed batch'} />;
    case 'request':
      return request.id;
    case 'reference':
    case 'status':
      return null;
  }
}

/** The content of a cell of a batch; the reference and the status are drawn by the row itself. */
export function batchCell(id: RequestColumnId, batch: ListedBatch, context: CellContext): ReactNode {
  switch (id) {
    case 'created':
      return <Moment iso={batch.createdAt} {...context} withAge />;
    case 'amount':
      return <Totals totals={batch.totals} />;
    case 'recipient':
      return <span className="text-dim">{count(batch.recipients, 'recipient')}</span>;
    case 'network':
      return <Network network={batch.network} profileId={batch.profileId} />;
    case 'requester':
      return <Requester name={batch.requesterName} isMine={batch.isMine} />;
    case 'batch':
      return <Text text={batch.name || 'Unnamed batch'} />;
    case 'request':
    case 'memo':
    case 'destination':
    case 'expires':
    case 'reference':
    case 'status':
      return null;
  }
}

/** Gives a number with its noun, such as "1,200 withdrawals". */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-GB')} ${number === 1 ? noun : `${noun}s`}`;
}

/** The second line of a cell, which a card leaves out. */
export function Second({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span title={title} className="block truncate text-label leading-4 text-dim @max-[800px]/list:hidden">
      {children}
    </span>
  );
}

function Moment({ iso, isInBrowser, nowMs, withAge }: { iso: string; withAge?: boolean } & CellContext) {
  const ageMs = nowMs - Date.parse(iso);
  const described = describeTime(iso, isInBrowser);
  return (
    <span title={described?.title} suppressHydrationWarning>
      {described?.short ?? readableText(iso, 30)}
      {withAge && (
        <span className="block text-label leading-4 @max-[800px]/list:inline" suppressHydrationWarning>
          <span className="hidden @max-[800px]/list:inline"> · </span>
          {ageMs < MINUTE_MS ? 'just now' : `${formatDuration(ageMs)} ago`}
        </span>
      )}
    </span>
  );
}

function RequestedAmount({ request: { body } }: { request: ListedRequest }) {
  const { amount, asset } = fixedValueOf(body);
  return (
    <>
      <Amount amount={amount} asset={asset} />
      {body.amount === undefined && <span className="block text-label leading-4 text-dim">total, fee included</span>}
    </>
  );
}

function Amount({ amount, asset }: { amount: string; asset: string }) {
  return (
    <>
      {isolate(groupDigits(readableText(amount, 125)))}
      <span className="t-dim">{isolate(` ${readableText(asset, 40)}`)}</span>
    </>
  );
}

function Totals({ totals }: { totals: readonly AssetTotal[] }) {
  const [first, second] = totals;
  if (!first) return null;
  const all = totals.map(({ total, asset }) => readableText(`${total} ${asset}`, 170)).join(', ');
  return (
    <span title={all}>
      <Amount amount={first.total} asset={first.asset} />
      {second && (
        <span className="block leading-4">
          {totals.length > MAX_TOTALS ? (
            <span className="text-dim">and {totals.length - 1} more assets</span>
          ) : (
            <Amount amount={second.total} asset={second.asset} />
          )}
        </span>
      )}
    </span>
  );
}

const ENDS = 8;

/** Shows both ends of an address, and the whole one on hover and to screen readers: enough to find, not to compare. */
function Recipient({ name, address }: { name: string | null; address: string }) {
  const short = address.length > 2 * ENDS + 1 ? `${address.slice(0, ENDS)}…${address.slice(-ENDS)}` : address;
  const whole = readableText(address, 200);
  const ends = (
    <>
      <bdi dir="ltr" aria-hidden title={whole} className="t-code">
        {readableText(short, 60)}
      </bdi>
      <span className="sr-only">{whole}</span>
    </>
  );
  if (name === null) return ends;
  const shown = readableText(name, 80);
  return (
    <>
      <bdi title={shown}>{shown}</bdi>
      <Second>{ends}</Second>
    </>
  );
}

/** Shows the network and, below it, the profile; null where a batch has several. */
function Network({ network, profileId }: { network: string | null; profileId: string | null }) {
  return (
    <>
      {network === null ? 'Several networks' : isolate(readableText(networkLabel(network), 60))}
      <Second>{profileId === null ? 'Several profiles' : <ProfileName id={profileId} isShort />}</Second>
    </>
  );
}

function Requester({ name, isMine }: { name: string; isMine: boolean }) {
  return (
    <>
      <Text text={name} />
      {isMine && ' (you)'}
    </>
  );
}

function Text({ text, isCode }: { text: string; isCode?: boolean }) {
  const shown = readableText(text, 120);
  return (
    <bdi title={shown} dir={isCode ? 'ltr' : undefined}>
      {shown}
    </bdi>
  );
}
