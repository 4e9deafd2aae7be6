import { expect, test } from 'vitest';
import { builtInViews, parseView } from '@/lib/transfers/saved-views';
import { readTransferQuery } from '@/lib/transfers/query';

test('the views that everybody has are queries that the list understands whole', () => {
  const views = builtInViews('2026-11-16T00:00:00+01:00');
  expect(views.map(({ name }) => name)).toEqual(['Needs a look', 'Pending withdrawals', 'Failed this week']);
  const [look, pending, failed] = views.map(({ parameters }) => readTransferQuery(new URLSearchParams(parameters)));
  expect(look?.hasProblem).toBe(true);
  expect(pending?.values).toEqual({ status: ['PENDING'], type: ['CRYPTO_WITHDRAWAL'] });
  expect(failed).toMatchObject({
    values: { status: ['FAILED'] },
    ranges: { created: { from: '2026-11-16T00:00:00+01:00' } },
  });
});

test('a view is kept under a plain name, with what the list knows of its parameters', () => {
  expect(parseView({ name: '  Late \n payouts ', parameters: 'nonsense=1&status=PENDING&sort=upwards' })).toEqual({
    name: 'Late payouts',
    parameters: 'status=PENDING',
  });
  expect(parseView({ name: ' ', parameters: '' })).toEqual({ kind: 'refused', reason: 'Give the view a name.' });
  expect(parseView({ name: 'x'.repeat(61), parameters: '' })).toMatchObject({ kind: 'refused' });
});
