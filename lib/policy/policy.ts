import { z } from 'zod';
import { compareAmounts } from '@/lib/money/amounts';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import type { Role } from '@/lib/identity/roles';
import { SIGNAL_IDS, type SignalId } from '@/lib/risk/signals';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** The roles whose holders can approve. A rule names one of them; the first where it names none. */
export const APPROVING_ROLES = ['approver', 'admin'] as const satisfies readonly Role[];
export type ApprovingRole = (typeof APPROVING_ROLES)[number];

/** Of somebody's roles those to decide by. */
export function decidingRoles(roles: readonly Role[]): ApprovingRole[] {
  return APPROVING_ROLES.filter((role) => roles.includes(role));
}

export const MAX_APPROVALS = 5;
export const MAX_RULES = 50;

const text = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1, 'This is empty.')
    .max(maximum, `At most ${maximum} characters.`)
    .refine((value) => findHiddenCharacter(value) === undefined, 'This has a character in it that cannot be seen.');
const list = z.array(text(128)).min(1).max(200);
const amount = z.string().superRefine((typed, context) => {
  const parsed = parseAmount(typed);
  if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.error });
});

/** One rule: all of its conditions must hold. No condition at all holds always. */
export const policyRuleSchema = z.strictObject({
  name: text(80),
  when: z.strictObject({
    assets: list.optional(),
    networks: list.optional(),
    profiles: list.optional(),
    /** Ids of people. */
    makers: list.optional(),
    /** By asset: the amount or the total, whichever is given, at or above. An asset that is not named does not match. */
    atLeast: z
      .record(text(20), amount)
      .refine((limits) => Object.keys(limits).length > 0, 'Give at least one limit.')
      .optional(),
    /** Where this recipient was never paid before. */
    isNewRecipient: z.literal(true).optional(),
    /** What continuity with earlier payments says (lib/risk/signals): any of these is enough, and so is that it could not be looked up. */
    signals: z.array(z.enum(SIGNAL_IDS)).min(1).max(SIGNAL_IDS.length).optional(),
  }),
  then: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('approve'),
      count: z.number().int().min(0).max(MAX_APPROVALS),
      role: z.enum(APPROVING_ROLES).optional(),
      /** Whether it may be approved together with all others of its batch. */
      wholeBatch: z.literal(true).optional(),
    }),
    z.strictObject({ kind: z.literal('refuse'), reason: text(300) }),
  ]),
});
export const policyRulesSchema = z
  .array(policyRuleSchema)
  .min(1, 'A policy without rules refuses everything. Give at least one.')
  .max(MAX_RULES);

export type PolicyRule = z.infer<typeof policyRuleSchema>;

/** What the policy is told about a withdrawal. */
export interface PolicyFacts {
  asset: string;
  network: string;
  profileId: string;
  makerId: string;
  /** The amount or the total, whichever is given. */
  value: string;
  /** Whether the value is what all rows of its sheet to the recipient come to. */
  isSum?: boolean;
  isNewRecipient: boolean;
  /** What was odd about it (lib/risk/signals). Facts from before there were signals have none. */
  signals?: readonly string[];
}

/** What the policy asks for. `ruleNumber` counts from 1; 0 where no rule matched, which refuses. */
export type PolicyOutcome =
  | { kind: 'approve'; ruleNumber: number; rule: PolicyRule; count: number; role: ApprovingRole }
  | { kind: 'refuse'; ruleNumber: number; rule?: PolicyRule; reason: string };

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

/** What a policy asks for: its rules in order, the first that matches. Without a match it refuses. */
export function evaluatePolicy(rules: readonly PolicyRule[], facts: PolicyFacts): PolicyOutcome {
  const index = rules.findIndex((rule) => matches(rule, facts));
  const rule = rules[index];
  if (!rule) return { kind: 'refuse', ruleNumber: 0, reason: 'No rule of the policy covers this withdrawal.' };
  const ruleNumber = index + 1;
  if (rule.then.kind === 'refuse') return { kind: 'refuse', ruleNumber, rule, reason: rule.then.reason };
  return { kind: 'approve', ruleNumber, rule, count: rule.then.count, role: rule.then.role ?? APPROVING_ROLES[0] };
}

/** Rules, by number, that never apply: each comes after one without conditions, which holds always. */
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

/** Which of these signals hold. What could not be looked up is never taken for a pass, so it is among them whatever was asked for. */
export function holdingSignals(asked: readonly SignalId[], { signals = [] }: Pick<PolicyFacts, 'signals'>): SignalId[] {
  const holding = asked.filter((signal) => signals.includes(signal));
  return holding.length === 0 && signals.includes('check-unavailable') ? ['check-unavailable'] : holding;
}

function isAtLeast(limits: Record<string, string>, { asset, value }: PolicyFacts): boolean {
  const limit = Object.hasOwn(limits, asset) ? limits[asset] : undefined;
  return limit !== undefined && compareAmounts(value, limit) >= 0;
}
