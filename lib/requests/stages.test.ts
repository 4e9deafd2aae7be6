import { describe, expect, it } from 'vitest';
import {
  describeStages,
  describeStateFilter,
  REQUEST_STAGES,
  stageLabel,
  STATE_FILTERS,
  stagesOf,
  toneOfStages,
} from '@/lib/requests/stages';

describe('the stages of requests', () => {
  it('are each shown by one filter of their own, or by that for what is in progress', () => {
    const single = STATE_FILTERS.filter((filter) => stagesOf(filter).length === 1).flatMap(stagesOf);
    expect([...single, 'in-progress'].toSorted()).toEqual(REQUEST_STAGES.toSorted());
    expect([...stagesOf('in-progress'), ...stagesOf('ended'), 'awaiting'].toSorted()).toEqual(
      REQUEST_STAGES.toSorted(),
    );
  });

  it('have names, all different', () => {
    expect(new Set(REQUEST_STAGES.map(stageLabel)).size).toBe(REQUEST_STAGES.length);
    expect(STATE_FILTERS.map(describeStateFilter).slice(0, 4)).toEqual([
      'Awaiting approval',
      'In progress',
      'Outcome unknown',
      'Finished',
    ]);
  });

  it('describe a batch in the order of a request’s life', () => {
    expect(describeStages({ rejected: 3, awaiting: 12 })).toBe('12 awaiting · 3 rejected');
    expect(describeStages({ completed: 1200, unknown: 1, declined: 0 })).toBe('1 outcome unknown · 1,200 completed');
    expect(describeStages({})).toBe('');
  });

  it('give a batch the tone of what needs a person first', () => {
    expect(toneOfStages({ unknown: 1, completed: 9 })).toBe('alarm');
    expect(toneOfStages({ awaiting: 1, completed: 9 })).toBe('waiting');
    expect(toneOfStages({ rejected: 1, completed: 9 })).toBe('done');
    expect(toneOfStages({ rejected: 1 })).toBe('ended');
    expect(toneOfStages({ failed: 1, completed: 9 })).toBe('failed');
  });
});
