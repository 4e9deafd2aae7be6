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

/** Names `notional_value`: the value in USD of amount and fee together, at the time of the transfer. */
export const VALUE_LABEL = 'Value with fee at the time';

const TOTAL_NAMES = new Map([
  ['DEBIT', { total: 'Balance falls by', failed: 'Total, not charged' }],
  ['CREDIT', { total: 'Balance rises by', failed: 'Total, not received' }],
]);

/**
 * Names the fee and the total of a transfer by what they do to the balance. A failure leaves it unchanged
 * (docs/specification/service-facts.md#states), so that neither reads as charged.
 */
export function nameCosts({ direction = '', status }: { direction?: string | undefined; status?: string | undefined }) {
  const known = TOTAL_NAMES.get(direction);
  return status === 'FAILED'
    ? { fee: 'Fee, not charged', total: known?.failed ?? 'Total, not charged' }
    : { fee: 'Fee', total: known?.total ?? 'Total' };
}
