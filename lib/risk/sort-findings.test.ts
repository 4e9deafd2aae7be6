import { expect, it } from 'vitest';
import { isGrave, nameLine, sortByWeight } from '@/lib/risk/sort-findings';
import type { RiskLine } from '@/lib/risk/risk-facts';

const line = (id: string, state: RiskLine['state']): RiskLine => ({ id, state, text: `${id}.`, basis: '' });

it('puts what warns first, then what did not run, notes and what is normal', () => {
  const sorted = sortByWeight([line('a', 'ok'), line('b', 'unavailable'), line('c', 'notice'), line('d', 'warn')]);
  expect(Object.values(sorted).flatMap((lines) => lines.map(({ id }) => id))).toEqual(['d', 'b', 'c', 'a']);
});

it('weighs what costs the whole amount most: another address, a second payment, a lost point', () => {
  const found: RiskLine[] = [
    { ...line('amount', 'warn'), name: '5 times the typical amount' },
    { ...line('paid', 'warn'), name: 'never paid before' },
    { ...line('slip', 'warn'), name: 'over 10 times the largest payment', isAmountAsked: true },
    { ...line('repeated', 'warn'), name: 'possible duplicate' },
    line('similar-0', 'warn'),
    line('similar-1', 'notice'),
  ];
  const { attention } = sortByWeight(found);
  expect(attention.map(({ id }) => id)).toEqual(['similar-0', 'repeated', 'slip', 'amount', 'paid']);
  expect(attention.map(isGrave)).toEqual([true, true, true, false, false]);
});

it('says a finding of two checks once, by the one that warns', () => {
  const named = (id: string, state: RiskLine['state']) => ({ ...line(id, state), name: 'over 10 times the largest' });
  const { attention } = sortByWeight([
    named('a', 'unavailable'),
    named('b', 'warn'),
    named('c', 'warn'),
    line('d', 'warn'),
  ]);
  expect(attention.map(({ id }) => id)).toEqual(['b', 'd']);
});

it('names a finding without saying its first sentence twice', () => {
  expect(
    nameLine({ name: '5 times the typical amount', text: '5 times the typical amount. Median: 6.1 ETH.' }),
  ).toEqual({ title: '5 times the typical amount', rest: 'Median: 6.1 ETH.' });
  expect(nameLine({ name: 'never paid before', text: 'No payment yet. Nor to others.' })).toEqual({
    title: 'Never paid before',
    rest: 'No payment yet. Nor to others.',
  });
  expect(nameLine({ name: 'possible duplicate', text: 'Possible duplicate: 1 other request.' })).toEqual({
    title: 'Possible duplicate',
    rest: '1 other request.',
  });
  expect(nameLine({ name: 'profile never seen', text: 'The profile was never seen: nothing names it.' })).toEqual({
    title: 'Profile never seen',
    rest: 'Nothing names it.',
  });
  expect(nameLine({ text: 'One sentence.' })).toEqual({ title: 'One sentence', rest: '' });
});
