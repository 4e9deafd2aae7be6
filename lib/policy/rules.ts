import { z } from 'zod';
import { groupNameSchema } from '@/lib/approver-groups/approver-groups';
import { sumCounts } from '@/lib/approver-groups/needs';
import type { Role } from '@/lib/identity/roles';
import { amountSchema } from '@/lib/money/amount-schema';
import { storedTimeLimitSchema, type TimeLimit, timeLimitSchema } from '@/lib/policy/time-limits';
import { SIGNAL_IDS } from '@/lib/risk/signals';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { canonicalIds, isAsciiId, NOT_ASCII_MESSAGE } from '@/lib/text/uuid';

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

const text = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1, 'Enter a value.')
    .max(maximum, `At most ${maximum} characters.`)
    .refine((value) => findHiddenCharacter(value) === undefined, 'This contains an invisible character.');
const list = z.array(text(128)).min(1).max(200);
const exactText = (maximum: number) =>
  z
    .string()
    .min(1)
    .max(maximum)
    .refine((value) => findHiddenCharacter(value) === undefined, 'This contains an invisible character.');
// In normal form (`normalizeRecipient`), so that no spelling of an address evades a rule about it.
export const recipientSchema = z.strictObject({
  network: exactText(64),
  address: exactText(256),
  memo: exactText(256).optional(),
});
const profileList = z.array(text(128).refine(isAsciiId, NOT_ASCII_MESSAGE)).min(1).max(200).transform(canonicalIds);

const groupNeeds = z
  .array(z.strictObject({ group: groupNameSchema, count: z.number().int().min(1).max(MAX_APPROVALS) }))
  .refine((needs) => new Set(needs.map(({ group }) => group)).size === needs.length, 'A group is named twice.');
const groupNeedsSchema = groupNeeds.min(1).max(MAX_APPROVALS);
/** Schema of the groups that a stored version asks for: those of several rules, or none. */
export const storedGroupNeedsSchema = groupNeeds.max(MAX_RULES * MAX_APPROVALS);

interface RuleParts {
  minApprovals: number;
  profiles: z.ZodType<string[]>;
  overTime: z.ZodType<TimeLimit>;
}

function ruleSchema({ minApprovals, profiles, overTime }: RuleParts) {
  const rule = z.strictObject({
    name: text(80),
    when: z.strictObject({
      assets: list.optional(),
      networks: list.optional(),
      profiles: profiles.optional(),
      recipients: z.array(recipientSchema).min(1).max(200).optional(),
      /** Ids of requesters. */
      makers: list.optional(),
      /** Minimum amount or total, by asset. An asset that is not named matches with every amount. */
      atLeast: z
        .record(text(20), amountSchema)
        .refine((limits) => Object.keys(limits).length > 0, 'Enter at least one limit.')
        .optional(),
      /** True: only for recipients that count as new (`isNewTo`). */
      isNewRecipient: z.literal(true).optional(),
      /** Warnings (lib/risk/signals), of which one must hold. A check that could not be made counts as a warning. */
      signals: z.array(z.enum(SIGNAL_IDS)).min(1).max(SIGNAL_IDS.length).optional(),
      /** A limit over time that must be exceeded (lib/policy/time-limits). What is unknown counts as exceeded. */
      overTime: overTime.optional(),
    }),
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
export const policyRuleSchema = ruleSchema({
  minApprovals: MIN_APPROVALS,
  profiles: profileList,
  overTime: timeLimitSchema,
});
export const policyRulesSchema = z
  .array(policyRuleSchema)
  .min(1, 'A policy without rules allows nothing. Add at least one rule.')
  .max(MAX_RULES);

/** Schema of stored rules: policies from before every withdrawal took an approval may ask for none. */
export const storedPolicyRulesSchema = z
  .array(ruleSchema({ minApprovals: 0, profiles: list, overTime: storedTimeLimitSchema }))
  .min(1)
  .max(MAX_RULES);

export type PolicyRule = z.infer<typeof policyRuleSchema>;
export type RuleRecipient = z.infer<typeof recipientSchema>;

/** Gives the approvals that a rule or a stored version asks for: at least one, whatever is stored. */
export function atLeastOne(count: number): number {
  return Math.max(MIN_APPROVALS, count);
}

/** Lists the groups of approvers that rules ask for, each once. */
export function listNamedGroups(rules: readonly PolicyRule[]): string[] {
  const named = rules.flatMap(({ then }) => (then.kind === 'approve' ? (then.groups ?? []) : []));
  return [...new Set(named.map(({ group }) => group))];
}

/** Gives the key of a recipient that a rule names, as `recipientKey` (lib/recipients/recipients) writes it. */
export function keyOfRuleRecipient({ network, address, memo }: RuleRecipient): string {
  return JSON.stringify([network, address, ...(memo === undefined ? [] : [memo])]);
}

/** Lists the recipients that rules name, with repetitions. */
export function listNamedRecipients(rules: readonly PolicyRule[]): RuleRecipient[] {
  return rules.flatMap(({ when }) => when.recipients ?? []);
}
