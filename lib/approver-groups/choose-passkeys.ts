import { canFillPlace, countFilled, type GroupMember, type Needs } from '@/lib/approver-groups/needs';

/** A passkey of a person who approves, with the groups that an approval counts in which it signs. */
export interface GroupPasskey {
  credentialId: string;
  groups: readonly string[];
}

/** What a request asks for, with the people whose approvals fill some of it. */
export interface OpenNeeds {
  needs: Needs;
  approvers: readonly GroupMember[];
}

/**
 * Chooses the passkeys that sign an approval of these requests; none where an approval could fill no place. One that
 * carries fewer groups than another is left out: nobody can approve twice, so that its place could stay open for ever.
 * Where some passkeys fill a place that is free on each request, only they are given.
 */
export function choosePasskeys(passkeys: readonly GroupPasskey[], requests: readonly OpenNeeds[]): GroupPasskey[] {
  const able = passkeys.filter(({ groups }) => requests.every(({ needs }) => canFillPlace(needs, groups)));
  const widest = able.filter((one) => !able.some((other) => carriesMore(other, one)));
  const filling = widest.filter((passkey) => requests.every((request) => fillsPlace(passkey, request)));
  return filling.length > 0 ? filling : widest;
}

function carriesMore(one: GroupPasskey, other: GroupPasskey): boolean {
  return one.groups.length > other.groups.length && other.groups.every((name) => one.groups.includes(name));
}

function fillsPlace({ credentialId, groups }: GroupPasskey, { needs, approvers }: OpenNeeds): boolean {
  return countFilled(needs, [...approvers, { id: credentialId, groups }]) > countFilled(needs, approvers);
}
