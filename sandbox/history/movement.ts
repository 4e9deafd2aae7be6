import type { Amount } from '@/lib/money/amounts';
import type { NetworkId } from '@/lib/networks/networks';
import type { Direction, TransferRecord, TransferType } from '@/sandbox/transfer';
import { fromUnits } from '@/sandbox/units';

/** The part of a historical transfer that says what moves; history.ts adds the profile, the times and the status. */
export interface Movement {
  type: TransferType;
  direction: Direction;
  asset: string;
  amount: Amount;
  fee: Amount;
  total: Amount;
  network?: NetworkId;
  /** Profile of the transfer, if the movement determines it. */
  profileId?: string;
  details: Partial<TransferRecord>;
}

/**
 * Formats the three amounts of a record from smallest units: the total is amount - fee for a credit and amount + fee
 * for a debit (docs/specification/service-interface.md#transfer-record).
 */
export function writeAmounts({
  direction,
  units,
  feeUnits,
  decimals,
}: {
  direction: Direction;
  units: bigint;
  feeUnits: bigint;
  decimals: number;
}): { amount: Amount; fee: Amount; total: Amount } {
  const totalUnits = direction === 'CREDIT' ? units - feeUnits : units + feeUnits;
  // Money with two decimals always shows its cents.
  const minDecimals = decimals === 2 ? 2 : 0;
  return {
    amount: fromUnits(units, decimals, minDecimals),
    fee: fromUnits(feeUnits, decimals, minDecimals),
    total: fromUnits(totalUnits, decimals, minDecimals),
  };
}
