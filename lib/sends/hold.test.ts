import { expect, it } from 'vitest';
import { isHeldUnsent } from '@/lib/sends/hold';
import type { HoldReason } from '@/lib/sends/send-machine';

it.each<[HoldReason, boolean]>([
  [{ kind: 'held', personId: 'p', by: 'Ann', reason: 'Wait', isAmbiguous: false }, true],
  [{ kind: 'held', personId: 'p', by: 'Ann', reason: 'Wait', isAmbiguous: true }, false],
  [{ kind: 'limit', detail: 'x', isAmbiguous: false }, true],
  [{ kind: 'limit', detail: 'x', isAmbiguous: true }, false],
  [{ kind: 'changed', detail: 'x' }, false],
  [{ kind: 'not-found', posts: 1 }, false],
])('needs no search before it is sent, or does: %j', (hold, isUnsent) => {
  expect(isHeldUnsent({ state: 'HOLD', isAmbiguous: false, hold })).toBe(isUnsent);
  expect(isHeldUnsent({ state: 'HOLD', isAmbiguous: true, hold })).toBe(false);
});
