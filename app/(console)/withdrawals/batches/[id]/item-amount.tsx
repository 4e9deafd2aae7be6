import { readableText } from '@/components/values/untrusted-text';
import { groupDigits, splitDigits, writeDecimals } from '@/lib/money/format-amount';

const MAX_LENGTH = 125;

/**
 * Renders the amount of a row so that it lines up on the decimal point with the others, which have at most so many
 * `decimals`. Never broken, and every decimal is shown; those beyond six are dim.
 */
export function ItemAmount({ amount, asset, decimals }: { amount: string; asset: string; decimals: number }) {
  const text = groupDigits(writeDecimals(readableText(amount, MAX_LENGTH), asset));
  const { shown, rest } = splitDigits(text);
  const own = text.split('.')[1]?.length ?? 0;
  const missing = decimals - own;
  return (
    <bdi data-money className="font-mono whitespace-nowrap tabular-nums">
      {shown}
      {rest !== '' && <span className="text-dim">{rest}</span>}
      {missing > 0 && (
        <span aria-hidden className="invisible select-none @max-[680px]/rows:hidden">
          {own === 0 && '.'}
          {'0'.repeat(missing)}
        </span>
      )}
    </bdi>
  );
}

/** Counts the decimals of the amount with the most. */
export function countDecimals(values: readonly { amount: string; asset: string }[]): number {
  return Math.max(0, ...values.map(({ amount, asset }) => writeDecimals(amount, asset).split('.')[1]?.length ?? 0));
}
