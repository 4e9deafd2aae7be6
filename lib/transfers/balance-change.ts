import { isServiceAmount } from '@/lib/money/format-amount';

/**
 * Gives the asset whose balance a transfer changes: `balance_asset`, or `asset` where the record has none
 * (docs/specification/service-interface.md#transfer-record).
 */
export function balanceAsset({
  balance_asset,
  asset,
}: {
  balance_asset?: string | undefined;
  asset?: string | undefined;
}): string | undefined {
  return balance_asset || asset;
}

/**
 * Signs an amount of the service by the direction, digit for digit: "-1.50" for a DEBIT, and "0.25" for ".25".
 * Undefined where the direction is neither CREDIT nor DEBIT, or the text is no amount: an empty cell is better than a
 * wrong sign. lib/server/mirror/search/export-snapshot.ts does the same in SQL.
 */
export function signAmount(amount: string | undefined, direction: string | undefined): string | undefined {
  if (amount === undefined || !isServiceAmount(amount)) return undefined;
  const digits = amount.startsWith('.') ? `0${amount}` : amount;
  if (direction === 'CREDIT') return digits;
  if (direction !== 'DEBIT') return undefined;
  return /[1-9]/.test(digits) ? `-${digits}` : digits;
}
