import { expect, it } from 'vitest';
import { hasFailedCheck, keepStored, type RecipientChecks } from '@/lib/risk/recipient-checks';
import { explainSignals } from '@/lib/policy/signals';

type Line = RecipientChecks['card']['lines'][number];
const line = (id: string, state: Line['state']): Line => ({ id, state, text: 'x', name: 'x', basis: 'x' });
const checks = (...lines: Line[]): RecipientChecks => ({
  address: { state: 'unchecked', reason: 'x' },
  similarAddresses: [],
  card: { lines, signals: [] },
  checkedAt: '2027-01-01T00:00:00Z',
});

it('a check has failed where it exists and could not run', () => {
  expect(hasFailedCheck(checks(line('address', 'unavailable'), line('book', 'warn')))).toBe(false);
  expect(hasFailedCheck(checks(line('book', 'unavailable')))).toBe(true);
  expect(hasFailedCheck({ ...checks(), similarAddresses: 'unavailable' })).toBe(true);
});

it('of current and stored findings about the same, the graver one is kept', () => {
  const current = checks(line('paid', 'ok'), line('open', 'warn'), line('book', 'unavailable'));
  const stored = checks(line('paid', 'warn'), line('open', 'ok'), line('book', 'notice'), line('memo', 'warn'));
  stored.card.signals = ['new-recipient'];
  const { lines, signals } = keepStored(current, stored).card;
  expect(lines.map(({ id, state }) => [id, state])).toEqual([
    ['paid', 'warn'],
    ['open', 'warn'],
    ['book', 'unavailable'],
    ['memo', 'warn'],
  ]);
  expect(signals).toEqual(['new-recipient']);
});

it('signals are explained as sentences, in one order', () => {
  expect(explainSignals(['not-in-book', 'unknown one', 'new-network'])).toEqual([
    'The recipient has been paid before, but never on this network.',
    'The recipient is not in the address book.',
  ]);
});
