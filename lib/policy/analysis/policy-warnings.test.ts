import { describe, expect, it } from 'vitest';
import type { PolicyRule } from '@/lib/policy/rules';
import type { TimeLimit } from '@/lib/policy/time-limits';
import { listPolicyWarnings } from '@/lib/policy/analysis/analysis';

const approve = (name: string, when: PolicyRule['when'], count: number): PolicyRule => ({
  name,
  when,
  then: { kind: 'approve', count },
});
const DAY = { window: { kind: 'hours', hours: 24 }, by: [] } satisfies Omit<TimeLimit, 'limit'>;
const NEW = approve('New', { isNewRecipient: true }, 2);
const LARGE = approve('Large', { atLeast: { BTC: '1' } }, 2);
const BTC = approve('Bitcoin', { assets: ['BTC'] }, 1);
const SUM = approve('Sum', { overTime: { ...DAY, limit: { kind: 'value', currency: 'USD', limit: '1000' } } }, 2);
const numbersOf = (rules: PolicyRule[]) =>
  listPolicyWarnings(rules).flatMap((text) => /^Rule (\d+)/.exec(text)?.[1] ?? []);

describe('warnings about a policy', () => {
  it('are none for the default policy, whose last rule is the strictest', () => {
    const rules = [NEW, LARGE, SUM, BTC, approve('Else', {}, 2)];
    expect(listPolicyWarnings(rules)).toEqual([]);
    expect(listPolicyWarnings(rules.slice(0, -1))).toEqual([]);
  });

  it('name a last rule that is weaker than an earlier one', () => {
    expect(listPolicyWarnings([NEW, LARGE, approve('Else', {}, 1)])).toEqual([
      'Rule 3 (“Else”) decides about everything that no other rule covers and asks for less than rule 1 (“New”). ' +
        'Name what takes less, and let the last rule be the strictest.',
      expect.stringMatching(/^One requester and one approver can move any sum in 24 hours, by rule 3/),
    ]);
  });

  it('name a stored rule without approvals', () => {
    expect(numbersOf([approve('None', {}, 0)])).toEqual(['1']);
  });

  it('compare approvals only: a refusal above the last rule is no reason', () => {
    const refuse: PolicyRule = { name: 'No', when: { assets: ['UNI'] }, then: { kind: 'refuse', reason: 'No.' } };
    expect(numbersOf([refuse, approve('Else', {}, 1)])).toEqual([]);
    expect(numbersOf([approve('Some', { assets: ['UNI'] }, 3), approve('Else', {}, 1)])).toEqual(['2']);
  });
});
