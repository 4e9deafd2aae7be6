import { addAmounts, type Amount, compareAmounts } from '@/lib/money/amounts';
import { recipientKey } from '@/lib/recipients/recipients';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { SIGNALS, type SignalId } from '@/lib/risk/signals';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { groupDigits } from '@/lib/money/format-amount';

export const MAX_BATCH = 1000;

/** What the items of a batch come to in one asset: amounts and totals as they were asked for, so without fees that come on top. */
export interface AssetTotal {
  asset: string;
  total: Amount;
  count: number;
}

/** The sum of what is asked for, by asset, in the order in which the assets first occur. */
export function sumByAsset(items: readonly Pick<WithdrawalBody, 'asset' | 'amount' | 'total'>[]): AssetTotal[] {
  const sums = new Map<string, AssetTotal>();
  for (const { asset, amount, total } of items) {
    const before = sums.get(asset) ?? { asset, total: '0', count: 0 };
    sums.set(asset, { asset, total: addAmounts(before.total, amount ?? total ?? '0'), count: before.count + 1 });
  }
  return [...sums.values()];
}

const placeOf = (item: WithdrawalBody) => JSON.stringify([recipientKey(item), item.asset]);

/** Of each item: what all items of its asset to its recipient come to; undefined where it is the only one. */
export function sumsToRecipients(items: readonly WithdrawalBody[]): (item: WithdrawalBody) => Amount | undefined {
  const sums = new Map<string, { sum: Amount; count: number }>();
  for (const item of items) {
    const { sum, count } = sums.get(placeOf(item)) ?? { sum: '0', count: 0 };
    sums.set(placeOf(item), { sum: addAmounts(sum, item.amount ?? item.total), count: count + 1 });
  }
  return (item) => {
    const { sum, count = 0 } = sums.get(placeOf(item)) ?? {};
    return count > 1 ? sum : undefined;
  };
}

/** Why the totals that somebody typed in are not those of a batch, with what was read; undefined where they are. */
export function totalsBlockReason(
  totals: readonly AssetTotal[],
  typed: Readonly<Record<string, string>>,
): string | undefined {
  for (const { asset, total } of totals) {
    const given = Object.hasOwn(typed, asset) ? (typed[asset] ?? '') : '';
    if (given.trim() === '') return `Type in the total of ${asset}.`;
    const read = parseAmount(given);
    if (!read.ok) return `The total of ${asset}: ${read.error}`;
    if (compareAmounts(read.value, total) !== 0) {
      return `You typed ${groupDigits(read.value)} ${asset}, and the items come to ${groupDigits(total)} ${asset}.`;
    }
  }
  const other = Object.keys(typed).find((asset) => totals.every((total) => total.asset !== asset));
  return other === undefined ? undefined : `No item is in ${other}.`;
}

/** What keeps an item from being approved together with the others of its batch. */
const AGAINST_THE_WHOLE = [
  'new-recipient',
  'new-network',
  'amount-unusual',
  'amount-not-compared',
  'memo-missing',
  'memo-changed',
  'repeated-within-a-day',
  'profile-not-allowed',
  'look-alike',
  'check-unavailable',
] as const satisfies SignalId[];

/** An item of a batch as far as it matters for approving the whole. */
export interface WholeItem {
  signals: readonly string[];
  /** Whether the rule that it was made under lets it be approved with the whole batch. */
  isAllowed: boolean;
}

/**
 * What stands against approving an item with the whole batch, each as a sentence; none where nothing does. Who is in the
 * book is known although they were never paid.
 */
export function listObjections({ signals, isAllowed }: WholeItem): string[] {
  const isInBook = !signals.includes('not-in-book');
  const odd = AGAINST_THE_WHOLE.filter((id) => signals.includes(id) && !(id === 'new-recipient' && isInBook)).map(
    (id) => asSentence(SIGNALS[id]),
  );
  return isAllowed
    ? odd
    : [
        ...odd,
        'The rule of the policy that it was made under does not allow a whole batch at once; it can be approved by itself.',
      ];
}

/** What stands against every item of several that wait, to be said once, and what more stands against an item. */
export function splitObjections(items: readonly Pick<BatchItem, 'isWaiting' | 'against'>[]): {
  all: string[];
  own: (item: Pick<BatchItem, 'against'>) => string[];
} {
  const [first, ...more] = items.filter(({ isWaiting }) => isWaiting);
  const all =
    more.length === 0
      ? []
      : (first?.against ?? []).filter((reason) => more.every(({ against }) => against.includes(reason)));
  return { all, own: ({ against }) => against.filter((reason) => !all.includes(reason)) };
}

function asSentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** An item of a batch, as the batch's page shows it. */
export interface BatchItem extends RequestSummary {
  position: number;
  /** What the book calls the recipient; null where it does not have them. */
  recipientName: string | null;
  /** Whether it waits for a decision and still may be decided on. */
  isWaiting: boolean;
  /** What stands against approving it with the whole batch, in words, while it waits. */
  against: string[];
}

/** A batch, as its page shows it. */
export interface BatchView {
  id: string;
  name: string;
  requesterName: string;
  isMine: boolean;
  createdAt: string;
  items: BatchItem[];
  totals: AssetTotal[];
  /** What waits for a decision, and the hash that stands for its bytes. */
  waiting: { count: number; totals: AssetTotal[]; sha256: string };
  /** Why the reader may not approve or reject all that waits, in words; null where they may. */
  denialReason: { approve: string | null; reject: string | null };
  isSignInFresh: boolean;
}

/** Where the items of a batch stand, in their order: what its page asks for again and again. */
export interface BatchStates {
  waitingSha256: string;
  states: Pick<RequestSummary, 'state' | 'approvals' | 'send'>[];
}

/** A batch in a list. */
export interface BatchSummary {
  id: string;
  name: string;
  requesterName: string;
  isMine: boolean;
  createdAt: string;
  count: number;
  /** How many of them wait for a decision, are on their way, have come to an end. */
  waiting: number;
  underWay: number;
  inDoubt: number;
  totals: AssetTotal[];
}
