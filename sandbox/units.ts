import { subtractAmounts, type Amount } from '@/lib/money/amounts';

const POWERS_OF_TEN = Array.from({ length: 80 }, (_, exponent) => 10n ** BigInt(exponent));

/** Ten to a power, as a table knows it: raising it anew is what a record would spend its time on. */
export function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}

/** Whole smallest units (satoshi, wei) of an amount with at most `decimals` decimals. */
export function toUnits(amount: Amount, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** The decimal string of a count of smallest units; no trailing zeros beyond `minDecimals` decimals. */
export function fromUnits(units: bigint, decimals: number, minDecimals = 0): Amount {
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point + minDecimals && digits[end - 1] === '0') end -= 1;
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

/** The same value in one spelling: "007.500" and "7.5" are both "7.5". */
export function canonical(amount: Amount): Amount {
  return subtractAmounts(amount, '0');
}

/** How many decimals a value needs: trailing zeros do not count. */
export function decimalsOf(amount: Amount): number {
  return canonical(amount).split('.')[1]?.length ?? 0;
}

/** US dollars with two decimals, rounded down, for smallest units at a price in cents for one whole unit. */
export function dollars(units: bigint, decimals: number, priceCents: number): Amount {
  return fromUnits((units * BigInt(priceCents)) / powerOfTen(decimals), 2, 2);
}
