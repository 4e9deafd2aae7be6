import { expect, it } from 'vitest';
import { hasFailedCheck, type RecipientChecks } from '@/lib/risk/recipient-checks';
import { explainSignals } from '@/lib/risk/signals';

type Line = RecipientChecks['card']['lines'][number];
const line = (id: string, state: Line['state']): Line => ({ id, state, text: 'x', name: 'x', basis: 'x' });
const checks = (...lines: Line[]): RecipientChecks => ({
  address: { state: 'unchecked', reason: 'x' },
  lookAlikes: [],
  card: { lines, signals: [] },
  checkedAt: '2027-01-01T00:00:00Z',
});

it('a check has failed where it exists and could not run', () => {
  expect(hasFailedCheck(checks(line('address', 'unavailable'), line('book', 'warn')))).toBe(false);
  expect(hasFailedCheck(checks(line('book', 'unavailable')))).toBe(true);
  expect(hasFailedCheck({ ...checks(), lookAlikes: 'unavailable' })).toBe(true);
});

it('signals are explained as sentences, in one order', () => {
  expect(explainSignals(['not-in-book', 'unknown one', 'new-network'])).toEqual([
    'The recipient has been paid before, but never on this network.',
    'The recipient is not in the address book.',
  ]);
});
