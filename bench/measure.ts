/**
 * Measures two functions that take turns, in milliseconds, so that a slow moment of the machine affects both. A
 * function may return its own time if only a part of it counts. The first rounds warm up.
 */
export async function takeTurns(
  { rounds, warmUp }: { rounds: number; warmUp: number },
  plain: (round: number) => unknown,
  other: (round: number) => unknown,
): Promise<{ plain: number[]; other: number[] }> {
  const times = { plain: [] as number[], other: [] as number[] };
  for (let round = -warmUp; round < rounds; round += 1) {
    // The order alternates, since the second call finds warm caches.
    const order = round % 2 === 0 ? (['plain', 'other'] as const) : (['other', 'plain'] as const);
    for (const which of order) {
      const taken = await time(() => (which === 'plain' ? plain : other)(round + warmUp));
      if (round >= 0) times[which].push(taken);
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
