import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '@/lib/policy/rules';
import { listPolicyWarnings } from '@/lib/policy/policy-warnings';

const approve = (name: string, when: PolicyRule['when'], count: number): PolicyRule => ({
  name,
  when,
  then: { kind: 'approve', count },
});
const NEW = approve('New', { isNewRecipient: true }, 2);
const LARGE = approve('Large', { atLeast: { BTC: '1' } }, 2);
const BTC = approve('Bitcoin', { assets: ['BTC'] }, 1);
const numbersOf = (rules: PolicyRule[], failsClosed: boolean) =>
  listPolicyWarnings({ rules, failsClosed }).map((text) => /^Rule (\d+)/.exec(text)?.[1]);

describe('warnings about a policy', () => {
  it('are none for the default policy, whose last rule is the strictest', () => {
    expect(listPolicyWarnings({ rules: [NEW, LARGE, BTC, approve('Else', {}, 2)], failsClosed: true })).toEqual([]);
    expect(listPolicyWarnings({ rules: [NEW, LARGE, BTC], failsClosed: true })).toEqual([]);
  });

  it('name the rules that ask for something else than when they were agreed on', () => {
    expect(listPolicyWarnings({ rules: [NEW, LARGE, approve('Else', {}, 1)], failsClosed: false })).toEqual([
      'Rule 1 (“New”) now also applies to a recipient who was never paid in the asset, or only far smaller amounts. ' +
        'Before, one payment in any asset made a recipient known.',
      'Rule 2 (“Large”) now also applies to every asset without a limit in it, whatever the amount. ' +
        'Before, later rules decided.',
      'Rule 3 (“Else”) decides about everything that no other rule covers and asks for less than rule 1 (“New”). ' +
        'Name what takes less, and let the last rule be the strictest.',
    ]);
  });

  it.each<[string, PolicyRule[], string[]]>([
    ['a limit that no later rule undercuts', [LARGE, approve('Else', {}, 2)], []],
    ['limits for every asset of the rule', [{ ...LARGE, when: { assets: ['BTC'], atLeast: { BTC: '1' } } }, BTC], []],
    [
      'a limit for one of two assets',
      [{ ...LARGE, when: { assets: ['BTC', 'ETH'], atLeast: { BTC: '1' } } }, BTC],
      ['1'],
    ],
    ['a rule without approvals', [approve('None', {}, 0)], ['1']],
  ])('of an older version: %s', (_what, rules, numbers) => {
    expect(numbersOf(rules, false)).toEqual(numbers);
  });

  it('compare approvals only: a refusal above the last rule is no reason', () => {
    const refuse: PolicyRule = { name: 'No', when: { assets: ['UNI'] }, then: { kind: 'refuse', reason: 'No.' } };
    expect(numbersOf([refuse, approve('Else', {}, 1)], true)).toEqual([]);
    expect(numbersOf([approve('Some', { assets: ['UNI'] }, 3), approve('Else', {}, 1)], true)).toEqual(['2']);
  });
});
