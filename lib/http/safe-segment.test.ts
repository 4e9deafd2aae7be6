import { expect, it } from 'vitest';
import { isSafeSegment } from '@/lib/http/safe-segment';

it.each(['t-1', '0b0b1c9e-0000-4000-8000-000000000000', '...', 'a b', '%2e%2e', 'é', 'a..b'])('%j is safe', (id) => {
  expect(isSafeSegment(id)).toBe(true);
});

it.each(['', '.', '..', '../x', 'a/b', '/', '\\', 'a\\..', 'a\0', 'a\nb', '\ud800'])('%j is not safe', (id) => {
  expect(isSafeSegment(id)).toBe(false);
});
