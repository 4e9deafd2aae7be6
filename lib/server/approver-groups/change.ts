import 'server-only';
import { type ApproverGroup, compareGroups } from '@/lib/approver-groups/approver-groups';
import { listNamedGroups } from '@/lib/policy/rules';
import { joinList } from '@/lib/text/join-list';
import { APPROVER_GROUPS } from '@/lib/server/group-list/current';
import { areKnown } from '@/lib/server/people/are-known';
import { currentPolicy } from '@/lib/server/policy/read';
import { changeOf } from '@/lib/server/proposals/change-setting';

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
