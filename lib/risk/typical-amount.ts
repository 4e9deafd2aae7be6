import { type Amount, compareAmounts, exceedsTimes, largestOf, medianOf, ratioOf } from '@/lib/money/amounts';

/** The number of earlier amounts below which none is called typical. */
export const MIN_SAMPLES = 5;
// An amount is unusual where a slip of a digit or a wrong unit explains it better than growth: above three times the
// largest so far, or, where most amounts are small, above five times the median and above every earlier amount.
const TIMES_LARGEST = 3;
const TIMES_MEDIAN = 5;

/** The comparison of an amount with earlier ones. */
export interface Comparison {
  isUnusual: boolean;
  /** True for an amount above every earlier one or far above the median; shown, though it may not be unusual. */
  isLarge: boolean;
  isAboveAll: boolean;
  samples: number;
  median: Amount;
  largest: Amount;
  /** The amount divided by the median, rounded for reading. */
  ratio: Amount;
}

/** Compares an amount with earlier ones exactly, ignoring zeros; undefined where there are fewer than `MIN_SAMPLES`. */
export function compareWithTypical(value: Amount, earlier: readonly Amount[]): Comparison | undefined {
  const known = typicalBySample.get(earlier);
  const typical = known === undefined ? findTypical(earlier) : known;
  typicalBySample.set(earlier, typical);
  if (!typical) return undefined;
  const { samples, median, largest } = typical;
  const isAboveAll = compareAmounts(value, largest) > 0;
  const isFarAbove = exceedsTimes(value, TIMES_MEDIAN, median);
  const isUnusual = exceedsTimes(value, TIMES_LARGEST, largest) || (isFarAbove && isAboveAll);
  return {
    isUnusual,
    isLarge: isAboveAll || isFarAbove,
    isAboveAll,
    samples,
    median,
    largest,
    ratio: ratioOf(value, median),
  };
}

type Typical = { samples: number; median: Amount; largest: Amount } | null;

// Most items of a batch are compared with the same thousand earlier amounts.
const typicalBySample = new WeakMap<readonly Amount[], Typical>();

function findTypical(earlier: readonly Amount[]): Typical {
  const sample = earlier.filter((amount) => compareAmounts(amount, '0') > 0);
  return sample.length < MIN_SAMPLES
    ? null
    : { samples: sample.length, median: medianOf(sample), largest: largestOf(sample) };
}
