// Below this, a measurement shows the clock and the collection of garbage rather than the work.
const NOISE_MS = 2;
const MAX_RUNS = 5;
// Sixteen times the text takes a linear function sixteen times as long, and a quadratic one 256 times.
const MAX_GROWTH = 64;
// Four times the text takes a linear function four times as long, and a quadratic one sixteen times.
const MAX_GROWTH_OF_FOUR = 10;

/** The growth of a function's time: `text` names the length from which it was more than linear. */
export interface Growth {
  isLinear: boolean;
  /** Time for the last text that was measured, divided by the time for a sixteenth of it. */
  ratio: number;
  characters: number;
}

/**
 * Measures whether the time of a function is at most linear in the length of a text: at each step of `lengths`, of
 * which each is sixteen times the one before, and ends at the first step that is not. Compares processor times of one
 * run with each other, so that neither the speed of the machine nor its other work matters.
 */
export function measureGrowth(
  work: (text: string) => unknown,
  textOf: (characters: number) => string,
  lengths: readonly number[],
): Growth {
  let growth: Growth = { isLinear: true, ratio: 1, characters: 0 };
  let before = 0;
  for (const characters of lengths) {
    const text = textOf(characters);
    const shortest = measureShortest(work, text, Math.max(before, NOISE_MS) * (MAX_GROWTH / 2));
    growth = { isLinear: true, ratio: shortest / Math.max(before, NOISE_MS), characters };
    // A text of which the garbage must be collected takes longer than a sixteenth that leaves none: of two that both
    // leave some, only a steep function shows.
    if (growth.ratio > MAX_GROWTH) {
      const quarter = measureShortest(work, textOf(Math.floor(characters / 4)), NOISE_MS);
      if (shortest / Math.max(quarter, NOISE_MS) > MAX_GROWTH_OF_FOUR) return { ...growth, isLinear: false };
    }
    before = shortest;
  }
  return growth;
}

/** Measures the shortest of a few calls, and ends at one that took at most `enoughMs`. */
function measureShortest(work: (text: string) => unknown, text: string, enoughMs: number): number {
  let shortest = Infinity;
  // Garbage of an earlier run may be collected in this one, so a long time counts only if it repeats.
  for (let run = 0; run < MAX_RUNS && shortest > enoughMs; run += 1)
    shortest = Math.min(shortest, measureOnce(work, text));
  return shortest;
}

/** Measures the processor time of one call in milliseconds. */
export function measureOnce(work: (text: string) => unknown, text: string): number {
  const startedAt = process.cpuUsage();
  work(text);
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}
