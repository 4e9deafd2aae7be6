import { type Amount, compareAmounts, exceedsTimes, largestOf, medianOf, ratioOf } from '@/lib/amounts';

/** With fewer earlier amounts, nothing is said about what is usual. */
export const FEWEST_TO_LEARN = 5;
/** Beyond everything there was, by a slip of a digit or a wrong unit and not by growth: three times the largest… */
const TIMES_LARGEST = 3;
/** …or, where most are small, five times the middle, as long as nothing as large was ever paid. */
const TIMES_MEDIAN = 5;

/** How an amount compares with earlier ones. */
export interface Comparison {
  isUnusual: boolean;
  /** Not unusual, and still worth a look: more than ever before, or far above the middle. */
  isLarge: boolean;
  isAboveAll: boolean;
  samples: number;
  largest: Amount;
  /** How many times the median, for reading. */
  ratio: Amount;
}

/** Compares an amount with earlier ones, exactly. Undefined where there are too few to learn from; zeros teach nothing. */
export function compareWithUsual(value: Amount, earlier: readonly Amount[]): Comparison | undefined {
  const sample = earlier.filter((amount) => compareAmounts(amount, '0') > 0);
  if (sample.length < FEWEST_TO_LEARN) return undefined;
  const [median, largest] = [medianOf(sample), largestOf(sample)];
  const isAboveAll = compareAmounts(value, largest) > 0;
  const isFarAbove = exceedsTimes(value, TIMES_MEDIAN, median);
  const isUnusual = exceedsTimes(value, TIMES_LARGEST, largest) || (isFarAbove && isAboveAll);
  return { isUnusual, isLarge: isAboveAll || isFarAbove, isAboveAll, samples: sample.length, largest, ratio: ratioOf(value, median) };
}
