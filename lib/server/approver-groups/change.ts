import 'server-only';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { type ApproverGroup, approverGroupsSchema, compareGroups } from '@/lib/approver-groups/approver-groups';
import { listNamedGroups } from '@/lib/policy/rules';
import { fail, ok, type Result } from '@/lib/result';
import { joinList } from '@/lib/text/join-list';
import { currentGroups } from '@/lib/server/group-list/current';
import { database, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { approverGroups } from '@/lib/server/database/schema/proposals';
import { currentPolicy } from '@/lib/server/policy/read';
import type { TwoPersonChange } from '@/lib/server/proposals/change';

const changeSchema = z.strictObject({ basedOn: z.number().int().nonnegative(), groups: approverGroupsSchema });

/** Content of a proposal to change the groups of approvers. */
export interface ApproverGroupsPayload {
  /** Version that the new groups were written against; 0 where there was none yet. */
  basedOn: number;
  /** Every group after the change. */
  groups: ApproverGroup[];
}

/**
 * Replaces the groups of approvers, unless another version came into force since the proposal was written, or the policy
 * asks for a group that would no longer exist.
 */
export const approverGroupsChange: TwoPersonChange<ApproverGroupsPayload> = {
  kind: 'approver-groups',
  capability: 'changeApproverGroups',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const current = await currentGroups();
    if (current.version !== payload.basedOn) return fail(OUTDATED);
    if (compareGroups(current.groups, payload.groups).length === 0)
      return fail('The proposed groups are the same as those in force.');
    if (!(await areKnown(payload.groups))) return fail(UNKNOWN_PERSON);
    const kept = await checkPolicyGroups(database(), payload.groups);
    return kept.ok ? ok(payload) : kept;
  },
  apply: async (transaction, { payload: { basedOn, groups }, proposalId }) => {
    const before = await currentGroups(transaction);
    const kept = await checkPolicyGroups(transaction, groups);
    if (!kept.ok) return kept;
    const version = basedOn + 1;
    // The version is the key: of two concurrent changes the second waits here for the first, then inserts nothing.
    const [inserted] =
      before.version === basedOn
        ? await transaction
            .insert(approverGroups)
            .values({ version, groups, proposalId })
            .onConflictDoNothing()
            .returning({ version: approverGroups.version })
        : [];
    if (!inserted) return fail(OUTDATED);
    return ok({ before: { version: before.version, groups: before.groups }, after: { version, groups } });
  },
};

/** Refuses groups that lack one which the policy in force asks for. */
async function checkPolicyGroups(
  reader: Pick<Transaction, 'select'>,
  groups: readonly ApproverGroup[],
): Promise<Result<undefined, string>> {
  const { rules } = await currentPolicy(reader);
  const names = new Set(groups.map(({ name }) => name));
  const missing = listNamedGroups(rules).filter((name) => !names.has(name));
  return missing.length === 0
    ? ok(undefined)
    : fail(`The policy asks for approvals of ${joinList(missing)}. Change the policy first.`);
}

async function areKnown(groups: readonly ApproverGroup[]): Promise<boolean> {
  const ids = [...new Set(groups.flatMap(({ members }) => members))];
  const known = await database().select({ id: people.id }).from(people).where(inArray(people.id, ids));
  return known.length === ids.length;
}

const OUTDATED = 'The groups have changed since this change was proposed. Propose the change again.';
const UNKNOWN_PERSON = 'A group names somebody who has never signed in. Choose a person from the list.';
