import { formatCount } from '@/lib/text/locale';

/** The exact sums of the transfers of one asset, by the asset of the transfer. */
export interface AssetTotal {
  asset: string;
  /** The transfers of every status and direction; `amount`, `total` and `fee` add them all up, without signs. */
  transfers: number;
  amount: string;
  total: string;
  fee: string;
  /** The completed transfers: amounts received and sent, and fees. */
  completed: { transfers: number; amountIn: string; amountOut: string; fee: string };
}

/** Transfers of one status, with the sums of what came in and what went out. */
export interface Flow {
  transfers: number;
  in: string;
  out: string;
}

/** A flow with the difference of in and out, which is negative where more went out. */
export interface NetFlow extends Flow {
  net: string;
}

/**
 * The balance changes in one asset: sums of `total` in the balance asset of each transfer, or else in its asset
 * (docs/specification/service-interface.md#transfer-record).
 */
export interface BalanceTotal {
  /** The asset of the balance. */
  asset: string;
  transfers: number;
  completed: NetFlow;
  pending: Flow;
  failed: Flow;
  /** The number of transfers with another status or direction; no sum contains them. */
  other: number;
  /** The number of transfers whose total is not a decimal number; no sum contains them. */
  withoutTotal: number;
  /**
   * The USD value of the completed transfers that have one: their `notional_value`, or their total in USD itself.
   * `transfers` counts these.
   */
  usd: NetFlow;
}

/** The totals of all transfers of a query together: only counts and USD values add up over assets. */
export type OverallTotal = Pick<BalanceTotal, 'other' | 'usd'> &
  Record<'completed' | 'pending' | 'failed', Pick<Flow, 'transfers'>>;

/** The exact sums of the transfers that a query shows. */
export interface TransferSums {
  /** By asset of the transfer, the most frequent first. */
  totals: AssetTotal[];
  /** By asset of the balance, the most frequent first. */
  balances: BalanceTotal[];
  overall: OverallTotal;
}

/** Counts the transfers of sums. */
export function countTransfers({ totals }: Pick<TransferSums, 'totals'>): number {
  return totals.reduce((count, { transfers }) => count + transfers, 0);
}

/** Describes how many completed transfers a USD value covers: "980 of 1,000 completed transfers have a USD value". */
export function describeUsdBasis({ completed, usd }: OverallTotal): string {
  const noun = completed.transfers === 1 ? 'completed transfer has' : 'completed transfers have';
  return `${formatCount(usd.transfers)} of ${formatCount(completed.transfers)} ${noun} a USD value`;
}
