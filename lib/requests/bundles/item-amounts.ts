import { addAmounts, type Amount, compareAmounts, exceedsTimes, largestOf, ratioOf } from '@/lib/money/amounts';
import { roundForOverview } from '@/lib/money/format-amount';
import { summarizeAmounts } from '@/lib/risk/sheet-amounts';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';
import { formatCount } from '@/lib/text/locale';

// An amount above so many times the median is named: fewer than ten, so that a digit too many is found in a row that
// was meant to be below the median.
const TIMES_MEDIAN = 7;
/** A row with more than this share of the sum is named, where there are at least so many rows. */
const LARGE_SHARE = 0.5;
const MIN_ROWS = 4;

interface Valued {
  position: number;
  body: Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount' | 'total'>;
  look: { reasons: readonly string[] } | null;
}

/** An item of a batch with what its amount is beside the others in its asset. */
export interface OrderedItem<Item> {
  item: Item;
  /** The share of the largest amount, from 0 to 1. */
  share: number;
  /** How many times the median the amount is, where it is far above it. */
  times: number | undefined;
}

/**
 * Orders the items of a batch for a decision: those with findings first, of them amounts far above the median, then the
 * larger amounts.
 */
export function orderByFindings<Item extends Valued>(items: readonly Item[]): OrderedItem<Item>[] {
  const values = items.map((item) => ({ item, ...fixedValueOf(item.body) }));
  const largest = new Map<string, Amount>();
  for (const { asset, amount } of values) largest.set(asset, largestOf([largest.get(asset) ?? '0', amount]));
  const summaryOf = summarizeAmounts(items.map(({ body }) => toSheetValue(body)));
  return values
    .map(({ item, asset, amount }) => {
      const most = largest.get(asset) ?? '0';
      const median = summaryOf(asset)?.median;
      const isFar = median !== undefined && exceedsTimes(amount, TIMES_MEDIAN, median);
      return {
        item,
        asset,
        amount,
        hasFindings: (item.look?.reasons.length ?? 0) > 0,
        share: compareAmounts(most, '0') > 0 ? Number(ratioOf(amount, most)) : 0,
        times: isFar ? Math.floor(Number(ratioOf(amount, median))) : undefined,
      };
    })
    .toSorted(
      (a, b) =>
        Number(b.hasFindings) - Number(a.hasFindings) ||
        Number(b.times !== undefined) - Number(a.times !== undefined) ||
        b.share - a.share ||
        a.asset.localeCompare(b.asset, 'en') ||
        compareAmounts(b.amount, a.amount) ||
        a.item.position - b.item.position,
    )
    .map(({ item, share, times }) => ({ item, share, times }));
}

/**
 * Orders the items of a batch for a decision, the `counted` ones as `orderByFindings` does. The others come last and
 * are compared with none: a rejected amount says nothing about those that may still be sent.
 */
export function orderCounted<Item extends Valued>(
  items: readonly Item[],
  counted: readonly Item[],
): OrderedItem<Item>[] {
  const others = items.filter((item) => !counted.includes(item));
  return [
    ...orderByFindings(counted),
    ...orderByFindings(others).map(({ item }) => ({ item, share: 0, times: undefined })),
  ];
}

/**
 * Describes the amounts of a batch in a few words, for each asset with several rows: its median, and a row that is more
 * than half of its sum. What is far above the median is named at its row.
 */
export function describeAmounts(items: readonly Valued[]): string[] {
  const summaryOf = summarizeAmounts(items.map(({ body }) => toSheetValue(body)));
  const assets = [...new Set(items.map(({ body }) => fixedValueOf(body).asset))];
  return assets.flatMap((asset) => {
    const summary = summaryOf(asset);
    if (!summary) return [];
    const rows = items
      .map(({ position, body }) => ({ position, ...fixedValueOf(body) }))
      .filter((row) => row.asset === asset);
    return [
      `median ${roundForOverview(summary.median)} ${asset}`,
      ...(rows.length < MIN_ROWS ? [] : nameLargest(rows)),
    ];
  });
}

/** Names the row that is more than half of the sum; empty where none is. */
function nameLargest(rows: readonly { position: number; amount: Amount }[]): string[] {
  const sum = rows.reduce((before, { amount }) => addAmounts(before, amount), '0');
  const amount = largestOf(rows.map((row) => row.amount));
  const share = compareAmounts(sum, '0') > 0 ? Number(ratioOf(amount, sum)) : 0;
  const row = rows.find((one) => compareAmounts(one.amount, amount) === 0);
  if (!row || share <= LARGE_SHARE) return [];
  return [`${Math.min(Math.floor(share * 100), 99)} % of the sum is row ${row.position + 1}`];
}

/** Writes how many times the median an amount is, such as “41×”. */
export function labelTimes(times: number): string {
  return `${formatCount(times)}×`;
}

/** Says how many times the median an amount is, such as “41 times”. */
export function describeTimes(times: number): string {
  return `${formatCount(times)} times`;
}

function toSheetValue(body: Valued['body']) {
  const { asset, amount } = fixedValueOf(body);
  return { asset, value: amount };
}
