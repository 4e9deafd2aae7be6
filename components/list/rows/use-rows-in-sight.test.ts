import { expect, test } from 'vitest';
import { chooseDrawn } from '@/components/list/rows/use-rows-in-sight';

const scrolled = { edition: 'all', range: { start: 190, end: 215 }, size: { all: 9000, above: 7600 } };

test('rows that were drawn stay as they are while the list grows', () => {
  expect(chooseDrawn(scrolled, { edition: 'all', count: 400, plainEnd: 50 })).toEqual({
    range: scrolled.range,
    size: scrolled.size,
  });
});

test.each([
  ['none', 0],
  ['few', 3],
  ['many', 800],
])('a list that takes the place of a scrolled one and has %s rows begins at its top, at its own height', (_, count) => {
  const { range, size } = chooseDrawn(scrolled, { edition: 'found', count, plainEnd: 50 });
  expect(size).toBeUndefined();
  expect(range).toEqual({ start: 0, end: Math.min(count, 50) });
});

test('a list whose rows are gone has no height of theirs', () => {
  expect(chooseDrawn(scrolled, { edition: 'all', count: 0, plainEnd: 50 })).toEqual({
    range: { start: 0, end: 0 },
    size: undefined,
  });
});
