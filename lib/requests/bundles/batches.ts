import type { DecidesFor } from '@/lib/delegation/delegations';
import type { Need } from '@/lib/balances/needs';
import { addAmounts, type Amount } from '@/lib/money/amounts';
import type { UsdValue } from '@/lib/money/usd-value';
import { accountKey } from '@/lib/recipients/account';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { Look } from '@/lib/requests/bundles/looks';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import { type Decidable, requestDenialReason, type Verdict } from '@/lib/requests/decisions';
import type { HasteReason } from '@/lib/requests/haste';
import type { Role } from '@/lib/identity/roles';

export const MAX_BATCH_ITEMS = 1000;

/** The sum of a batch in one asset: amounts and totals as requested, so without fees that are added on top. */
export interface AssetTotal {
  asset: string;
  total: Amount;
  count: number;
}

/** The sum of a batch in one asset, with what it is worth; null where the asset's price is unknown. */
export interface ValuedTotal extends AssetTotal {
  value: UsdValue | null;
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
 * Explains why this person cannot cancel what is left of a batch; undefined where at least one item can be cancelled.
 */
export function cancelBatchDenialReason(
  items: readonly Decidable[],
  person: { id: string; roles: readonly Role[] },
): string | undefined {
  if (items.some(({ requesterId }) => requesterId !== person.id)) return 'Only the requester can cancel this batch.';
  return items.some((item) => requestDenialReason('cancel', item, person) === undefined)
    ? undefined
    : 'No row of this batch can be cancelled any more: each is finished, or sending it has begun.';
}

/** An item of a batch, as the page of the batch shows it. */
export interface BatchItem extends RequestSummary {
  position: number;
  /** What the value that the item fixes is worth; null where its price is unknown. */
  value: UsdValue | null;
  /** The recipient's name in the address book; null where the recipient has no entry. */
  recipientName: string | null;
  /** The requester's note; never sent. */
  note: string;
  version: number;
  bodySha256: string;
  /** How an approver looks at the item; null where it does not await approval, or has expired. */
  look: ItemLook | null;
  /** True where the item waits for a decision of the reader. */
  canDecide: boolean;
  /** True where the reader can reject the item; more can reject than approve. */
  canReject: boolean;
  /** True where the reader's approval is the last that it needs, so that it is sent. */
  isLastApproval: boolean;
  /** The time in the future before which a limit over time does not let it leave (ISO 8601); null for none. */
  leavesAt: string | null;
}

/** How the reader looks at an item before one decision covers it. */
export interface ItemLook extends Look {
  /**
   * Names the item, its version, its bytes and what was found (lib/server/requests/bundles/looks.ts): a decision covers
   * only what it names so.
   */
  seen: string;
  /** Known addresses that its address resembles, of which the reader chooses the right one; and its normal form. */
  similarAddresses: SimilarAddress[];
  normalAddress: string;
}

/** Items of a batch that one decision covers, and the hash over their bytes. */
export interface DecidedTogether {
  requestIds: string[];
  sha256: string;
}

/** What a person decided on items of a batch, as far as it counts. */
export interface BatchDecision {
  personName: string;
  forPersonName: string | null;
  verdict: Verdict;
  /** The number of items that they decided on so. */
  count: number;
  /** The time of their last such decision in ISO 8601. */
  decidedAt: string;
  /** What the stroke of their line is drawn from (lib/requests/signatures/stroke.ts). */
  seed: string;
  /** True where a passkey signed all of these decisions. */
  isSigned: boolean;
  /** Why one of the decisions counts as hasty; null where none does. */
  haste: HasteReason | null;
}

/** A batch, as its page shows it. */
export interface BatchView {
  id: string;
  name: string;
  requesterName: string;
  isMine: boolean;
  createdAt: string;
  items: BatchItem[];
  /** What the waiting items take from each balance; empty where the service answers no balances. */
  needs: Need[];
  /** The items that await approval. */
  waiting: DecidedTogether;
  /** The reasons why the reader cannot approve or reject waiting items, or cancel the batch; null where they can. */
  denialReason: Record<'approve' | 'reject' | 'cancel', string | null>;
  isSignInFresh: boolean;
  /** True while sending is stopped: what is approved leaves once it resumes. */
  isSendingStopped: boolean;
  /** True where the reader signs what they decide: the browser asks for their passkey. */
  isSigner: boolean;
  /** For whom the reader can decide on the waiting items, as their delegate. */
  decidesFor: DecidesFor[];
  /** True where decisions can be signed here, so that there is evidence to download. */
  hasEvidence: boolean;
  /** Who signed: the requester, and each person who decided on items, as far as it counts. */
  signatures: { request: { seed: string; isSigned: boolean }; decisions: BatchDecision[] };
}

/** The states of a batch's items in their order, which the page polls. */
export interface BatchStates {
  waitingSha256: string;
  states: Pick<RequestSummary, 'state' | 'approvals' | 'send'>[];
}

/** What a line of the queue says of the waiting rows of a batch. */
export interface BatchReview {
  /** `required`: the most that one of them requires; `given`: what all of them have of that. */
  approvals: { given: number; required: number };
  /** Number of rows that an approver looks at one by one. */
  looks: number;
  /** True where something that was found about one of them costs its whole amount. */
  isGrave: boolean;
  /** Number of rows whose whole address an approver compares. */
  addresses: number;
  /** The most unusual of the rows that are looked at one by one. */
  rows: ReviewedRow[];
  /** Describes the amounts in a few words each (`describeAmounts`). */
  amounts: string[];
}

/** A row of a batch that an approver looks at by itself, and why. */
export interface ReviewedRow extends Pick<RequestSummary, 'recipientName'> {
  position: number;
  body: Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount' | 'total' | 'crypto_network' | 'destination_address'>;
  reasons: string[];
  /** True where the amount is entered from the invoice, so that it is not shown before. */
  isAmountAsked: boolean;
  /** True where something that was found costs the whole amount. */
  isGrave: boolean;
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
  /** Only in the queue; absent until it was read. */
  review?: BatchReview;
  /** Of all items; in the queue, of those that wait. */
  totals: ValuedTotal[];
  /** What the totals are worth; null where no price is known. */
  value: UsdValue | null;
}
