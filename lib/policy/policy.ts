import { z } from 'zod';
import { groupNameSchema } from '@/lib/approver-groups/approver-groups';
import { countPeople, type GroupNeed, joinGroupNeeds, sumCounts } from '@/lib/approver-groups/needs';
import { type Amount, compareAmounts, exceedsTimes } from '@/lib/money/amounts';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import { canonicalIds, isAsciiId, isSameId, NOT_ASCII_MESSAGE } from '@/lib/text/uuid';
import type { Role } from '@/lib/identity/roles';
import { SIGNAL_IDS, type SignalId } from '@/lib/risk/signals';
import { amountSchema } from '@/lib/money/amount-schema';
import {
  isOverLimit,
  limitFor,
  storedTimeLimitSchema,
  type TimeLimit,
  timeLimitSchema,
  type TimeUsage,
} from '@/lib/policy/time-limits';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

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

/** Facts about a withdrawal that the policy decides by; stored with the request. */
export interface PolicyFacts {
  asset: string;
  network: string;
  profileId: string;
  /** The key of the recipient (lib/recipients/recipients). Stored only under policies that name recipients. */
  recipient?: string;
  makerId: string;
  /** Amount or total, whichever the request fixes. */
  value: string;
  /** True where the value is the sum of all rows to the recipient in an imported batch. */
  isSum?: boolean;
  /** True where the recipient counts as new (`isNewTo`). */
  isNewRecipient: boolean;
  /** Absent in facts that were stored when a recipient of any asset and amount counted as known. */
  paidBefore?: PaidBefore;
  /** Warnings that hold (lib/risk/signals). Absent in facts that were stored before warnings existed. */
  signals?: readonly string[];
  /** What counts against each limit over time of the policy, this withdrawal included. */
  overTime?: readonly TimeUsage[];
  /** The time before which the withdrawal does not leave (ISO 8601), and the rule that makes it wait. */
  wait?: { until: string; ruleNumber: number };
}

/** What this console has paid to a recipient in completed withdrawals. */
export interface PaidBefore {
  inAnyAsset: boolean;
  /** The largest payment in the asset of the withdrawal; null where there was none. */
  largest: Amount | null;
}

/**
 * A recipient is known up to this many times the largest completed payment in the asset: payments to one recipient
 * grow by less, while a small payment that prepares a large theft stays far below a thousandth of it.
 */
export const MAX_TIMES_PAID = 10;

/**
 * Decision of the policy. `ruleNumber` counts from 1; 0 where no rule matched, which does not allow the withdrawal.
 * `waitsFor` numbers the rules whose limits over time make the withdrawal wait.
 */
export type PolicyOutcome =
  | {
      kind: 'approve';
      ruleNumber: number;
      rule: PolicyRule;
      count: number;
      role: ApprovingRole;
      /** What members of groups give, of those counted; everything that the rules which matched ask for. */
      groups: readonly GroupNeed[];
      waitsFor: readonly number[];
    }
  | { kind: 'refuse'; ruleNumber: number; rule?: PolicyRule; reason: string };

/** Collects the facts that the policy decides by. `makerId` is the requester, `recipient` the key of the recipient. */
export function toPolicyFacts(
  body: WithdrawalBody,
  {
    makerId,
    recipient,
    isNewRecipient,
    paidBefore,
    signals = [],
  }: Pick<PolicyFacts, 'makerId' | 'recipient' | 'isNewRecipient' | 'paidBefore' | 'signals'>,
): PolicyFacts {
  return {
    asset: body.asset,
    network: body.crypto_network,
    profileId: body.profile_id,
    ...(recipient !== undefined && { recipient }),
    makerId,
    value: body.amount ?? body.total,
    isNewRecipient,
    ...(paidBefore && { paidBefore }),
    signals,
  };
}

/**
 * Tells whether a recipient counts as new: never paid in the asset, or never more than a tenth of this value
 * (`MAX_TIMES_PAID`). What was paid can only add to a stored `isNewRecipient`.
 */
export function isNewTo({ isNewRecipient, paidBefore, value }: PolicyFacts): boolean {
  if (isNewRecipient || !paidBefore) return isNewRecipient;
  return paidBefore.largest === null || exceedsTimes(value, MAX_TIMES_PAID, paidBefore.largest);
}

/** Tells whether a recipient had never been paid in any asset; older facts tell the same by `isNewRecipient`. */
export function isNeverPaid({ isNewRecipient, paidBefore }: PolicyFacts): boolean {
  return paidBefore ? !paidBefore.inAnyAsset : isNewRecipient;
}

/**
 * Applies the first rule that matches. A withdrawal that no rule matches is not allowed. A rule with limits matches an
 * asset without a limit too, whatever the amount; the rules after that one then decide as well, and the strictest
 * outcome applies, with the groups that any of them asks for, so that an asset that was forgotten never takes less than
 * one that was named.
 */
export function evaluatePolicy(rules: readonly PolicyRule[], facts: PolicyFacts): PolicyOutcome {
  let strictest: PolicyOutcome | undefined;
  let groups: GroupNeed[] = [];
  const waitsFor: number[] = [];
  for (const [index, rule] of rules.entries()) {
    if (!matches(rule, facts)) continue;
    const outcome = evaluateRule(rule, index + 1);
    if (outcome === 'wait') waitsFor.push(index + 1);
    else {
      if (strictest === undefined || isStricter(outcome, strictest)) strictest = outcome;
      if (outcome.kind === 'approve') groups = joinGroupNeeds(groups, outcome.groups);
      if (!hasLimitFor(rule, facts.asset)) continue;
      if (strictest.kind === 'refuse') return strictest;
      return { ...strictest, groups, count: countPeople({ count: strictest.count, groups }), waitsFor };
    }
  }
  // A rule without a limit for the asset only adds to what other rules ask for; alone it allows nothing.
  return { kind: 'refuse', ruleNumber: 0, reason: 'No policy rule covers this withdrawal.' };
}

/** Gives the approvals that a rule or a stored version asks for: at least one, whatever is stored. */
export function atLeastOne(count: number): number {
  return Math.max(MIN_APPROVALS, count);
}

/** Gives what a rule asks for where it applies: at least one approval, or only time. */
export function evaluateRule(rule: PolicyRule, ruleNumber: number): PolicyOutcome | 'wait' {
  if (rule.then.kind === 'wait') return 'wait';
  if (rule.then.kind === 'refuse') return { kind: 'refuse', ruleNumber, rule, reason: rule.then.reason };
  const { count, role = APPROVING_ROLES[0], groups = [] } = rule.then;
  return { kind: 'approve', ruleNumber, rule, count: atLeastOne(count), role, groups, waitsFor: [] };
}

/** Tells whether one outcome asks for more than another: nothing at all, then more people, administrators, members of groups. */
export function isStricter(one: PolicyOutcome, other: PolicyOutcome): boolean {
  if (one.kind === 'refuse' || other.kind === 'refuse') return one.kind === 'refuse' && other.kind === 'approve';
  if (one.count !== other.count) return one.count > other.count;
  if (one.role !== other.role) return APPROVING_ROLES.indexOf(one.role) > APPROVING_ROLES.indexOf(other.role);
  return sumCounts(one.groups) > sumCounts(other.groups);
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

/** Tells whether a rule says for which amounts of an asset it applies; a rule without limits says so for every one. */
function hasLimitFor({ when: { atLeast, overTime } }: PolicyRule, asset: string): boolean {
  const isNamed = atLeast === undefined || Object.hasOwn(atLeast, asset);
  return isNamed && (overTime === undefined || limitFor(overTime, asset) !== undefined);
}

const isIn = (allowed: readonly string[] | undefined, value: string) =>
  allowed === undefined || allowed.includes(value);

function matches(rule: PolicyRule, facts: PolicyFacts): boolean {
  const { overTime } = rule.when;
  return isAbout(rule, facts) && (overTime === undefined || isOverLimit(overTime, facts.asset, facts.overTime));
}

/** Tells whether every condition of a rule holds, apart from its limit over time. */
export function isAbout({ when }: PolicyRule, facts: PolicyFacts): boolean {
  return (
    // Requests name assets in capitals; a rule about “usdt” must not be one about nothing.
    (when.assets === undefined || when.assets.some((asset) => isSameId(asset, facts.asset))) &&
    isIn(when.networks, facts.network) &&
    (when.profiles === undefined || when.profiles.some((profile) => isSameId(profile, facts.profileId))) &&
    isIn(when.recipients?.map(keyOfRuleRecipient), facts.recipient ?? '') &&
    isIn(when.makers, facts.makerId) &&
    (when.isNewRecipient === undefined || isNewTo(facts)) &&
    (when.signals === undefined || holdingSignals(when.signals, facts).length > 0) &&
    (when.atLeast === undefined || isAtLeast(when.atLeast, facts))
  );
}

/** Returns which of the given warnings hold. A check that could not be made counts, whatever a rule names. */
export function holdingSignals(
  wanted: readonly SignalId[],
  { signals = [] }: Pick<PolicyFacts, 'signals'>,
): SignalId[] {
  const holding = wanted.filter((signal) => signals.includes(signal));
  return holding.length === 0 && signals.includes('check-unavailable') ? ['check-unavailable'] : holding;
}

function isAtLeast(limits: Record<string, string>, { asset, value }: PolicyFacts): boolean {
  const limit = Object.hasOwn(limits, asset) ? limits[asset] : undefined;
  // Fails closed: an asset that was forgotten, or that is new, has no limit.
  return limit === undefined || compareAmounts(value, limit) >= 0;
}
