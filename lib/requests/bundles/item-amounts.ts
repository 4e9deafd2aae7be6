import { type Amount, compareAmounts, exceedsTimes, largestOf, ratioOf } from '@/lib/money/amounts';
import { roundForOverview } from '@/lib/money/format-amount';
import { summarizeAmounts } from '@/lib/risk/sheet-amounts';
import { formatCount } from '@/lib/text/locale';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** An amount that exceeds the median of its asset so many times is named. */
const TIMES_MEDIAN = 10;
const MAX_NAMED = 3;

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
 * Orders the items of a batch for a decision: those with more findings first, then amounts far above the median, then
 * the larger amounts.
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
        findings: item.look?.reasons.length ?? 0,
        share: compareAmounts(most, '0') > 0 ? Number(ratioOf(amount, most)) : 0,
        times: isFar ? Math.floor(Number(ratioOf(amount, median))) : undefined,
      };
    })
    .toSorted(
      (a, b) =>
        b.findings - a.findings ||
        Number(b.times !== undefined) - Number(a.times !== undefined) ||
        b.share - a.share ||
        a.asset.localeCompare(b.asset, 'en') ||
        compareAmounts(b.amount, a.amount) ||
        a.item.position - b.item.position,
    )
    .map(({ item, share, times }) => ({ item, share, times }));
}

/**
 * Describes the amounts of a batch, a sentence for each asset with several items: the median, and the items far above
 * it, the largest first.
 */
export function describeAmounts(items: readonly Valued[]): string[] {
  const summaryOf = summarizeAmounts(items.map(({ body }) => toSheetValue(body)));
  const ordered = orderByFindings(items.map((item) => ({ ...item, look: null })));
  return [...new Set(items.map(({ body }) => fixedValueOf(body).asset))].flatMap((asset) => {
    const summary = summaryOf(asset);
    if (!summary) return [];
    const far = ordered.filter(({ item, times }) => times !== undefined && fixedValueOf(item.body).asset === asset);
    const named = far
      .slice(0, MAX_NAMED)
      .map(({ item, times }) => `item ${item.position + 1} is ${describeTimes(times ?? 0)} that`);
    const left = far.length - named.length;
    const more = left > 0 ? [`and ${formatCount(left)} more are at least ${TIMES_MEDIAN} times that`] : [];
    return [`${[`Median ${roundForOverview(summary.median)} ${asset}`, ...named, ...more].join('; ')}.`];
  });
}

/** Writes how many times the median an amount is, such as “41 times”. */
export function describeTimes(times: number): string {
  return `${formatCount(times)} times`;
}

function toSheetValue(body: Valued['body']) {
  const { asset, amount } = fixedValueOf(body);
  return { asset, value: amount };
}
