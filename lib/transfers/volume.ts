/** The number of hours in the volume chart, each of 60 minutes and counted back from now, so that all are full. */
export const HOURS = 24;

/** The exact amounts in and out of one hour, and their shares of the asset's highest hour in per cent. */
export interface HourVolume {
  credit: string;
  debit: string;
  creditShare: number;
  debitShare: number;
}

/** The volume of one asset in the last day. */
export interface AssetVolume {
  asset: string;
  transfers: number;
  /** Exact sums. */
  credit: string;
  debit: string;
  /** The 24 hours, oldest first. */
  hours: HourVolume[];
}

/** The volume of the last 24 hours. */
export interface DayVolume {
  /** The start of the first hour (ISO 8601). */
  from: string;
  /** The assets, those with the most transfers first. */
  assets: AssetVolume[];
}
