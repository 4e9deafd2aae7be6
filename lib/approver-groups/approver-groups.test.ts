import { describe, expect, it } from 'vitest';
import {
  approverGroupsSchema,
  compareGroups,
  describeGroup,
  groupNameSchema,
  groupsFormSchema,
} from '@/lib/approver-groups/approver-groups';
import { canSignAs } from '@/lib/proof/kinds';

const ADA = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
const LEADS = { name: 'Treasury leads', members: [ADA], claim: null };

const check = (...groups: unknown[]) =>
  approverGroupsSchema.safeParse(groups).error?.issues.map(({ message }) => message);

describe('groups of approvers', () => {
  it('have a name that a signed statement can name', () => {
    for (const name of ['Treasury leads', 'Größe 1', 'a', 'x'.repeat(80), 'Risk_2.b-c']) {
      expect(groupNameSchema.safeParse(name).success).toBe(true);
      expect(canSignAs('request.approve', `group:${name}`)).toBe(true);
    }
    for (const name of ['', ' ', '-a', 'x'.repeat(81), 'a\u200Bb', 'a\nb', 'a:b', 'u\u0308', 'a\u202Eb', '“a”'])
      expect([name, groupNameSchema.safeParse(name).success]).toEqual([name, false]);
  });

  it('are refused where they contradict themselves', () => {
    expect(check(LEADS)).toBeUndefined();
    expect(check(LEADS, { ...LEADS, name: 'TREASURY LEADS' })).toEqual(['Another group has this name.']);
    expect(check({ ...LEADS, members: [ADA, ADA] })).toEqual(['Choose each person once.']);
    expect(check({ ...LEADS, claim: 'leads' })).toEqual(['The identity provider names the members of this group.']);
    expect(check({ ...LEADS, members: ['Ada'] })).toEqual(['Choose a person from the list.']);
    expect(check({ ...LEADS, owner: ADA })).toHaveLength(1);
  });

  it('come from the form with the members or the claim that the person chose last', () => {
    const row = { name: ' Treasury leads ', members: [ADA], claim: 'leads' };
    const parse = (from: string) => groupsFormSchema.parse({ groups: [{ ...row, from }] }).groups;
    expect(parse('console')).toEqual([LEADS]);
    expect(parse('claim')).toEqual([{ name: 'Treasury leads', members: [], claim: 'leads' }]);
  });

  it('are described, and compared by their members in any order', () => {
    const people = new Map([[ADA, 'Ada Lovelace']]);
    expect(describeGroup(LEADS, people)).toBe('Treasury leads: Ada Lovelace.');
    expect(describeGroup({ ...LEADS, members: [] }, people)).toBe('Treasury leads: nobody.');
    expect(describeGroup({ ...LEADS, members: ['x'] }, people)).toContain('no longer known');
    expect(describeGroup({ ...LEADS, members: [], claim: 'leads' }, people)).toContain('“leads”');
    const two = { ...LEADS, members: [ADA, 'x'] };
    expect(compareGroups([two], [{ ...two, members: ['x', ADA] }])).toEqual([]);
    expect(compareGroups([LEADS], [two])).toEqual([{ name: 'Treasury leads', before: LEADS, after: two }]);
    expect(compareGroups([LEADS], [])).toEqual([{ name: 'Treasury leads', before: LEADS, after: null }]);
    expect(compareGroups([], [LEADS])).toEqual([{ name: 'Treasury leads', before: null, after: LEADS }]);
  });
});
