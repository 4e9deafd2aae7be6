import { type Amount, amountAtRank, compareAmounts, exceedsTimes } from '@/lib/money/amounts';
import { groupDigits, roundForOverview } from '@/lib/money/format-amount';

/** How many times the median of its sheet an amount must exceed to be unusual. */
const TIMES_SHEET_MEDIAN = 100;

/** The amounts of one asset in a sheet. */
export interface SheetAmounts {
  rows: number;
  /** The lower one of the middle two for an even number of rows, so that a wrong amount in two rows is found. */
  median: Amount;
}

/**
 * Gives a function from an asset to its amounts in a sheet, without zeros; undefined for an asset of fewer than two
 * rows.
 */
export function summarizeAmounts(
  rows: readonly { asset: string; value: Amount }[],
): (asset: string) => SheetAmounts | undefined {
  const byAsset = new Map<string, Amount[]>();
  for (const { asset, value } of rows) {
    if (compareAmounts(value, '0') <= 0) continue;
    const amounts = byAsset.get(asset);
    if (amounts) amounts.push(value);
    else byAsset.set(asset, [value]);
  }
  const summaries = new Map(
    [...byAsset]
      .filter(([, amounts]) => amounts.length > 1)
      .map(([asset, amounts]) => [
        asset,
        { rows: amounts.length, median: amountAtRank(amounts, Math.floor(amounts.length / 2)) },
      ]),
  );
  return (asset) => summaries.get(asset);
}

/** Tells whether an amount is so far above the others of its sheet that it is probably wrong. */
export function isFarAboveSheet(value: Amount, { median }: SheetAmounts): boolean {
  return exceedsTimes(value, TIMES_SHEET_MEDIAN, median);
}

const FAR_ABOVE = `More than ${TIMES_SHEET_MEDIAN} times the median of the sheet, which is`;

/** Tells whether a finding is that of `explainFarAboveSheet`. */
export function isSaidOfSheet(finding: string | undefined): boolean {
  return finding?.startsWith(FAR_ABOVE) === true;
}

/** Explains an amount for which `isFarAboveSheet` is true. */
export function explainFarAboveSheet(asset: string, { rows, median }: SheetAmounts): string {
  return `${FAR_ABOVE} ${roundForOverview(median)} ${asset} (${groupDigits(String(rows))} rows in ${asset}).`;
}
