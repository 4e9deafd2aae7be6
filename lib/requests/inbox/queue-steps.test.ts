import { describe, expect, it } from 'vitest';
import { findNext, findSteps } from '@/lib/requests/inbox/queue-steps';

const at = (id: string, minute: number, requesterName = 'finance') => ({
  id,
  requesterName,
  createdAt: new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString(),
});
const [a, b, c] = [at('a', 1), at('b', 2), at('c', 3)];

describe('steps through the queue', () => {
  it('knows the place of a request and its neighbours', () => {
    expect(findSteps([a, b, c], b)).toEqual({ position: 2, count: 3, previous: a, next: c });
    expect(findSteps([a, b, c], a)).toEqual({ position: 1, count: 3, previous: undefined, next: b });
    expect(findSteps([], a)).toEqual({ position: undefined, count: 0, previous: undefined, next: undefined });
  });

  it('goes on from a request that has left the queue', () => {
    expect(findSteps([a, c], b)).toEqual({ position: undefined, count: 2, previous: a, next: c });
    expect(findNext([a, c], b)).toBe(c);
  });

  it('starts again at the oldest after the youngest, and ends where nothing is left', () => {
    expect(findNext([a, b, c], c)).toBe(a);
    expect(findNext([c], c)).toBeUndefined();
    expect(findNext([], c)).toBeUndefined();
  });

  it('leads to every request before what only needs a look, such as an unknown outcome', () => {
    const unresolved = { ...at('u', 0), rank: 1 };
    expect(findNext([a, b, unresolved], b)).toBe(a);
    expect(findNext([unresolved], b)).toBe(unresolved);
  });

  it('stays with one requester until nothing of theirs is left', () => {
    const other = at('d', 0, 'finance-two');
    expect(findNext([other, a, b, c], a)).toBe(b);
    expect(findNext([other, a, b, c], c)).toBe(other);
    expect(findNext([other, a], other)).toBe(a);
  });

  it('finds the place of a grave one from its page, which does not know that it is', () => {
    expect(findSteps([a, b, { ...c, isGrave: true }], c)).toMatchObject({ position: 1, previous: undefined, next: a });
  });

  it('keeps requests of the same moment in one order', () => {
    const twins = [at('x', 1), at('y', 1), at('z', 1)];
    expect(findSteps(twins, at('y', 1))).toMatchObject({ position: 2, previous: { id: 'x' }, next: { id: 'z' } });
  });
});
