import type { DecidesFor } from '@/lib/delegation/delegations';
import type { Need } from '@/lib/balances/needs';
import { addAmounts, type Amount, compareAmounts } from '@/lib/money/amounts';
import { accountKey } from '@/lib/recipients/account';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { SIGNALS, type SignalId } from '@/lib/risk/signals';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import { groupDigits } from '@/lib/money/format-amount';
import { type Decidable, requestDenialReason } from '@/lib/requests/decisions';
import type { Role } from '@/lib/identity/roles';

export const MAX_BATCH_ITEMS = 1000;

/** The sum of a batch in one asset: amounts and totals as requested, so without fees that are added on top. */
export interface AssetTotal {
  asset: string;
  total: Amount;
  count: number;
}

/**
 * Sums the requested values by the asset they are counted in (`fixedValueOf`), in the order in which the assets occur.
 */
export function sumByAsset(
  items: readonly Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount' | 'total'>[],
): AssetTotal[] {
  const sums = new Map<string, AssetTotal>();
  for (const item of items) {
    const { amount, asset } = fixedValueOf(item);
    const before = sums.get(asset) ?? { asset, total: '0', count: 0 };
    sums.set(asset, { asset, total: addAmounts(before.total, amount), count: before.count + 1 });
  }
  return [...sums.values()];
}

const accountAndAsset = (item: WithdrawalBody) => JSON.stringify([accountKey(item), item.asset]);

/**
 * Gives a function from an item to the sum of all items in its asset to the account of its recipient; undefined for a
 * single item.
 */
export function sumByRecipient(items: readonly WithdrawalBody[]): (item: WithdrawalBody) => Amount | undefined {
  const sums = new Map<string, { sum: Amount; count: number }>();
  for (const item of items) {
    const key = accountAndAsset(item);
    const { sum, count } = sums.get(key) ?? { sum: '0', count: 0 };
    sums.set(key, { sum: addAmounts(sum, item.amount ?? item.total), count: count + 1 });
  }
  return (item) => {
    const { sum, count = 0 } = sums.get(accountAndAsset(item)) ?? {};
    return count > 1 ? sum : undefined;
  };
}

/**
 * Explains how entered totals differ from those of a batch; undefined where they match. `entered` is keyed by asset.
 */
export function totalsBlockReason(
  totals: readonly AssetTotal[],
  entered: Readonly<Record<string, string>>,
): string | undefined {
  for (const { asset, total } of totals) {
    const text = Object.hasOwn(entered, asset) ? (entered[asset] ?? '') : '';
    if (text.trim() === '') return `Enter the total in ${asset}.`;
    const parsed = parseAmount(text);
    if (!parsed.ok) return `Total in ${asset}: ${parsed.error}`;
    if (compareAmounts(parsed.value, total) !== 0) {
      return `You entered ${groupDigits(parsed.value)} ${asset}, but the items total ${groupDigits(total)} ${asset}.`;
    }
  }
  const other = Object.keys(entered).find((asset) => totals.every((total) => total.asset !== asset));
  return other === undefined ? undefined : `This batch has no item in ${other}.`;
}

/** Signals that prevent an item from being approved together with its whole batch. */
const BLOCKING_SIGNALS = [
  'new-recipient',
  'new-network',
  'amount-unusual',
  'amount-not-compared',
  'memo-missing',
  'memo-changed',
  'text-note',
  'repeated-within-a-day',
  'profile-not-allowed',
  'look-alike',
  'check-unavailable',
] as const satisfies SignalId[];

/** The facts of a batch item that decide whether it can be approved with the whole batch. */
export interface ApprovableItem {
  signals: readonly string[];
  /** What the check of the amount found, where it is unusual; the sentence of the signal without it. */
  amountFinding?: string | undefined;
  /** True where the policy rule of the item allows approving the whole batch at once. */
  isAllowed: boolean;
}

/**
 * Lists, as sentences, the reasons against approving an item with its whole batch. A recipient in the address book
 * counts as known, even if they have never been paid.
 */
export function listObjections({ signals, amountFinding, isAllowed }: ApprovableItem): string[] {
  const isInAddressBook = !signals.includes('not-in-book');
  const findings = BLOCKING_SIGNALS.filter(
    (id) => signals.includes(id) && !(id === 'new-recipient' && isInAddressBook),
  ).map((id) => (id === 'amount-unusual' && amountFinding) || toSentence(SIGNALS[id]));
  return isAllowed
    ? findings
    : [
        ...findings,
        'The policy rule for this item does not allow approving the whole batch at once. Approve the item by itself.',
      ];
}

/**
 * Splits the reasons against waiting items into those that all of them share and a function that lists the rest of one.
 */
export function splitObjections(items: readonly Pick<BatchItem, 'isWaiting' | 'objections'>[]): {
  shared: string[];
  own: (item: Pick<BatchItem, 'objections'>) => string[];
} {
  const [first, ...others] = items.filter(({ isWaiting }) => isWaiting);
  const shared =
    others.length === 0
      ? []
      : (first?.objections ?? []).filter((reason) => others.every(({ objections }) => objections.includes(reason)));
  return { shared, own: ({ objections }) => objections.filter((reason) => !shared.includes(reason)) };
}

function toSentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

/**
 * Explains why this person cannot cancel what is left of a batch; undefined where at least one item can be cancelled.
 */
export function cancelBatchDenialReason(
  items: readonly Decidable[],
  person: { id: string; roles: readonly Role[] },
): string | undefined {
  if (items.some(({ requesterId }) => requesterId !== person.id)) return 'Only the requester can cancel this batch.';
  return items.some((item) => requestDenialReason('cancel', item, person) === undefined)
    ? undefined
    : 'No item of this batch can be cancelled any more: each is finished, or sending it has begun.';
}

/** An item of a batch, as the page of the batch shows it. */
export interface BatchItem extends RequestSummary {
  position: number;
  /** The recipient's name in the address book; null where the recipient has no entry. */
  recipientName: string | null;
  /** True while the item awaits approval and has not expired. */
  isWaiting: boolean;
  /** Reasons against approving the item with the whole batch, while it waits. */
  objections: string[];
}

/** Items of a batch that one decision covers, and the hash over their bytes. */
export interface DecidedTogether {
  requestIds: string[];
  totals: AssetTotal[];
  sha256: string;
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
  /** What the waiting items take from each balance; empty where the service answers no balances. */
  needs: Need[];
  /** The items that await approval. */
  waiting: DecidedTogether;
  /** The waiting items without a reason against approving them together. */
  withoutFindings: DecidedTogether;
  /**
   * The reasons why the reader cannot approve or reject all waiting items, approve those without findings, or cancel
   * the batch; null where they can.
   */
  denialReason: Record<'approve' | 'reject' | 'approveWithoutFindings' | 'cancel', string | null>;
  isSignInFresh: boolean;
  /** True where the reader signs what they decide: the browser asks for their passkey. */
  isSigner: boolean;
  /** For whom the reader can decide on the waiting items, as their delegate. */
  decidesFor: DecidesFor[];
  /** True where decisions can be signed here, so that there is evidence to download. */
  hasEvidence: boolean;
}

/** The states of a batch's items in their order, which the page polls. */
export interface BatchStates {
  waitingSha256: string;
  states: Pick<RequestSummary, 'state' | 'approvals' | 'send'>[];
}

/** A batch in a list, with the number of its items in each stage. */
export interface BatchSummary {
  id: string;
  name: string;
  requesterName: string;
  isMine: boolean;
  createdAt: string;
  count: number;
  waiting: number;
  inProgress: number;
  unknown: number;
  totals: AssetTotal[];
}
