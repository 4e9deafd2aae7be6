import { groupDigits, isServiceAmount, keepDigits, roundAmount } from '@/lib/money/format-amount';
import { formatDate } from '@/lib/text/locale';

/**
 * What an amount is worth by the console's own price. It is information: no rule, no check and no signature reads it.
 */
export interface UsdValue {
  /** A decimal in USD, exact. */
  usd: string;
  /**
   * The time of the newest transfer behind the price (ISO 8601); null for USD itself, and for readers who see some
   * profiles alone: it would tell when a hidden one was paid.
   */
  pricedAt: string | null;
  /** How many parts of a sum have no price and are left out; absent for none. */
  unpriced?: number;
}

/** The currency of values: that of the policy's limits, without the packages that a policy needs. */
export const VALUE_CURRENCY = 'USD';

const DAY_MS = 24 * 3_600_000;

/** Says what an amount is worth: “≈ 108,420 USD”; “no price” where no price is known. */
export function describeValue(value: UsdValue | null): string {
  if (value === null) return 'no price';
  const more = value.unpriced === undefined ? '' : ` + ${value.unpriced} without a price`;
  return `≈ ${roundUsd(value.usd)} ${VALUE_CURRENCY}${more}`;
}

/** Says how old the price is, “price of 12 Nov”; undefined for a price of the last 24 hours or without a time. */
export function describePriceAge(value: UsdValue | null, now = new Date()): string | undefined {
  const at = new Date(value?.pricedAt ?? Number.NaN);
  if (!(now.getTime() - at.getTime() > DAY_MS)) return undefined;
  const isThisYear = at.getUTCFullYear() === now.getUTCFullYear();
  // In UTC, so that server and browser write the same.
  const year = isThisYear ? undefined : ('numeric' as const);
  return `price of ${formatDate(at, { day: 'numeric', month: 'short', year, timeZone: 'UTC' })}`;
}

/** Rounds a value for reading: whole dollars from 100 up, cents below, two digits of what would be 0. */
export function roundUsd(usd: string): string {
  if (!isServiceAmount(usd)) return usd;
  const cents = roundAmount(usd, 2);
  return groupDigits(cents.length >= '100.00'.length ? roundAmount(usd, 0) : keepDigits(usd, cents));
}
