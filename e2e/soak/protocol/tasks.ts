import { MUTANTS, SURVIVORS } from '@/e2e/soak/protocol/mutants';
import { PRODUCTION } from '@/e2e/soak/protocol/rules';
import { type Found, search } from '@/e2e/soak/protocol/search';
import { describeWorld, WORLDS } from '@/e2e/soak/protocol/worlds';
import type { Setting } from '@/e2e/soak/protocol/world';
import type { Rules } from '@/e2e/soak/protocol/rules';
import type { Invariant } from '@/e2e/soak/protocol/invariants';

/** One search: of a world by the rules of the product, or by a mutant's, which must break `breaks`. */
export interface Task {
  kind: 'world' | 'mutant' | 'survivor';
  name: string;
  rules: Rules;
  setting: Setting;
  breaks?: Invariant;
}

/** All searches, the longest first. */
export const TASKS: readonly Task[] = [
  ...WORLDS.map((setting) => ({ kind: 'world' as const, name: describeWorld(setting), rules: PRODUCTION, setting })),
  ...SURVIVORS.map(({ name, rules, setting }) => ({
    kind: 'survivor' as const,
    name,
    rules: { ...PRODUCTION, ...rules },
    setting,
  })),
  ...MUTANTS.map(({ name, rules, setting, breaks }) => ({
    kind: 'mutant' as const,
    name,
    rules: { ...PRODUCTION, ...rules },
    setting,
    breaks,
  })),
];

/** What a search found, and whether that is what it must find. */
export interface Report extends Found {
  isRight: boolean;
  seconds: number;
}

/** Runs one search, of at most `maxStates` states. */
export function runTask({ kind, rules, setting, breaks }: Task, maxStates = 2_000_000): Report {
  const startedAt = performance.now();
  const found = search(rules, setting, maxStates);
  const isRight = kind === 'mutant' ? found.violation?.invariant === breaks : found.violation === undefined;
  return { ...found, isRight, seconds: (performance.now() - startedAt) / 1000 };
}
