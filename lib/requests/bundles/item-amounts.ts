import { compareAmounts, exceedsTimes, largestOf, ratioOf } from '@/lib/money/amounts';
import { shortenDigits } from '@/lib/money/format-amount';
import { summarizeAmounts } from '@/lib/risk/sheet-amounts';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** An amount that exceeds the median of its asset so many times is named as an outlier. */
const TIMES_MEDIAN = 10;
const MAX_NAMED = 3;

interface Valued {
  position: number;
  body: Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount' | 'total'>;
  look: { reasons: readonly string[] } | null;
}

/**
 * Orders the items of a batch for a decision: those with more findings first, then the larger share of the largest
 * amount in their asset. Gives each with that share, from 0 to 1.
 */
export function orderByFindings<Item extends Valued>(items: readonly Item[]): { item: Item; share: number }[] {
  const largest = new Map<string, string>();
  for (const { body } of items) {
    const { asset, amount } = fixedValueOf(body);
    largest.set(asset, largestOf([largest.get(asset) ?? '0', amount]));
  }
  const shareOf = ({ body }: Item) => {
    const { asset, amount } = fixedValueOf(body);
    const most = largest.get(asset) ?? '0';
    return compareAmounts(most, '0') > 0 ? Number(ratioOf(amount, most)) : 0;
  };
  return items
    .map((item) => ({ item, share: shareOf(item), findings: item.look?.reasons.length ?? 0 }))
    .toSorted((a, b) => b.findings - a.findings || compareValues(a, b) || a.item.position - b.item.position)
    .map(({ item, share }) => ({ item, share }));
}

/** Compares by exact amounts within an asset, and by their shares across assets; the larger first. */
function compareValues(a: { item: Valued; share: number }, b: { item: Valued; share: number }): number {
  const [one, other] = [fixedValueOf(a.item.body), fixedValueOf(b.item.body)];
  return one.asset === other.asset ? compareAmounts(other.amount, one.amount) : b.share - a.share;
}

/**
 * Describes the amounts of a batch, a sentence for each asset with several items: the median, and the items that exceed
 * it ten times, the largest first.
 */
export function describeAmounts(items: readonly Valued[]): string[] {
  const values = items.map(({ position, body }) => ({ position, ...fixedValueOf(body) }));
  const summaryOf = summarizeAmounts(values.map(({ asset, amount }) => ({ asset, value: amount })));
  return [...new Set(values.map(({ asset }) => asset))].flatMap((asset) => {
    const summary = summaryOf(asset);
    if (!summary) return [];
    const outliers = values
      .filter((value) => value.asset === asset && exceedsTimes(value.amount, TIMES_MEDIAN, summary.median))
      .toSorted((a, b) => compareAmounts(b.amount, a.amount));
    const named = outliers
      .slice(0, MAX_NAMED)
      .map(
        ({ position, amount }) =>
          `item ${position + 1} is ${Math.floor(Number(ratioOf(amount, summary.median))).toLocaleString('en-GB')} times that`,
      );
    const left = outliers.length - named.length;
    const more = left > 0 ? [`and ${left.toLocaleString('en-GB')} more are at least ${TIMES_MEDIAN} times that`] : [];
    return [`Median ${shortenDigits(summary.median)} ${asset}${[[], ...named, ...more].join('; ')}.`];
  });
}
