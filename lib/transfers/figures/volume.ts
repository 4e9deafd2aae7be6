/** The number of hours in the volume chart, each of 60 minutes and counted back from now, so that all are full. */
export const HOURS = 24;

/** The exact balance changes of one hour, in and out, and their shares of the asset's highest hour in per cent. */
export interface HourVolume {
  credit: string;
  debit: string;
  creditShare: number;
  debitShare: number;
}

/** The balance changes of one asset in the last day. */
export interface AssetVolume {
  /** The asset of the balance. */
  asset: string;
  /** The number of completed transfers. */
  transfers: number;
  /** Exact sums of completed transfers. */
  credit: string;
  debit: string;
  /** The transfers that are pending, in no other member. */
  pending: { transfers: number; credit: string; debit: string };
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
