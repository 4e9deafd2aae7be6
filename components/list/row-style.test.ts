import { expect, test } from 'vitest';
import { createColumnLooks } from '@/components/list/row-style';

test('a column has its width, grows up to another or takes a share, and is narrower under headings by day', () => {
  const { gridOf } = createColumnLooks({
    time: { min: 6, minUnderDays: 4 },
    name: { min: 5, max: 10 },
    status: { min: 7, share: 2 },
  });
  const columns = ['time', 'name', 'status'] as const;
  expect(gridOf(columns).template).toBe('minmax(6rem,6rem) minmax(5rem,10rem) minmax(7rem,2fr)');
  expect(gridOf(columns, true).template).toBe('minmax(4rem,4rem) minmax(5rem,10rem) minmax(7rem,2fr)');
  expect(gridOf(columns).minWidth - gridOf(columns, true).minWidth).toBe(2);
});
