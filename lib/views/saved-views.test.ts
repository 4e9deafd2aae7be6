import { expect, test } from 'vitest';
import { builtInRequestViews } from '@/lib/requests/list/built-in-views';
import { countRequestFilters, readRequestQuery } from '@/lib/requests/list/query';
import { builtInTransferViews } from '@/lib/transfers/built-in-views';
import { readTransferQuery } from '@/lib/transfers/query';
import { parseView } from '@/lib/views/saved-views';

test('the built-in views of transfers are queries that the list understands', () => {
  const views = builtInTransferViews('2026-11-16T00:00:00+01:00');
  expect(views.map(({ name }) => name)).toEqual(['Pending withdrawals', 'Failed this week']);
  const [pending, failed] = views.map(({ parameters }) => readTransferQuery(new URLSearchParams(parameters)));
  expect(pending?.values).toEqual({ status: ['PENDING'], type: ['CRYPTO_WITHDRAWAL'] });
  expect(failed).toMatchObject({
    values: { status: ['FAILED'] },
    ranges: { created: { from: '2026-11-16T00:00:00+01:00' } },
  });
});

test('the built-in views of withdrawals are queries that the list understands', () => {
  for (const { parameters } of builtInRequestViews('2026-11-16T00:00:00+01:00')) {
    const { query, ignored } = readRequestQuery(new URLSearchParams(parameters));
    expect(ignored).toEqual([]);
    expect(countRequestFilters(query)).toBeGreaterThan(0);
  }
});

test('a view of withdrawals keeps its own parameters, and is not bound to one request', () => {
  const parameters = 'status=PENDING&state=rejected&of=mine&before=7f&sort=amount&cursor=x';
  expect(parseView({ name: 'Rejected', parameters }, 'withdrawals')).toEqual({
    name: 'Rejected',
    parameters: 'of=mine&state=rejected&sort=amount',
  });
});

test('a view is saved under a trimmed name, with the parameters that the list knows', () => {
  expect(
    parseView({ name: '  Late \n payouts ', parameters: 'nonsense=1&status=PENDING&sort=upwards' }, 'transfers'),
  ).toEqual({
    name: 'Late payouts',
    parameters: 'status=PENDING',
  });
  expect(parseView({ name: ' ', parameters: '' }, 'transfers')).toEqual({
    kind: 'refused',
    reason: 'Enter a name for the view.',
  });
  expect(parseView({ name: 'x'.repeat(61), parameters: '' }, 'transfers')).toMatchObject({ kind: 'refused' });
});
