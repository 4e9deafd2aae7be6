import { expect, test } from 'vitest';
import { moveColumn } from '@/components/list/columns/column-settings';

test('a column moves to an index, and the others keep their order', () => {
  expect(moveColumn(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(moveColumn(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(moveColumn(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'b', 'c']);
});
