import { type Amount, compareAmounts, exceedsTimes, largestOf, medianOf, ratioOf } from '@/lib/money/amounts';

/** With fewer earlier amounts, nothing is said about what is usual. */
export const MIN_SAMPLES_TO_COMPARE = 5;
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
  median: Amount;
  largest: Amount;
  /** How many times the median, for reading. */
  ratio: Amount;
}

/** Compares an amount with earlier ones, exactly. Undefined where there are too few to learn from; zeros teach nothing. */
export function compareWithTypical(value: Amount, earlier: readonly Amount[]): Comparison | undefined {
  const known = learned.get(earlier);
  const usual = known === undefined ? learn(earlier) : known;
  learned.set(earlier, usual);
  if (!usual) return undefined;
  const { samples, median, largest } = usual;
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

type Usual = { samples: number; median: Amount; largest: Amount } | null;

// The items of a batch are mostly compared with the same thousand earlier ones.
const learned = new WeakMap<readonly Amount[], Usual>();

function learn(earlier: readonly Amount[]): Usual {
  const sample = earlier.filter((amount) => compareAmounts(amount, '0') > 0);
  return sample.length < MIN_SAMPLES_TO_COMPARE
    ? null
    : { samples: sample.length, median: medianOf(sample), largest: largestOf(sample) };
}
