import { z } from 'zod';
import { groupNameSchema } from '@/lib/approver-groups/approver-groups';
import { sumCounts } from '@/lib/approver-groups/needs';
import type { Role } from '@/lib/identity/roles';
import { text } from '@/lib/policy/conditions/condition';
import { WHEN } from '@/lib/policy/conditions/conditions';
import type { RuleRecipient } from '@/lib/policy/conditions/recipients';

/** Roles that can approve. A rule names one of them, or means the first. */
export const APPROVING_ROLES = ['approver', 'admin'] as const satisfies readonly Role[];
export type ApprovingRole = (typeof APPROVING_ROLES)[number];

/** Returns those of a person's roles that can approve. */
export function decidingRoles(roles: readonly Role[]): ApprovingRole[] {
  return APPROVING_ROLES.filter((role) => roles.includes(role));
}

/** Every withdrawal takes at least one approval. A stored rule or version that says none counts as one. */
export const MIN_APPROVALS = 1;
export const MAX_APPROVALS = 5;
export const MAX_RULES = 50;

const groupNeeds = z
  .array(z.strictObject({ group: groupNameSchema, count: z.number().int().min(1).max(MAX_APPROVALS) }))
  .refine((needs) => new Set(needs.map(({ group }) => group)).size === needs.length, 'A group is named twice.');
const groupNeedsSchema = groupNeeds.min(1).max(MAX_APPROVALS);
/** Schema of the groups that a stored version asks for: those of several rules, or none. */
export const storedGroupNeedsSchema = groupNeeds.max(MAX_RULES * MAX_APPROVALS);

function ruleSchema(conditions: typeof WHEN.proposed, { minApprovals }: { minApprovals: number }) {
  const rule = z.strictObject({
    name: text(80),
    when: z.strictObject(conditions),
    then: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('approve'),
        count: z.number().int().min(minApprovals, 'At least one approval is always needed.').max(MAX_APPROVALS),
        role: z.enum(APPROVING_ROLES).optional(),
        /** Approvals, of those counted above, that members of a group give. One person fills one of them. */
        groups: groupNeedsSchema.optional(),
        /** True: may be approved together with the other requests of its batch. */
        wholeBatch: z.literal(true).optional(),
      }),
      z.strictObject({ kind: z.literal('refuse'), reason: text(300) }),
      /** Leaves no earlier than the limit over time allows; the rules that match then decide about the approvals. */
      z.strictObject({ kind: z.literal('wait') }),
    ]),
  });
  return rule
    .refine(({ when, then }) => then.kind !== 'wait' || when.overTime !== undefined, {
      path: ['then', 'kind'],
      message: 'Only a rule with a limit over time can make a withdrawal wait.',
    })
    .refine(({ then }) => then.kind !== 'approve' || then.count >= sumCounts(then.groups ?? []), {
      path: ['then', 'groups'],
      message: 'The groups ask for more people than the rule has approvals. Raise the approvals.',
    });
}

/** Schema of a rule that is proposed. All conditions in `when` must hold; a rule without conditions always applies. */
export const policyRuleSchema = ruleSchema(WHEN.proposed, { minApprovals: MIN_APPROVALS });
export const policyRulesSchema = z
  .array(policyRuleSchema)
  .min(1, 'A policy without rules allows nothing. Add at least one rule.')
  .max(MAX_RULES);

/** Schema of stored rules: policies from before every withdrawal took an approval may ask for none. */
export const storedPolicyRulesSchema = z
  .array(ruleSchema(WHEN.stored, { minApprovals: 0 }))
  .min(1)
  .max(MAX_RULES);

export type PolicyRule = z.infer<typeof policyRuleSchema>;

/** Gives the approvals that a rule or a stored version asks for: at least one, whatever is stored. */
export function atLeastOne(count: number): number {
  return Math.max(MIN_APPROVALS, count);
}

/** Lists the groups of approvers that rules ask for, each once. */
export function listNamedGroups(rules: readonly PolicyRule[]): string[] {
  const named = rules.flatMap(({ then }) => (then.kind === 'approve' ? (then.groups ?? []) : []));
  return [...new Set(named.map(({ group }) => group))];
}

/** Lists the assets that rules name: as a condition, or with a limit. */
export function listNamedAssets(rules: readonly PolicyRule[]): string[] {
  const named = rules.flatMap(({ when: { assets = [], atLeast = {}, overTime } }) => [
    ...assets,
    ...Object.keys(atLeast),
    ...(overTime?.limit.kind === 'sum' ? Object.keys(overTime.limit.limits) : []),
  ]);
  return [...new Set(named)];
}

/** Lists the recipients that rules name, with repetitions. */
export function listNamedRecipients(rules: readonly PolicyRule[]): RuleRecipient[] {
  return rules.flatMap(({ when }) => when.recipients ?? []);
}

/** Tells whether a rule has no condition, so that it covers every withdrawal. */
export const coversEverything = ({ when }: Pick<PolicyRule, 'when'>): boolean =>
  Object.values(when).every((condition) => condition === undefined);
