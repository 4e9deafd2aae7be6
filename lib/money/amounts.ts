import { Decimal } from 'decimal.js';
import { isServiceAmount } from '@/lib/money/format-amount';

/** A decimal string in whole units of its asset ("1.50" ETH). Never a JavaScript number. */
export type Amount = string;

// 60 digits on each side of the point, and one carry.
const Exact = Decimal.clone({ precision: 125, toExpNeg: -1000, toExpPos: 1000 });

/** The exact sum of two amounts, without trailing zeros beyond those needed. */
export function addAmounts(a: Amount, b: Amount): Amount {
  return exact(a).plus(exact(b)).toFixed();
}

/** The exact difference a - b; negative where b is larger. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  return exact(a).minus(exact(b)).toFixed();
}

/** -1, 0 or 1: the order of two amounts by value, so "1.50" and "1.5" are equal. */
export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  return exact(a).comparedTo(exact(b)) as -1 | 0 | 1;
}

/** The middle of several amounts; of an even number of them, half the sum of the middle two. Throws where there is none. */
export function medianOf(amounts: readonly Amount[]): Amount {
  const sorted = amounts.map(exact).toSorted((a, b) => a.comparedTo(b));
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (below === undefined || above === undefined) throw new RangeError('nothing has no middle');
  return below.plus(above).dividedBy(2).toFixed();
}

/** The largest of several amounts. Throws where there is none. */
export function largestOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((largest, amount) => (compareAmounts(amount, largest) > 0 ? amount : largest));
}

/** Whether an amount is more than so many times another. */
export function exceedsTimes(amount: Amount, times: number, other: Amount): boolean {
  return exact(amount).greaterThan(exact(other).times(times));
}

/** How many times one amount is another, for reading: with one decimal, below 1 with two digits that count. Throws where the other is zero. */
export function ratioOf(amount: Amount, other: Amount): Amount {
  const divisor = exact(other);
  if (divisor.isZero()) throw new RangeError('nothing is a multiple of zero');
  const ratio = exact(amount).dividedBy(divisor);
  return (ratio.lessThan(1) ? ratio.toSignificantDigits(2) : ratio.toDecimalPlaces(1)).toFixed();
}

function exact(amount: Amount): Decimal {
  const digits = amount.startsWith('-') ? amount.slice(1) : amount;
  if (!isServiceAmount(digits)) throw new RangeError('not a decimal amount');
  return new Exact(amount);
}
