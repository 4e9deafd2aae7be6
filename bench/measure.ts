/**
 * Measures two functions that take turns, in milliseconds, so that a slow moment of the machine affects both. A
 * function may return its own time if only a part of it counts. The first rounds warm up.
 */
export async function takeTurns(
  rounds: { rounds: number; warmUp: number },
  plain: (round: number) => unknown,
  other: (round: number) => unknown,
): Promise<{ plain: number[]; other: number[] }> {
  return takeTurnsOf(rounds, { plain, other });
}

/** Measures any number of functions as takeTurns measures two. */
export async function takeTurnsOf<Name extends string>(
  { rounds, warmUp }: { rounds: number; warmUp: number },
  works: Record<Name, (round: number) => unknown>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(works) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round += 1) {
    // The order alternates, since a later call finds warm caches.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const taken = await time(() => works[name](round + warmUp));
      if (round >= 0) times[name].push(taken);
    }
  }
  return times;
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  const own = await work();
  return typeof own === 'number' ? own : performance.now() - start;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Returns the value that so many per cent of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor((sorted.length * percent) / 100), sorted.length - 1)] ?? Number.NaN;
}
