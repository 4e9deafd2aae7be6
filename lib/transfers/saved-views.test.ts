import { expect, test } from 'vitest';
import { builtInViews, parseView } from '@/lib/transfers/saved-views';
import { readTransferQuery } from '@/lib/transfers/query';

test('the built-in views are queries that the list understands', () => {
  const views = builtInViews('2026-11-16T00:00:00+01:00');
  expect(views.map(({ name }) => name)).toEqual(['Needs attention', 'Pending withdrawals', 'Failed this week']);
  const [look, pending, failed] = views.map(({ parameters }) => readTransferQuery(new URLSearchParams(parameters)));
  expect(look?.hasProblem).toBe(true);
  expect(pending?.values).toEqual({ status: ['PENDING'], type: ['CRYPTO_WITHDRAWAL'] });
  expect(failed).toMatchObject({
    values: { status: ['FAILED'] },
    ranges: { created: { from: '2026-11-16T00:00:00+01:00' } },
  });
});

test('a view is saved under a trimmed name, with the parameters that the list knows', () => {
  expect(parseView({ name: '  Late \n payouts ', parameters: 'nonsense=1&status=PENDING&sort=upwards' })).toEqual({
    name: 'Late payouts',
    parameters: 'status=PENDING',
  });
  expect(parseView({ name: ' ', parameters: '' })).toEqual({ kind: 'refused', reason: 'Enter a name for the view.' });
  expect(parseView({ name: 'x'.repeat(61), parameters: '' })).toMatchObject({ kind: 'refused' });
});
