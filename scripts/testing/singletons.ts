import { Pool } from 'pg';

// As in lib/server/runtime/singleton.ts.
const KEY = Symbol.for('countersign.process-wide');
const holder = globalThis as typeof globalThis & { [KEY]?: Map<string, unknown> };

/** Gives everything that this process has one of: the pools, the settings, the clock, what was counted. */
export function readSingletons(): Map<string, unknown> {
  return (holder[KEY] ??= new Map());
}

/** Makes the code under test go on in another process: with the singletons of that one. */
export function switchSingletons(values: Map<string, unknown>): void {
  holder[KEY] = values;
}

/**
 * Closes the database pools of this process and forgets everything it has one of, as where a process ends and another
 * begins.
 */
export async function resetSingletons(): Promise<void> {
  const values = readSingletons();
  delete holder[KEY];
  const pools = [...values.values()].filter((value) => value instanceof Pool);
  await Promise.all(pools.filter(({ ended }) => !ended).map((pool) => pool.end()));
}
