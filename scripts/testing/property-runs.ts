/** How often each property is tried: a hundred times, or as often as FC_RUNS says. */
export const FC_RUNS = Number(process.env.FC_RUNS || 100);

/** Gives the number of runs of a property that needs more or fewer than others: this many times FC_RUNS. */
export function runs(times: number): number {
  return Math.max(1, Math.round(times * FC_RUNS));
}
