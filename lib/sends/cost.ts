import type { Amount } from '@/lib/money/amounts';

/** Recent fees of withdrawals of one asset on one network. */
export interface TypicalFee {
  samples: number;
  median: Amount;
  /** 90th percentile: nine of ten fees are no higher. */
  p90: Amount;
}

/** Cost of a withdrawal as the service reported it, and the results of checking it; stored with the send. */
export interface CostCheck {
  amount: string | null;
  fee: string | null;
  total: string | null;
  /** Typical fee that the fee was compared with; null where too few are known. */
  usual: TypicalFee | null;
  /** Result of comparing the total with amount + fee, to the digit. */
  sum: 'right' | 'wrong' | 'unchecked';
  feeIs: 'usual' | 'high' | 'unheard-of' | 'unchecked';
  /** Sentences about what someone must look into; empty where the cost is right. */
  faults: string[];
}
