import { describe, expect, it } from 'vitest';
import { choosePasskeys } from '@/lib/approver-groups/choose-passkeys';

const needs = { count: 2, groups: [{ group: 'Leads', count: 1 }] };
const both = {
  count: 2,
  groups: [
    { group: 'Leads', count: 1 },
    { group: 'Risk', count: 1 },
  ],
};
const key = (credentialId: string, ...groups: string[]) => ({ credentialId, groups });
const choose = (...args: Parameters<typeof choosePasskeys>) =>
  choosePasskeys(...args).map(({ credentialId }) => credentialId);

describe('the passkeys that sign an approval', () => {
  it('carry the group, though another one could fill a free place', () => {
    expect(choose([key('old'), key('new', 'Leads')], [{ needs, approvers: [] }])).toEqual(['new']);
  });

  it('are any where none carries a group and a place is free for everybody', () => {
    expect(choose([key('old'), key('older')], [{ needs, approvers: [] }])).toEqual(['old', 'older']);
  });

  it('are none where all places are of groups that none carries', () => {
    expect(choose([key('old')], [{ needs: both, approvers: [] }])).toEqual([]);
  });

  it('fill what is free now, where two carry different groups', () => {
    const passkeys = [key('lead', 'Leads'), key('risk', 'Risk')];
    const approvers = [{ id: 'other', groups: ['Leads'] }];
    expect(choose(passkeys, [{ needs: both, approvers }])).toEqual(['risk']);
    expect(choose(passkeys, [{ needs: both, approvers: [] }])).toEqual(['lead', 'risk']);
  });

  it('can fill a place of every request', () => {
    const requests = [needs, both].map((one) => ({ needs: { ...one, count: 1 }, approvers: [] }));
    expect(choose([key('lead', 'Leads'), key('risk', 'Risk')], requests)).toEqual(['lead']);
  });
});
