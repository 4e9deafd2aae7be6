import { addAmounts, compareAmounts, subtractAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import { balanceAsset, signAmount } from '@/lib/transfers/balance-change';
import type { Transfer } from '@/lib/transfers/transfer';

/** One line of an account: what a transfer, or its fee, adds to the balance or takes from it. */
export interface BalanceLine {
  part: 'amount' | 'fee' | 'balance change';
  /** Signed, digit for digit as the service wrote it; undefined where the sign or the amount cannot be known. */
  amount: string | undefined;
  /** The asset of the balance. */
  asset: string | undefined;
  /** Why there is one line for amount and fee together, or no amount; undefined for an ordinary line. */
  note?: string;
}

/** The members of a record that decide its lines. */
export type BalanceRecord = {
  [Member in 'status' | 'direction' | 'amount' | 'total' | 'fee' | 'asset' | 'balance_asset']?:
    | Transfer[Member]
    | undefined;
};

/**
 * Gives the lines by which a transfer changes its balance; their sum is the balance change, and there are none unless
 * it is COMPLETED (docs/specification/console-contract.md#balance-lines). Amount and fee are two lines where they are
 * in the unit of the balance and add up to `total`, otherwise the balance change is one line with the reason. Lines of
 * zero are left out, unless the whole change is zero.
 */
export function balanceLines(record: BalanceRecord): BalanceLine[] {
  if (record.status !== 'COMPLETED') return [];
  const { direction, amount, fee, total } = record;
  const asset = balanceAsset(record);
  const change = signAmount(total, direction);
  const whole = (note: string): BalanceLine[] => [{ part: 'balance change', amount: change, asset, note }];
  if (change === undefined || total === undefined)
    return whole(direction === 'CREDIT' || direction === 'DEBIT' ? 'no readable total' : 'direction unknown');
  if (asset !== record.asset)
    return whole(`converted from ${amount ?? 'an unknown amount'} ${record.asset ?? ''}`.trim());
  if (!isAmount(amount) || !isAmount(fee)) return whole('no readable amount or fee');
  const expected = direction === 'DEBIT' ? addAmounts(amount, fee) : subtractAmounts(amount, fee);
  if (compareAmounts(expected, total) !== 0) return whole(`amount ${amount} and fee ${fee} do not add up to it`);
  const lines: BalanceLine[] = [
    { part: 'amount', amount: signAmount(amount, direction), asset },
    { part: 'fee', amount: signAmount(fee, 'DEBIT'), asset },
  ];
  const moved = lines.filter((line) => line.amount !== undefined && /[1-9]/.test(line.amount));
  return moved.length > 0 ? moved : lines.slice(0, 1);
}

/** Counts the decimals of an amount without trailing zeros. */
export function countDecimals(amount: string): number {
  return (amount.split('.')[1] ?? '').replace(/0+$/, '').length;
}

// The mirror has at most 60 digits on each side of the point.
function isAmount(text: string | undefined): text is string {
  return text !== undefined && isServiceAmount(text);
}
