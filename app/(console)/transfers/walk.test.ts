import { expect, test } from 'vitest';
import { walkPages } from '@/app/(console)/transfers/walk';
import type { TransferListPage } from '@/lib/transfers';

const page = (ids: (string | null)[], nextCursor: string | null): TransferListPage => ({
  items: ids.map((id) => (id === null ? { id, flaws: [], raw: 7 } : { id, flaws: [] })),
  nextCursor,
  topCursor: null,
  coverage: { transfers: 3, isComplete: true, asOf: null, oldestAt: null, progress: null, fault: null, staleSince: null, saidAt: '2026-11-20T14:59:00Z' },
});

test('pages that drift list each transfer once and lose nothing', () => {
  const walk = walkPages([page(['a', 'b'], '2'), page(['b', 'c', null, null], '3')], [null, '2']);
  expect(walk.rows.map(({ item }) => item.id)).toEqual(['a', 'b', 'c', null, null]);
  expect(new Set(walk.rows.map(({ key }) => key)).size).toBe(5);
  expect(walk).toMatchObject({ end: 'more', next: '3' });
  expect(walk.indexes.get('c')).toBe(2);
});

test('a walk without a next cursor is complete', () => {
  expect(walkPages([page(['a'], null)], [null])).toMatchObject({ end: 'complete', next: null });
  expect(walkPages([page([], null)], [null])).toMatchObject({ end: 'complete', rows: [] });
});

test('a cursor that was used before stops the walk', () => {
  expect(walkPages([page(['a'], '2'), page(['b'], '2')], [null, '2'])).toMatchObject({ end: 'repeated', next: null });
});

test('pages of known transfers alone stop the walk, but not before the third', () => {
  const repeated = ['2', '3', '4', '5'].map((next) => page(['a', null], next));
  expect(walkPages(repeated.slice(0, 3), [null, '2', '3'])).toMatchObject({ end: 'more', next: '4' });
  expect(walkPages(repeated, [null, '2', '3', '4'])).toMatchObject({ end: 'repeated' });
});
