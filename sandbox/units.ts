import { subtractAmounts, type Amount } from '@/lib/money/amounts';

const POWERS_OF_TEN = Array.from({ length: 80 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns a power of ten from a table: computing it would dominate the cost of a record. */
export function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}

/** Converts an amount with at most `decimals` decimals to smallest units (satoshi, wei). */
export function toUnits(amount: Amount, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** Converts smallest units to a decimal string, without trailing zeros beyond `minDecimals` decimals. */
export function fromUnits(units: bigint, decimals: number, minDecimals = 0): Amount {
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point + minDecimals && digits[end - 1] === '0') end -= 1;
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

/** Normalises a decimal string: "007.500" becomes "7.5". */
export function canonical(amount: Amount): Amount {
  return subtractAmounts(amount, '0');
}

/** Returns the number of decimals that a value needs, without trailing zeros. */
export function decimalsOf(amount: Amount): number {
  return canonical(amount).split('.')[1]?.length ?? 0;
}

/** Converts smallest units to US dollars with two decimals, rounded down, at a price in cents per whole unit. */
export function dollars(units: bigint, decimals: number, priceCents: number): Amount {
  return fromUnits((units * BigInt(priceCents)) / powerOfTen(decimals), 2, 2);
}
