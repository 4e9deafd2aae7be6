import {
  type Amount,
  amountAtRank,
  compareAmounts,
  exceedsTimes,
  largestOf,
  medianOf,
  ratioOf,
} from '@/lib/money/amounts';

/** The number of earlier amounts below which none is called typical. */
export const MIN_SAMPLES = 5;
// An amount is unusual where a slip of a digit or a wrong unit explains it better than growth: above three times the
// largest so far, or, where most amounts are small, above five times the median and above every earlier amount.
export const TIMES_LARGEST = 3;
const TIMES_MEDIAN = 5;
// Of fewer amounts than `MIN_SAMPLES`: an amount above five times the largest is unusual. Above ten times it is named
// so, as the policy names a recipient who counts as new (lib/policy/facts.ts).
export const TIMES_LARGEST_OF_FEW = [10, 5] as const;
// Of many recipients' amounts, one in twenty is left out, at least one: a few large ones say nothing about the others.
const LEFT_OUT = 1 / 20;

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
  /** What was left out as exceptionally large, where it made a difference. */
  leftOut?: { count: number; largestOfOthers: Amount };
}

/** Compares an amount with earlier ones exactly, ignoring zeros; undefined where there are fewer than `MIN_SAMPLES`. */
export function compareWithTypical(value: Amount, earlier: readonly Amount[]): Comparison | undefined {
  const typical = typicalOf(earlier);
  if (!typical) return undefined;
  return compare(value, typical, typical.largest);
}

/**
 * Compares an amount with earlier ones to many recipients: as `compareWithTypical`, but the largest twentieth of them
 * makes no amount usual.
 */
export function compareWithMost(value: Amount, earlier: readonly Amount[]): Comparison | undefined {
  const typical = typicalOf(earlier);
  if (!typical) return undefined;
  const comparison = compare(value, typical, typical.largestOfMost);
  if (comparison.isUnusual === compare(value, typical, typical.largest).isUnusual) return comparison;
  return { ...comparison, leftOut: { count: countLeftOut(typical.samples), largestOfOthers: typical.largestOfMost } };
}

function compare(value: Amount, { samples, median, largest }: NonNullable<Typical>, yardstick: Amount): Comparison {
  const isAboveAll = compareAmounts(value, largest) > 0;
  const isFarAbove = exceedsTimes(value, TIMES_MEDIAN, median);
  const isUnusual =
    exceedsTimes(value, TIMES_LARGEST, yardstick) || (isFarAbove && compareAmounts(value, yardstick) > 0);
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

/** The comparison of an amount with one to four earlier ones. */
export interface FewComparison {
  /** How many times the largest the amount exceeds, where that makes it unusual. */
  times: number | undefined;
  isAboveAll: boolean;
  samples: number;
  largest: Amount;
}

/** Compares an amount with fewer earlier ones than `MIN_SAMPLES`, ignoring zeros; undefined for none or more. */
export function compareWithFew(value: Amount, earlier: readonly Amount[]): FewComparison | undefined {
  if (typicalOf(earlier)) return undefined;
  const sample = earlier.filter(isPositive);
  if (sample.length === 0) return undefined;
  const largest = largestOf(sample);
  return {
    times: TIMES_LARGEST_OF_FEW.find((times) => exceedsTimes(value, times, largest)),
    isAboveAll: compareAmounts(value, largest) > 0,
    samples: sample.length,
    largest,
  };
}

/** The question about an amount that a lost point explains. */
export const ASKS_FOR_POINT = 'Is a decimal point missing?';

// A point is lost, or a thousands separator taken for none.
const TIMES_LOST = [10, 100, 1000];

/**
 * Asks about an amount that is about ten, a hundred or a thousand times what is usual, as a lost point makes it; empty
 * for any other.
 */
export function askForPoint(value: Amount, usual: Amount): string {
  const isAbout = (times: number) => exceedsTimes(value, times / 2, usual) && !exceedsTimes(value, times * 2, usual);
  return TIMES_LOST.some(isAbout) ? ASKS_FOR_POINT : '';
}

type Typical = { samples: number; median: Amount; largest: Amount; largestOfMost: Amount } | null;

// Most items of a batch are compared with the same thousand earlier amounts.
const typicalBySample = new WeakMap<readonly Amount[], Typical>();

function typicalOf(earlier: readonly Amount[]): Typical {
  const known = typicalBySample.get(earlier);
  const typical = known === undefined ? findTypical(earlier) : known;
  typicalBySample.set(earlier, typical);
  return typical;
}

function findTypical(earlier: readonly Amount[]): Typical {
  const sample = earlier.filter(isPositive);
  if (sample.length < MIN_SAMPLES) return null;
  return {
    samples: sample.length,
    median: medianOf(sample),
    largest: largestOf(sample),
    largestOfMost: amountAtRank(sample, countLeftOut(sample.length)),
  };
}

const countLeftOut = (samples: number) => Math.max(1, Math.floor(samples * LEFT_OUT));
const isPositive = (amount: Amount) => compareAmounts(amount, '0') > 0;
