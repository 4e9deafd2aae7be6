import 'server-only';
import { sql } from 'drizzle-orm';
import { type ApproverGroup, compareGroups } from '@/lib/approver-groups/approver-groups';
import type { Denial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { decidingRoles, listNamedGroups, type PolicyRule } from '@/lib/policy/rules';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { readGroupsOf } from '@/lib/server/approver-groups/members';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { APPROVER_GROUPS } from '@/lib/server/group-list/current';
import { currentPolicy } from '@/lib/server/policy/read';
import { listProposals } from '@/lib/server/proposals/read';
import { readSettingVersions, type SettingVersion } from '@/lib/server/settings/versions';
import { joinList } from '@/lib/text/join-list';
import { areKnown } from '@/lib/server/people/list-people';
import { changeOf } from '@/lib/server/proposals/change-setting';

/** Groups that are or were in force; version 0 has none. */
interface GroupsVersion extends Omit<SettingVersion<ApproverGroup[]>, 'value'> {
  groups: ApproverGroup[];
}

/** A person in a group. `counts` is false where decisions are signed and none of their passkeys counts in the group. */
export interface MemberView {
  id: string;
  label: string;
  counts: boolean;
}

/** The groups of approvers with their history, for the page of groups. */
interface GroupsView {
  current: GroupsVersion;
  /** Who is in each group now, by the name of the group. */
  members: Map<string, MemberView[]>;
  /** The rules of the policy in force. */
  rules: readonly PolicyRule[];
  /** Earlier versions, newest first, at most 50. */
  history: GroupsVersion[];
  /** Newest first; at most one is open. */
  proposals: ProposalView[];
  /** Everybody who has signed in, by label; for a person who cannot change groups, those whom groups name. */
  people: { id: string; label: string; canApprove: boolean }[];
}

/** Reads the groups of approvers with their history, for a person who may read the policy. */
export async function readApproverGroups(): Promise<Result<GroupsView, Denial>> {
  const person = await authorize('readPolicy');
  if (!person.ok) return person;
  const [[current, ...history], { rules }, proposed, everybody] = await Promise.all([
    readSettingVersions(APPROVER_GROUPS, ({ value, ...version }) => ({ ...version, groups: value })),
    currentPolicy(),
    listProposals('approver-groups', 'approver-groups', person.value),
    database()
      .select({
        id: people.id,
        label: personLabel(),
        roles: people.roles,
        inGroups: sql<string[]>`approver_groups_of(${people.id})`,
      })
      .from(people)
      .orderBy(sql`lower(${people.name})`, people.id),
  ]);
  const counting = await readGroupsOf(
    database(),
    everybody.map(({ id }) => id),
  );
  const listMembers = (name: string) =>
    everybody.flatMap(({ id, label, inGroups }) =>
      inGroups.includes(name) ? [{ id, label, counts: counting.get(id)?.includes(name) ?? false }] : [],
    );
  const isEditor = denialReason('changeApproverGroups', person.value.roles) === undefined;
  const written = JSON.stringify([current, history, proposed.map(({ payload }) => payload)]);
  return ok({
    current,
    members: new Map(current.groups.map(({ name }) => [name, listMembers(name)])),
    rules,
    history,
    proposals: proposed,
    people: everybody.flatMap(({ id, label, roles }) =>
      isEditor || written.includes(id) ? [{ id, label, canApprove: decidingRoles(roles).length > 0 }] : [],
    ),
  });
}

/**
 * Replaces the groups of approvers, unless another version came into force since the proposal was written, or the
 * policy asks for a group that would no longer exist.
 */
export const approverGroupsChange = changeOf<ApproverGroup[]>(APPROVER_GROUPS, {
  isSame: (before, after) => compareGroups(before, after).length === 0,
  same: 'The proposed groups are the same as those in force.',
  outdated: () => 'The groups have changed since this change was proposed. Propose the change again.',
  findFault: async (groups, selecting) => {
    const members = groups.flatMap((group) => group.members);
    if (!(await areKnown(members, selecting)))
      return 'A group names a person who has never signed in. Choose a person from the list.';
    const { rules } = await currentPolicy(selecting);
    const missing = listNamedGroups(rules).filter((name) => !groups.some((group) => group.name === name));
    return missing.length === 0
      ? undefined
      : `The policy asks for approvals of ${joinList(missing)}. Change the policy first.`;
  },
});
