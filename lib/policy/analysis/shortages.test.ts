import { describe, expect, it } from 'vitest';
import type { GroupNeed } from '@/lib/approver-groups/needs';
import type { Role } from '@/lib/identity/roles';
import type { PolicyRule } from '@/lib/policy/rules';
import { type ApprovalSetup, type Candidate, listShortages } from '@/lib/policy/analysis/shortages';

const person = (id: string, roles: Role[], countsAs: Candidate['countsAs'] = { approver: ['Leads', 'Ops'] }) => ({
  id,
  roles,
  claims: [],
  countsAs,
});
const approvals = (count: number, when: PolicyRule['when'] = {}, groups?: GroupNeed[]): PolicyRule => ({
  name: `${count} approvals`,
  when,
  then: { kind: 'approve', count, ...(groups && { groups }) },
});

const [clerk, ada, ben, cy] = [
  person('clerk', ['finance']),
  person('ada', ['approver']),
  person('ben', ['approver']),
  person('cy', ['approver']),
];
const setup = (changed: Partial<ApprovalSetup> = {}): ApprovalSetup => ({
  rules: [approvals(2)],
  rights: [],
  groups: [],
  people: [clerk, ada, ben, cy],
  profiles: [
    { value: 'p-eu', label: 'Treasury EU' },
    { value: 'p-us', label: 'Treasury US' },
  ],
  ...changed,
});
const may = (who: string, ...profiles: string[]) => ({ may: 'approve' as const, who, profiles });

describe('too few approvers', () => {
  it('are none where enough people can approve for every profile', () => {
    expect(listShortages(setup())).toEqual([]);
    expect(listShortages(setup({ people: [clerk] }))).toEqual([]);
  });

  it('are told by profile and rule, with those who can', () => {
    const rights = [may('ada', 'p-us'), may('ben', 'P-US')];
    expect(listShortages(setup({ rights }))).toEqual([
      'Nobody can approve withdrawals from “Treasury EU” and any other profile under rule 1 (“2 approvals”): ' +
        'it needs two approvals; one person can approve.',
    ]);
    expect(listShortages(setup({ rights: [may('approver')] }))).toEqual([
      'Nobody can approve withdrawals from any profile under rule 1 (“2 approvals”): ' +
        'it needs two approvals; nobody can approve.',
    ]);
  });

  it('count only for rules that can decide about the profile', () => {
    const rights = [may('ada', 'p-us'), may('ben', 'p-us'), may('cy', 'p-us', 'p-eu')];
    const rules = [approvals(1, { profiles: ['p-eu'] }), approvals(3, { profiles: ['p-us'] }), approvals(2)];
    expect(listShortages(setup({ rights, rules }))).toEqual([
      expect.stringContaining('from any other profile under rule 3') as unknown,
    ]);
  });

  it('are none where nobody may request, and include the requester nowhere', () => {
    const rights = [may('approver', 'p-us'), { may: 'request' as const, who: 'finance', profiles: ['p-us'] }];
    expect(listShortages(setup({ rights }))).toEqual([]);
    const both = person('both', ['finance', 'approver']);
    const people = [both, ada];
    const own = [may('approver', 'p-us')];
    expect(listShortages(setup({ people, rights: own, rules: [approvals(2, { profiles: ['p-us'] })] }))).toEqual([]);
    expect(listShortages(setup({ people, rights: [may('ada')], rules: [approvals(1)] }))).toHaveLength(1);
    expect(listShortages(setup({ people: [both, clerk, ada], rights: [may('ada')], rules: [approvals(1)] }))).toEqual(
      [],
    );
  });

  it('of a group are its members whose passkeys count in it', () => {
    const rules = [approvals(2, {}, [{ group: 'Leads', count: 2 }])];
    const groups = [{ name: 'Leads', members: ['ada', 'ben'], claim: null }];
    expect(listShortages(setup({ rules, groups }))).toEqual([]);
    const unproven = person('ben', ['approver'], { approver: [] });
    expect(listShortages(setup({ rules, groups, people: [clerk, ada, unproven, cy] }))).toEqual([
      'Nobody can approve withdrawals from any profile under rule 1 (“2 approvals”): ' +
        'it needs two approvals (2 of Leads); one person of Leads can approve, and one person fills one place.',
    ]);
    const claimed = [{ name: 'Leads', members: [], claim: 'treasury' }];
    const people = [clerk, { ...ada, claims: ['treasury'] }, { ...ben, claims: ['treasury'] }];
    expect(listShortages(setup({ rules, groups: claimed, people }))).toEqual([]);
  });
});
