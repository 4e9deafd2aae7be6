import type { Amount } from '@/lib/money/amounts';

/** What withdrawals of one asset on one network cost lately. */
export interface TypicalFee {
  samples: number;
  median: Amount;
  /** Nine of ten cost no more. */
  p90: Amount;
}

/** What a withdrawal cost, as the service says, and whether that is as it should be. */
export interface CostCheck {
  amount: string | null;
  fee: string | null;
  total: string | null;
  /** What the fee was compared with; null where too few are known. */
  usual: TypicalFee | null;
  /** Whether total = amount + fee, to the digit. */
  sum: 'right' | 'wrong' | 'unchecked';
  feeIs: 'usual' | 'high' | 'unheard-of' | 'unchecked';
  /** What somebody must look into, a sentence each; none where all is as it should be. */
  faults: string[];
}
