import { expect, it } from 'vitest';
import { nameLine, sortByWeight } from '@/lib/risk/sort-findings';
import type { RiskLine } from '@/lib/risk/risk-facts';

const line = (id: string, state: RiskLine['state']): RiskLine => ({ id, state, text: `${id}.`, basis: '' });

it('puts what warns first, then what did not run, notes and what is normal', () => {
  const sorted = sortByWeight([line('a', 'ok'), line('b', 'unavailable'), line('c', 'notice'), line('d', 'warn')]);
  expect(Object.values(sorted).flatMap((lines) => lines.map(({ id }) => id))).toEqual(['d', 'b', 'c', 'a']);
});

it('names a finding without saying its first sentence twice', () => {
  expect(
    nameLine({ name: '5 times the typical amount', text: '5 times the typical amount of 6.1 ETH. More.' }),
  ).toEqual({ title: '5 times the typical amount of 6.1 ETH', rest: 'More.' });
  expect(nameLine({ name: 'never paid before', text: 'No payment yet. Nor to others.' })).toEqual({
    title: 'Never paid before',
    rest: 'No payment yet. Nor to others.',
  });
  expect(nameLine({ name: 'profile never seen', text: 'The profile was never seen: nothing names it.' })).toEqual({
    title: 'Profile never seen',
    rest: 'Nothing names it.',
  });
  expect(nameLine({ text: 'One sentence.' })).toEqual({ title: 'One sentence', rest: '' });
});
