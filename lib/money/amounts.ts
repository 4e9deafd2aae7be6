import { Decimal } from 'decimal.js';
import { isServiceAmount } from '@/lib/money/format-amount';

/** A decimal string in whole units of its asset, such as "1.50" (ETH). Never a JavaScript number. */
export type Amount = string;

// 60 digits on each side of the point, and a carry.
const Exact = Decimal.clone({ precision: 125, toExpNeg: -1000, toExpPos: 1000 });
const Rounded = Decimal.clone({ precision: 8, rounding: Decimal.ROUND_UP, toExpNeg: -1000, toExpPos: 1000 });

/** Adds two amounts exactly; gives the sum without trailing zeros. */
export function addAmounts(a: Amount, b: Amount): Amount {
  return exact(a).plus(exact(b)).toFixed();
}

/** Subtracts b from a exactly; the result is negative where b is larger. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  return exact(a).minus(exact(b)).toFixed();
}

/** Multiplies an amount by a whole number exactly. */
export function multiplyAmount(amount: Amount, times: number): Amount {
  return exact(amount).times(times).toFixed();
}

/** Multiplies an amount by the price of a unit; the value is rounded up to two decimals. */
export function valueAt(amount: Amount, price: Amount): Amount {
  return exact(amount).times(exact(price)).toDecimalPlaces(2, Decimal.ROUND_UP).toFixed();
}

/** Multiplies an amount by the price of a unit exactly: what is shown, where `valueAt` is what limits count. */
export function worthAt(amount: Amount, price: Amount): Amount {
  return exact(amount).times(exact(price)).toFixed();
}

/** Divides a value by the price of a unit; the units are rounded up to 18 decimals. Throws where the price is zero. */
export function unitsAt(value: Amount, price: Amount): Amount {
  const divisor = exact(price);
  if (divisor.isZero()) throw new RangeError('cannot divide by a zero amount');
  return exact(value).dividedBy(divisor).toDecimalPlaces(18, Decimal.ROUND_UP).toFixed();
}

/** Computes the price of a unit, rounded up to eight significant digits. Throws where there are no units. */
export function priceOf(value: Amount, units: Amount): Amount {
  const divisor = exact(units);
  if (divisor.isZero()) throw new RangeError('cannot divide by a zero amount');
  // A division to 125 digits takes twice as long.
  return new Rounded(exact(value)).dividedBy(divisor).toFixed();
}

/** Compares two amounts by value, so "1.50" equals "1.5": -1 where a is smaller, 0 or 1. */
export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  return exact(a).comparedTo(exact(b)) as -1 | 0 | 1;
}

/**
 * Computes the median of amounts, with an even number of them half the sum of the middle two. Throws without amounts.
 */
export function medianOf(amounts: readonly Amount[]): Amount {
  const sorted = amounts.map(exact).toSorted((a, b) => a.comparedTo(b));
  const [below, above] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  if (below === undefined || above === undefined) throw new RangeError('the median of no amounts is undefined');
  return below.plus(above).dividedBy(2).toFixed();
}

/** Finds the amount with this rank from above, where the largest has rank 0. Throws where there are too few amounts. */
export function amountAtRank(amounts: readonly Amount[], rank: number): Amount {
  const ranked = amounts.map(exact).toSorted((a, b) => b.comparedTo(a))[rank];
  if (ranked === undefined) throw new RangeError('there are fewer amounts than this rank');
  return ranked.toFixed();
}

/** Finds the largest of several amounts. Throws without amounts. */
export function largestOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((largest, amount) => (compareAmounts(amount, largest) > 0 ? amount : largest));
}

/** Finds the smallest of several amounts. Throws without amounts. */
export function smallestOf(amounts: readonly Amount[]): Amount {
  return amounts.reduce((smallest, amount) => (compareAmounts(amount, smallest) < 0 ? amount : smallest));
}

/** Tells whether an amount is more than `times` times another. */
export function exceedsTimes(amount: Amount, times: number, other: Amount): boolean {
  return exact(amount).greaterThan(exact(other).times(times));
}

/**
 * Computes how many times `other` an amount is, rounded for reading: "12.5", below 1 with two significant digits.
 * Throws where `other` is zero.
 */
export function ratioOf(amount: Amount, other: Amount): Amount {
  const divisor = exact(other);
  if (divisor.isZero()) throw new RangeError('cannot divide by a zero amount');
  const ratio = exact(amount).dividedBy(divisor);
  return (ratio.lessThan(1) ? ratio.toSignificantDigits(2) : ratio.toDecimalPlaces(1)).toFixed();
}

function exact(amount: Amount): Decimal {
  const digits = amount.startsWith('-') ? amount.slice(1) : amount;
  if (!isServiceAmount(digits)) throw new RangeError('not a decimal amount');
  return new Exact(amount);
}
