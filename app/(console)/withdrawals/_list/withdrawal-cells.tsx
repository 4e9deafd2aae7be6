import { MoneyCell } from '@/components/list/money-cell';
import type { ReactNode } from 'react';
import { ProfileName } from '@/components/profiles/profile-name';
import { ShortAddress } from '@/components/values/short-address';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { describeTime } from '@/components/values/time';
import { networkLabel } from '@/lib/networks/networks';
import type { AssetTotal } from '@/lib/requests/bundles/batches';
import type { ListedRequest } from '@/lib/requests/list/entry';
import { formatCount } from '@/lib/text/locale';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** Facts of the list that a cell depends on. */
export interface CellContext {
  /** Undefined on the server and in the first render, which know no time zone. */
  today: string | undefined;
  /** True if headings say the days. */
  hasDays: boolean;
}

const MAX_TOTALS = 2;

/** Gives a number with its noun, such as "1,200 withdrawals". */
export function count(number: number, noun: string): string {
  return `${formatCount(number)} ${number === 1 ? noun : `${noun}s`}`;
}

/** The second line of a cell, which a card leaves out. */
export function Second({ children, title }: { children: ReactNode; title?: string }) {
  return (
    <span title={title} className="block truncate text-label leading-4 text-dim @max-[800px]/list:hidden">
      {children}
    </span>
  );
}

/** Shows a time; the clock alone under a heading that says the day. */
export function Moment({ iso, today, hasDays }: { iso: string } & CellContext) {
  const described = describeTime(iso, today, { withTime: true, isUnderDay: hasDays });
  return (
    <span title={described?.title} suppressHydrationWarning>
      {described?.short ?? readableText(iso, 30)}
    </span>
  );
}

/** Shows the value that a request fixes. */
export function RequestedAmount({ request: { body } }: { request: ListedRequest }) {
  const { amount, asset } = fixedValueOf(body);
  return (
    <>
      <MoneyCell amount={amount} asset={asset} />
      {body.amount === undefined && <span className="block text-label leading-4 text-dim">total, fee included</span>}
    </>
  );
}

/** Shows the sums of a batch, two at most. */
export function Totals({ totals }: { totals: readonly AssetTotal[] }) {
  const [first, second] = totals;
  if (!first) return null;
  const all = totals.map(({ total, asset }) => readableText(`${total} ${asset}`, 170)).join(', ');
  return (
    <span title={all}>
      <MoneyCell amount={first.total} asset={first.asset} />
      {second && (
        <span className="block leading-4">
          {totals.length > MAX_TOTALS ? (
            <span className="text-dim">and {totals.length - 1} more assets</span>
          ) : (
            <MoneyCell amount={second.total} asset={second.asset} />
          )}
        </span>
      )}
    </span>
  );
}

interface RecipientProps {
  name: string | null;
  address: string;
  network: string;
}

/** Shows the name, and both ends of the address: enough to find, not to compare. */
export function Recipient({ name, address, network }: RecipientProps) {
  const ends = <ShortAddress address={address} network={network} />;
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
export function Network({ network, profileId }: { network: string | null; profileId: string | null }) {
  return (
    <>
      {network === null ? 'Several networks' : isolate(readableText(networkLabel(network), 60))}
      <Second>{profileId === null ? 'Several profiles' : <ProfileName id={profileId} isShort />}</Second>
    </>
  );
}

/** Names the requester. */
export function Requester({ name, isMine }: { name: string; isMine: boolean }) {
  return (
    <>
      <Text text={name} />
      {isMine && ' (you)'}
    </>
  );
}

/** Shows a text that may be cut. */
export function Text({ text, isCode }: { text: string; isCode?: boolean }) {
  const shown = readableText(text, 120);
  return (
    <bdi title={shown} dir={isCode ? 'ltr' : undefined}>
      {shown}
    </bdi>
  );
}
