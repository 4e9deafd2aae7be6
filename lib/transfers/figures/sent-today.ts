/** A number of transfers and the exact sum of their amounts. */
export interface CountedSum {
  transfers: number;
  amount: string;
}

/** The withdrawals of one asset that were sent in a day, and what became of them. */
export interface AssetSent {
  /** The asset that the recipients get; empty where the records name none. */
  asset: string;
  /** All of them; the members below are parts of it, and a status that the console does not know is in none of them. */
  sent: CountedSum;
  completed: CountedSum;
  pending: CountedSum;
  failed: CountedSum;
  /** The number of transfers whose amount is not a decimal number; no sum has it. */
  withoutAmount: number;
}

/** What was sent in a day, the assets with the most withdrawals first. */
export interface DaySent {
  /** The day (2026-11-21) and the time zone whose day it is (an IANA name). */
  day: string;
  zone: string;
  assets: AssetSent[];
}
