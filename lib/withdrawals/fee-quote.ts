import type { Amount } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';

/** Guaranteed fee of a withdrawal (docs/specification/service-facts.md#fee-quotes). */
export interface FeeQuote {
  /** Value of `fee_id`. */
  id: string;
  fee: Amount;
  asset: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** Reads a quote from the service's answer; undefined where it lacks a usable ID, fee or time. */
export function readFeeQuote(value: unknown, asset: string): FeeQuote | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, fee, expires_at: expiry, asset: feeAsset = asset } = value as Record<string, unknown>;
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(id)) return undefined;
  if (typeof fee !== 'string' || !isServiceAmount(fee)) return undefined;
  if (typeof feeAsset !== 'string' || !/^[A-Z0-9]{2,12}$/.test(feeAsset)) return undefined;
  const expiresAt = typeof expiry === 'string' ? Date.parse(expiry) : Number.NaN;
  return Number.isNaN(expiresAt)
    ? undefined
    : { id, fee, asset: feeAsset, expiresAt: new Date(expiresAt).toISOString() };
}
