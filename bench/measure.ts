/** Two things that took turns in one run: the median of each in milliseconds, and the second by the first. */
export interface Ratio {
  name: string;
  against: string;
  ratio: number;
  plainMs: number;
  otherMs: number;
}

const ROUNDS = 60;
const WARM_UP = 20;

/** The median times of two things that take turns, so that a slow moment of the machine falls on both. */
export function measure(plain: () => unknown, other: () => unknown): { plainMs: number; otherMs: number } {
  const times: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const taken = [time(plain), time(other)] as const;
    if (round < 0) continue;
    times[0].push(taken[0]);
    times[1].push(taken[1]);
  }
  return { plainMs: median(times[0]), otherMs: median(times[1]) };
}

function time(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
