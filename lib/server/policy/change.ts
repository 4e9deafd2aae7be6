import 'server-only';
import { explainUnmetRecipient } from '@/lib/policy/named-recipients';
import { listNamedGroups, type PolicyRule, policyRulesSchema } from '@/lib/policy/rules';
import { currentGroups } from '@/lib/server/group-list/current';
import type { Transaction } from '@/lib/server/database/client';
import { POLICY } from '@/lib/server/policy/read';
import { changeOf } from '@/lib/server/proposals/change-setting';

/** Change by which two people replace the policy in force. */
export const policyChange = changeOf<PolicyRule[]>(POLICY, {
  // Stored rules may be of an earlier version of the console, which allowed more.
  input: policyRulesSchema,
  isSame: (before, after) => JSON.stringify(before) === JSON.stringify(after),
  same: 'These rules are already in force.',
  outdated: (basedOn, current) =>
    `This change is based on version ${basedOn} of the policy, but version ${current} is now in force.`,
  findFault: async (rules, selecting) => explainUnmetRecipient(rules) ?? (await findUnknownGroup(rules, selecting)),
});

/** Explains that rules ask for approvals of a group that does not exist; undefined where they do not. */
async function findUnknownGroup(
  rules: readonly PolicyRule[],
  selecting: Pick<Transaction, 'select'>,
): Promise<string | undefined> {
  const named = listNamedGroups(rules);
  if (named.length === 0) return undefined;
  const { groups } = await currentGroups(selecting);
  const unknown = named.find((name) => !groups.some((group) => group.name === name));
  return unknown === undefined ? undefined : `There is no group “${unknown}”. The page “Groups” lists those there are.`;
}
