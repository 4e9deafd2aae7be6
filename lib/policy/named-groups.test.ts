import { expect, it } from 'vitest';
import { describeRulesOf } from '@/lib/policy/named-groups';
import type { PolicyRule } from '@/lib/policy/rules';

const requiring = (name: string, ...groups: string[]): PolicyRule => ({
  name,
  when: {},
  then: { kind: 'approve', count: 2, groups: groups.map((group) => ({ group, count: 1 })) },
});

it.each([
  ['Leads', 'rule 1 (“Large”) and rule 2 (“New”)'],
  ['Operations', 'rule 1 (“Large”)'],
  ['lead', ''],
])('names the rules that require the group %s', (group, described) => {
  const rules = [requiring('Large', 'Leads', 'Operations'), requiring('New', 'Leads')];
  expect(describeRulesOf(group, rules)).toBe(described);
});
