/**
 * Derives from the bytes of a request which approvals its policy asks for, and compares the result with the stored row.
 * The claim asks here right before money leaves (lib/server/sends/claim/approval-check.ts): a row in the database is a
 * statement to be checked, never the evidence. Pure; source of the rule:
 * docs/specification/send-protocol.md#claim.
 *
 * | what                                    | taken from                                                          |
 * | --------------------------------------- | ------------------------------------------------------------------- |
 * | asset, network, profile, recipient      | the bytes                                                           |
 * | value                                   | the bytes, with those of its batch or test payment where they count |
 * | requester                               | the request                                                         |
 * | recipient new by asset and amount       | the payments of today; a stored “yes” stays a “yes”                 |
 * | warnings                                | the stored facts: they were gathered when the request was made      |
 * | use of limits over time                 | requests that were saved earlier, and transfers until today         |
 * | rule, number of approvals, role, groups | the policy version that was in force when the version was made,     |
 * |                                         | and the newest one in force: every requirement of both is met       |
 *
 * Invariants:
 * - A stored fact can raise what is asked for and never lower it.
 * - At least one approval is needed, whatever a rule or a row says.
 * - A difference is named and never repaired. What only the use of limits over time refuses is no difference: others
 *   requested or paid since, or the use is unknown for the moment.
 */
import type { ShownFacts } from '@/lib/policy/conditions/condition';
import { countPeople, coversGroups, type Needs } from '@/lib/approver-groups/needs';
import { addAmounts, type Amount, compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import { explainObstacle, explainOutcome } from '@/lib/policy/describe-rule';
import { type PaidBefore, type PolicyFacts, toPolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, type PolicyOutcome } from '@/lib/policy/policy';
import {
  APPROVING_ROLES,
  type ApprovingRole,
  atLeastOne,
  type PolicyRule,
  storedGroupNeedsSchema,
} from '@/lib/policy/rules';
import { isUnknownForNow, type TimeUsage, withoutUnknown } from '@/lib/policy/time-limits';
import { recipientKey } from '@/lib/recipients/recipients';
import { sumByRecipient } from '@/lib/requests/bundles/batches';
import type { BundleKind } from '@/lib/requests/bundles/bundles';
import { fail, ok, type Result } from '@/lib/result';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** The columns of a version that follow from its bytes and the policy, as stored. */
export interface StoredVersion {
  version: number;
  recipientKey: string;
  policyVersion: number;
  ruleNumber: number;
  requiredApprovals: number;
  requiredRole: ApprovingRole;
  /** As stored: anyone who writes rows can write anything here. */
  requiredGroups: unknown;
  /** As stored; null or incomplete where a person wrote them by hand. */
  facts: Partial<PolicyFacts> | null;
  createdAt: Date;
  /** The time before which the withdrawal does not leave; null where it does not wait. */
  notBefore: Date | null;
}

/** A policy version with the time in which it was in force; `replacedAt` is null for the current one. */
export interface PolicyPeriod {
  rules: readonly PolicyRule[];
  activeFrom: Date;
  replacedAt: Date | null;
}

/** What a stored version is compared with. */
export interface Evidence {
  body: WithdrawalBody;
  requesterId: string;
  /** The policy version that the stored version names; undefined where it does not exist. */
  policy: PolicyPeriod | undefined;
  /** The bundle of the first version, with the bodies of all its first versions to the same recipient. */
  bundle?: { kind: BundleKind; bodies: readonly WithdrawalBody[] } | undefined;
  /** What was paid to the recipient until today. */
  paidBefore: PaidBefore;
  /** What counts against each limit over time of the policy. */
  overTime?: readonly TimeUsage[];
  /** The newest policy in force, where it is another one; undefined where it is that of the version. */
  newest?: NewestPolicy | undefined;
}

/** The newest policy in force, and what counts against its limits over time. */
export interface NewestPolicy {
  version: number;
  rules: readonly PolicyRule[];
  overTime: readonly TimeUsage[];
}

/** Approvals that are needed, by people with this role. */
export interface Requirement extends Needs {
  role: ApprovingRole;
  ruleNumber: number;
  /** The version of the policy, where it is not the one that the stored version names. */
  policyVersion?: number;
}

/** The approvals that a version needs; every requirement must be filled. */
export interface Requirements {
  all: Requirement[];
  /** The same where limits whose use is unknown for the moment turn out to be kept. */
  withoutUnknown: Requirement[];
  /** Explains which rule applied and what it asks for. */
  sentence: string;
  /** Explains what is unknown; absent where everything is known. */
  unknown?: string;
  /** Explains that a price is unknown, which counts as over a limit for good; absent where none is. */
  unpriced?: string;
}

/**
 * Reason why no approvals let a version leave: what is stored differs from what is derived (`changed`), a limit over
 * time is exceeded by now (`limit`), whether one is cannot be known for the moment (`unknown`), the newest policy in
 * force does not allow the withdrawal (`policy`), or it asks for a role or a group that this version cannot get
 * (`role`).
 */
export interface Underivable {
  kind: 'changed' | 'limit' | 'unknown' | 'policy' | 'role';
  detail: string;
}

// A version and a policy that are saved at the same moment may carry times in either order.
const SAME_MOMENT_MS = 60_000;

/** Parses the stored bytes, or says as a sentence why they are not what this console writes for the reference. */
export function readStoredBody(text: string, refId: string): Result<WithdrawalBody, string> {
  const body: Partial<WithdrawalBody> | undefined = parseObject(text);
  const texts = [body?.profile_id, body?.asset, body?.crypto_network, body?.destination_address];
  const value = body?.amount ?? body?.total;
  if (!body || texts.some((member) => typeof member !== 'string') || typeof value !== 'string')
    return fail('The stored request cannot be read as a withdrawal.');
  if (body.ref_id !== refId) return fail('The reference in the stored request is not the reference that was approved.');
  // Equal only where every member was read: a second “amount”, which another reader could prefer, does not come back.
  if (
    !isServiceAmount(value) ||
    JSON.stringify(body) !== text ||
    (body.amount === undefined) === (body.total === undefined)
  )
    return fail('The stored request is not written as this console writes requests.');
  return ok(body as WithdrawalBody);
}

function parseObject(text: string): object | undefined {
  try {
    const parsed = JSON.parse(text) as unknown;
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Derives the approvals that a stored version needs, at least one, first by the stored rule and then by the one that
 * applies to the bytes. Fails with a sentence that names what differs, or the limit over time that is in the way.
 */
export function deriveRequirements(stored: StoredVersion, evidence: Evidence): Result<Requirements, Underivable> {
  const { policy, body } = evidence;
  const named = `version ${stored.policyVersion} of the policy`;
  if (!policy) return changed(`The stored request names ${named}, which does not exist or cannot be read.`);
  if (!wasInForce(policy, stored.createdAt))
    return changed(`The stored request names ${named}, which was not in force when the request was made.`);
  if (stored.recipientKey !== recipientKey(body))
    return changed('The stored recipient is not the recipient in the stored request.');
  const facts = deriveFacts(stored, evidence);
  if (!facts.ok) return changed(facts.error);
  const own = readRule(stored, policy);
  if (!own.ok) return changed(own.error);
  const applied = applyRules(policy.rules, facts.value);
  if (!applied.ok)
    return applied.error.kind === 'refused'
      ? changed(`By ${named}, this withdrawal is not allowed. ${applied.error.detail}`)
      : fail({ kind: applied.error.kind, detail: applied.error.detail });
  const derived: Requirements = {
    ...applied.value,
    all: [own.value, ...applied.value.all],
    withoutUnknown: [own.value, ...applied.value.withoutUnknown],
  };
  if (!evidence.newest) return ok(derived);
  const further = deriveNewest(stored, facts.value, evidence.newest);
  if (!further.ok) return further;
  return ok({
    ...further.value,
    ...derived,
    all: [...derived.all, ...further.value.all],
    withoutUnknown: [...derived.withoutUnknown, ...further.value.withoutUnknown],
  });
}

/**
 * Derives the approvals that the newest policy in force asks for, from the facts of a version that was made under an
 * earlier one. A need for a role or a group that the version does not ask for cannot be met by votes on it.
 */
export function deriveNewest(
  stored: Pick<StoredVersion, 'requiredRole' | 'requiredGroups'>,
  facts: PolicyFacts,
  { version, rules, overTime }: NewestPolicy,
): Result<Requirements, Underivable> {
  const { wait: _wait, ...known } = facts;
  // The sentence is read by everybody who may see the request: it says no largest payment, which may be of any profile.
  const told = { ...known, overTime, hidesLargest: true };
  const named = `Version ${version} of the policy, which is in force now,`;
  const applied = applyRules(rules, told);
  if (!applied.ok) {
    const { kind, detail, isWaiting } = applied.error;
    // A rule that makes the withdrawal wait lets it leave later, and the send waits for that.
    if (isWaiting) return fail({ kind: 'unknown', detail });
    return kind === 'refused'
      ? fail({ kind: 'policy', detail: `${named} does not allow this withdrawal. ${detail}` })
      : fail({ kind, detail });
  }
  const mark = (one: Requirement): Requirement => ({ ...one, policyVersion: version });
  const all = applied.value.all.map(mark);
  const groups = storedGroupNeedsSchema.safeParse(stored.requiredGroups).data ?? [];
  const other = all.find(({ role }) => role !== stored.requiredRole);
  if (other)
    return fail({
      kind: 'role',
      detail: `${named} asks for approvals of the role ${other.role}, and this request can only get those of the role ${stored.requiredRole}.`,
    });
  const missing = all.flatMap((one) => one.groups).find(({ group }) => groups.every((need) => need.group !== group));
  if (missing)
    return fail({
      kind: 'role',
      detail: `${named} asks for approvals of the group ${missing.group}, which this request does not ask for.`,
    });
  return ok({ ...applied.value, all, withoutUnknown: applied.value.withoutUnknown.map(mark) });
}

/** Applies the rules of one policy; fails where they refuse, or make the withdrawal wait. */
function applyRules(
  rules: readonly PolicyRule[],
  facts: ShownFacts,
): Result<Requirements, { kind: 'refused' | 'limit' | 'unknown'; detail: string; isWaiting: boolean }> {
  const outcomeWith = (overTime: readonly TimeUsage[]) => evaluatePolicy(rules, { ...facts, overTime });
  const usages = facts.overTime ?? [];
  const outcome = outcomeWith(usages);
  // Without a price a limit is exceeded for good; what else is unknown may turn out to be nothing.
  const known = outcomeWith(withoutUnknown(usages.filter((usage) => !usage.lacksPrice)));
  const isWaiting = outcome.kind === 'approve' && outcome.waitsFor.length > 0;
  if (!isAllowed(outcome)) {
    const detail = explainObstacle(rules, outcome, facts);
    if (isAllowed(known)) return fail({ kind: 'unknown', detail, isWaiting });
    // As when nothing or everything is used up: then the use alone decides, and no row needs to have changed.
    const isByUse = [outcomeWith(usages.map(toUnused)), outcomeWith([])].some(isAllowed);
    return fail({ kind: isByUse ? 'limit' : 'refused', detail, isWaiting });
  }
  return ok({
    all: [toRequirement(outcome)],
    withoutUnknown: [toRequirement(isAllowed(known) ? known : outcome)],
    sentence: explainOutcome(outcome, facts),
    ...(usages.some(isUnknownForNow) && { unknown: explainOutcome(outcome, facts) }),
    ...(usages.some(({ lacksPrice }) => lacksPrice) && {
      unpriced: explainOutcome(outcome, { ...facts, hidesLargest: true }),
    }),
  });
}

const changed = (detail: string) => fail<Underivable>({ kind: 'changed', detail });

type Allowed = Extract<PolicyOutcome, { kind: 'approve' }>;

/** Tells whether approvals let a withdrawal leave now. */
function isAllowed(outcome: PolicyOutcome): outcome is Allowed {
  return outcome.kind === 'approve' && outcome.waitsFor.length === 0;
}

const toUnused = (usage: TimeUsage): TimeUsage => ({ ...usage, before: '0', after: '0' });

function toRequirement({ count, role, ruleNumber, groups }: Allowed): Requirement {
  return { count: atLeastOne(count), role, ruleNumber, groups };
}

function wasInForce({ activeFrom, replacedAt }: PolicyPeriod, at: Date): boolean {
  const hasBegun = activeFrom.getTime() - SAME_MOMENT_MS <= at.getTime();
  return hasBegun && (replacedAt === null || at.getTime() <= replacedAt.getTime() + SAME_MOMENT_MS);
}

/** Reads what the rule that a stored version names asks for; fails where the stored columns ask for something else. */
function readRule(
  { policyVersion, ruleNumber, requiredApprovals, requiredRole, requiredGroups }: StoredVersion,
  { rules }: PolicyPeriod,
): Result<Requirement, string> {
  const then = rules[ruleNumber - 1]?.then;
  const named = `rule ${ruleNumber} of version ${policyVersion} of the policy`;
  if (then?.kind !== 'approve') return fail(`The stored request rests on ${named}, which allows no withdrawal.`);
  // A count below one would take from what other groups are asked for.
  const stored = storedGroupNeedsSchema.safeParse(requiredGroups);
  if (!stored.success) return fail('The groups whose approvals the stored request asks for cannot be read.');
  const groups = stored.data;
  const rule = { count: countPeople({ count: atLeastOne(then.count), groups }), role: then.role ?? APPROVING_ROLES[0] };
  const count = atLeastOne(requiredApprovals);
  if (requiredRole !== rule.role)
    return fail(`The stored request asks for the role ${requiredRole}, and ${named} for the role ${rule.role}.`);
  if (count !== rule.count)
    return fail(
      `The stored request asks for ${describeApprovals(count)}, and ${named} for ${describeApprovals(rule.count)}.`,
    );
  if (!coversGroups(groups, then.groups ?? []))
    return fail(`The stored request does not ask for the approvals of groups that ${named} asks for.`);
  return ok({ count, groups, role: requiredRole, ruleNumber });
}

/** Derives the facts for the policy; fails where a stored fact is not what the bytes say. */
export function deriveFacts(stored: StoredVersion, evidence: Evidence): Result<PolicyFacts, string> {
  const { body, requesterId, paidBefore } = evidence;
  const facts = stored.facts ?? {};
  const derived: PolicyFacts = {
    ...facts,
    ...toPolicyFacts(body, {
      makerId: requesterId,
      recipient: recipientKey(body),
      isNewRecipient: facts.isNewRecipient !== false,
      paidBefore,
      signals: facts.signals ?? [],
    }),
    value: deriveValue(stored, evidence),
    ...(evidence.overTime && { overTime: evidence.overTime }),
  };
  if (facts.wait?.until !== stored.notBefore?.toISOString())
    return fail('The time before which the withdrawal does not leave is not the one that the policy gave.');
  const differing = (['asset', 'network', 'profileId', 'makerId', 'value'] as const).find(
    (name) => !isSameFact(name, facts[name], derived[name]),
  );
  if (differing === undefined) return ok(derived);
  const { label, source } = FACTS[differing];
  return fail(`The stored ${label} (${facts[differing] ?? 'none'}) is not the one ${source} (${derived[differing]}).`);
}

const FACTS = {
  asset: { label: 'asset', source: 'in the stored request' },
  network: { label: 'network', source: 'in the stored request' },
  profileId: { label: 'profile', source: 'in the stored request' },
  makerId: { label: 'requester of the policy’s facts', source: 'of the request' },
  value: { label: 'value', source: 'in the stored request and in those made with it' },
} as const;

function isSameFact(name: keyof typeof FACTS, stored: string | undefined, derived: string): boolean {
  if (stored === undefined) return false;
  return name === 'value' ? isServiceAmount(stored) && compareAmounts(stored, derived) === 0 : stored === derived;
}

/** Sums what the policy saw as one: a test payment with its remainder, and the items of a batch to one recipient. */
function deriveValue({ version }: StoredVersion, { body, bundle }: Evidence): Amount {
  const own = body.amount ?? body.total;
  if (!bundle || version > 1) return own;
  return bundle.kind === 'test-payment'
    ? bundle.bodies.reduce((sum, member) => addAmounts(sum, member.amount ?? member.total), '0')
    : (sumByRecipient(bundle.bodies)(body) ?? own);
}

function describeApprovals(count: number): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? 'approval' : 'approvals'}`;
}
