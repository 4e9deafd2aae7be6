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

/** A new policy in place of the one that it was written against. */
export const policyChange: TwoPersonChange<PolicyChange> = {
  kind: 'policy',
  capability: 'changePolicy',
  payloadSchema: changeSchema,
  prepare: async ({ payload }) => {
    const current = await currentPolicy();
    if (current.version !== payload.basedOn) return fail(saySurpassed(payload.basedOn, current.version));
    if (JSON.stringify(current.rules) === JSON.stringify(payload.rules))
      return fail('These are the rules that are in force already.');
    return ok(payload);
  },
  apply: async (transaction, { payload: { basedOn, rules }, proposalId }) => {
    const [before] = await transaction
      .select({ rules: policyVersions.rules })
      .from(policyVersions)
      .where(eq(policyVersions.version, basedOn));
    const version = basedOn + 1;
    // The number is the key: whoever comes second waits here for the first, and then inserts nothing.
    const [inserted] = await transaction
      .insert(policyVersions)
      .values({ version, rules, proposalId })
      .onConflictDoNothing()
      .returning({ version: policyVersions.version });
    if (!before || !inserted) return fail(saySurpassed(basedOn, (await currentPolicy(transaction)).version));
    return ok({ before: { version: basedOn, rules: before.rules }, after: { version, rules } });
  },
};

function saySurpassed(basedOn: number, current: number): string {
  return `It was written against version ${basedOn} of the policy, and version ${current} is in force by now.`;
}
