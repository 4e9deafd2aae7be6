import { Decimal } from 'decimal.js';
import { isServiceAmount } from '@/lib/written-amounts';

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

function exact(amount: Amount): Decimal {
  const digits = amount.startsWith('-') ? amount.slice(1) : amount;
  if (!isServiceAmount(digits)) throw new RangeError('not a decimal amount');
  return new Exact(amount);
}
