import type { Amount } from '@/lib/money/amounts';
import type { NetworkId } from '@/lib/networks/networks';
import type { Direction, TransferRecord, TransferType } from '@/sandbox/transfer';
import { fromUnits } from '@/sandbox/units';

/** What moves in a historical transfer; who, when and how it went is added by `build-record`. */
export interface Movement {
  type: TransferType;
  direction: Direction;
  asset: string;
  amount: Amount;
  fee: Amount;
  total: Amount;
  network?: NetworkId;
  /** Whose it is, where the movement decides that. */
  profileId?: string;
  details: Partial<TransferRecord>;
}

/** The three amounts of section 2.2 from smallest units: the total is amount - fee coming in and amount + fee going out. */
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
  // Cents are always written for money with two decimals.
  const minDecimals = decimals === 2 ? 2 : 0;
  return {
    amount: fromUnits(units, decimals, minDecimals),
    fee: fromUnits(feeUnits, decimals, minDecimals),
    total: fromUnits(totalUnits, decimals, minDecimals),
  };
}
