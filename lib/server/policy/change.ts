import 'server-only';
import { eq } from 'drizzle-orm';
import { explainUnmetRecipient } from '@/lib/policy/named-recipients';
import { type PolicyChange, policyChangeSchema } from '@/lib/policy/contract';
import { listNamedGroups } from '@/lib/policy/rules';
import { fail, ok } from '@/lib/result';
import { currentGroups } from '@/lib/server/group-list/current';
import { database, type Transaction } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/schema/proposals';
import { currentPolicy } from '@/lib/server/policy/read';
import type { TwoPersonChange } from '@/lib/server/proposals/change';

/** Change by which two people replace the policy in force. It names the version that it replaces. */
export const policyChange: TwoPersonChange<PolicyChange> = {
  kind: 'policy',
  capability: 'changePolicy',
  payloadSchema: policyChangeSchema,
  prepare: async ({ payload }) => {
    const current = await currentPolicy();
    if (current.version !== payload.basedOn) return fail(explainOutdated(payload.basedOn, current.version));
    if (JSON.stringify(current.rules) === JSON.stringify(payload.rules))
      return fail('These rules are already in force.');
    const unknown = explainUnmetRecipient(payload.rules) ?? (await findUnknownGroup(database(), payload.rules));
    return unknown === undefined ? ok(payload) : fail(unknown);
  },
  apply: async (transaction, { payload: { basedOn, rules }, proposalId }) => {
    const [before] = await transaction
      .select({ rules: policyVersions.rules })
      .from(policyVersions)
      .where(eq(policyVersions.version, basedOn));
    const unknown = await findUnknownGroup(transaction, rules);
    if (unknown !== undefined) return fail(unknown);
    const version = basedOn + 1;
    // The version is the key: of two concurrent changes the second waits here for the first, then inserts nothing.
    const [inserted] = await transaction
      .insert(policyVersions)
      .values({ version, rules, proposalId })
      .onConflictDoNothing()
      .returning({ version: policyVersions.version });
    if (!before || !inserted) return fail(explainOutdated(basedOn, (await currentPolicy(transaction)).version));
    return ok({ before: { version: basedOn, rules: before.rules }, after: { version, rules } });
  },
};

/** Explains that rules ask for approvals of a group that does not exist; undefined where they do not. */
async function findUnknownGroup(
  reader: Pick<Transaction, 'select'>,
  rules: PolicyChange['rules'],
): Promise<string | undefined> {
  const named = listNamedGroups(rules);
  if (named.length === 0) return undefined;
  const { groups } = await currentGroups(reader);
  const unknown = named.find((name) => !groups.some((group) => group.name === name));
  return unknown === undefined ? undefined : `There is no group “${unknown}”. The page “Groups” lists those there are.`;
}

function explainOutdated(basedOn: number, current: number): string {
  return `This change is based on version ${basedOn} of the policy, but version ${current} is now in force.`;
}
