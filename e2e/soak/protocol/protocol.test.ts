import { describe, expect, it } from 'vitest';
import { describeTrace } from '@/e2e/soak/protocol/describe';
import { PRODUCTION } from '@/e2e/soak/protocol/rules';
import { search } from '@/e2e/soak/protocol/search';
import { runTask, TASKS } from '@/e2e/soak/protocol/tasks';
import type { Setting } from '@/e2e/soak/protocol/world';

// A beginning of what `npm run soak -- protocol` visits whole.

const EVERYTHING: Setting = {
  replay: 'repeats',
  resendPolicy: 'reconcile-first',
  events: ['people', 'restore', 'policy', 'foreign', 'mislabelled', 'second-send'],
};

describe('the send protocol', () => {
  it.each<[string, Setting, number]>([
    ['alone, all of it', { ...EVERYTHING, events: [] }, 6_000],
    ['with a service that refuses a repeat', { ...EVERYTHING, replay: 'refuses', events: ['people'] }, 7_000],
    ['with everything that can happen', EVERYTHING, 7_000],
  ])('keeps its invariants %s', (_name, setting, maxStates) => {
    const { states, violation } = search(PRODUCTION, setting, maxStates);
    expect(violation && `${violation.invariant}\n${describeTrace(violation.trace)}`).toBeUndefined();
    expect(states).toBeGreaterThan(5_000);
  });

  it.each(TASKS.filter(({ kind }) => kind === 'mutant').map((task) => [task.name, task] as const))(
    'breaks an invariant where %s',
    (_name, task) => {
      const { violation, isRight } = runTask(task, 30_000);
      expect([violation?.invariant, isRight]).toEqual([task.breaks, true]);
    },
  );
});
