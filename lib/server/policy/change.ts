import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { policyRulesSchema } from '@/lib/policy/policy';
import { fail, ok } from '@/lib/result';
import { policyVersions } from '@/lib/server/database/schema';
import { currentPolicy } from '@/lib/server/policy/read';
import type { TwoPersonChange } from '@/lib/server/proposals/change';

const changeSchema = z.strictObject({ basedOn: z.number().int().positive(), rules: policyRulesSchema });
export type PolicyChange = z.infer<typeof changeSchema>;

/** Change by which two people replace the policy in force. It names the version that it replaces. */
export const policyChange: TwoPersonChange<PolicyChange> = {
  kind: 'policy',
  capability: 'changePolicy',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const current = await currentPolicy();
    if (current.version !== payload.basedOn) return fail(explainOutdated(payload.basedOn, current.version));
    if (JSON.stringify(current.rules) === JSON.stringify(payload.rules))
      return fail('These rules are already in force.');
    return ok(payload);
  },
  apply: async (transaction, { payload: { basedOn, rules }, proposalId }) => {
    const [before] = await transaction
      .select({ rules: policyVersions.rules })
      .from(policyVersions)
      .where(eq(policyVersions.version, basedOn));
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

function explainOutdated(basedOn: number, current: number): string {
  return `This change is based on version ${basedOn} of the policy, but version ${current} is now in force.`;
}
