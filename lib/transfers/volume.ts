/** The hours of the last day, each of 60 minutes and counted back from now, so that none of them is only begun. */
export const HOURS = 24;

/** What came in and went out in one hour: exact decimals, and how high each is in per cent of the asset's highest hour. */
export interface HourVolume {
  credit: string;
  debit: string;
  creditShare: number;
  debitShare: number;
}

/** What moved of one asset during the last day. */
export interface AssetVolume {
  asset: string;
  transfers: number;
  /** Exact sums. */
  credit: string;
  debit: string;
  /** The oldest first; 24 of them. */
  hours: HourVolume[];
}

export interface DayVolume {
  /** When the first of the hours began (ISO 8601). */
  from: string;
  /** The asset with the most transfers first. */
  assets: AssetVolume[];
}
