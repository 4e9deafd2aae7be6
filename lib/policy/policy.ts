import { z } from 'zod';
import { compareAmounts } from '@/lib/money/amounts';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import type { Role } from '@/lib/identity/roles';
import { SIGNAL_IDS, type SignalId } from '@/lib/risk/signals';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Roles that can approve. A rule names one of them, or means the first. */
export const APPROVING_ROLES = ['approver', 'admin'] as const satisfies readonly Role[];
export type ApprovingRole = (typeof APPROVING_ROLES)[number];

/** Returns those of a person's roles that can approve. */
export function decidingRoles(roles: readonly Role[]): ApprovingRole[] {
  return APPROVING_ROLES.filter((role) => roles.includes(role));
}

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
const amount = z.string().superRefine((typed, context) => {
  const parsed = parseAmount(typed);
  if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.error });
});

/** One rule, as stored. All conditions in `when` must hold; a rule without conditions always applies. */
export const policyRuleSchema = z.strictObject({
  name: text(80),
  when: z.strictObject({
    assets: list.optional(),
    networks: list.optional(),
    profiles: list.optional(),
    /** Ids of requesters. */
    makers: list.optional(),
    /** Minimum amount or total, by asset. An asset that is not named does not match. */
    atLeast: z
      .record(text(20), amount)
      .refine((limits) => Object.keys(limits).length > 0, 'Enter at least one limit.')
      .optional(),
    /** True: only for recipients that were never paid before. */
    isNewRecipient: z.literal(true).optional(),
    /** Warnings (lib/risk/signals), of which one must hold. A check that could not be made counts as a warning. */
    signals: z.array(z.enum(SIGNAL_IDS)).min(1).max(SIGNAL_IDS.length).optional(),
  }),
  then: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('approve'),
      count: z.number().int().min(0).max(MAX_APPROVALS),
      role: z.enum(APPROVING_ROLES).optional(),
      /** True: may be approved together with the other requests of its batch. */
      wholeBatch: z.literal(true).optional(),
    }),
    z.strictObject({ kind: z.literal('refuse'), reason: text(300) }),
  ]),
});
export const policyRulesSchema = z
  .array(policyRuleSchema)
  .min(1, 'A policy without rules allows nothing. Add at least one rule.')
  .max(MAX_RULES);

export type PolicyRule = z.infer<typeof policyRuleSchema>;

/** Facts about a withdrawal that the policy decides by; stored with the request. */
export interface PolicyFacts {
  asset: string;
  network: string;
  profileId: string;
  makerId: string;
  /** Amount or total, whichever the request fixes. */
  value: string;
  /** True where the value is the sum of all rows to the recipient in an imported batch. */
  isSum?: boolean;
  isNewRecipient: boolean;
  /** Warnings that hold (lib/risk/signals). Absent in facts that were stored before warnings existed. */
  signals?: readonly string[];
}

/** Decision of the policy. `ruleNumber` counts from 1; 0 where no rule matched, which does not allow the withdrawal. */
export type PolicyOutcome =
  | { kind: 'approve'; ruleNumber: number; rule: PolicyRule; count: number; role: ApprovingRole }
  | { kind: 'refuse'; ruleNumber: number; rule?: PolicyRule; reason: string };

/** Collects the facts that the policy decides by. `makerId` is the requester. */
export function toPolicyFacts(
  body: WithdrawalBody,
  { makerId, isNewRecipient, signals = [] }: Pick<PolicyFacts, 'makerId' | 'isNewRecipient' | 'signals'>,
): PolicyFacts {
  return {
    asset: body.asset,
    network: body.crypto_network,
    profileId: body.profile_id,
    makerId,
    value: body.amount ?? body.total,
    isNewRecipient,
    signals,
  };
}

/** Applies the first rule that matches. A withdrawal that no rule matches is not allowed. */
export function evaluatePolicy(rules: readonly PolicyRule[], facts: PolicyFacts): PolicyOutcome {
  const index = rules.findIndex((rule) => matches(rule, facts));
  const rule = rules[index];
  if (!rule) return { kind: 'refuse', ruleNumber: 0, reason: 'No policy rule covers this withdrawal.' };
  const ruleNumber = index + 1;
  if (rule.then.kind === 'refuse') return { kind: 'refuse', ruleNumber, rule, reason: rule.then.reason };
  return { kind: 'approve', ruleNumber, rule, count: rule.then.count, role: rule.then.role ?? APPROVING_ROLES[0] };
}

/** Finds the rules that never apply, since a rule without conditions stands before them. Numbers count from 1. */
export function findUnreachable(rules: readonly PolicyRule[]): { number: number; coveredBy: number }[] {
  const coveredBy =
    rules.findIndex(({ when }) => Object.values(when).every((condition) => condition === undefined)) + 1;
  return coveredBy === 0
    ? []
    : rules.slice(coveredBy).map((_rule, index) => ({ number: coveredBy + index + 1, coveredBy }));
}

const isIn = (allowed: readonly string[] | undefined, value: string) =>
  allowed === undefined || allowed.includes(value);

function matches({ when }: PolicyRule, facts: PolicyFacts): boolean {
  return (
    isIn(when.assets, facts.asset) &&
    isIn(when.networks, facts.network) &&
    isIn(when.profiles, facts.profileId) &&
    isIn(when.makers, facts.makerId) &&
    (when.isNewRecipient === undefined || facts.isNewRecipient) &&
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
  return limit !== undefined && compareAmounts(value, limit) >= 0;
}
