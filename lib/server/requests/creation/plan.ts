/**
 * Plans a version of a request: turns a body into the bytes that are stored, shown, approved and sent, and asks the
 * policy in force which approvals they need. Creating, amending, test payments and batches all plan through here, so a
 * request cannot come into being by a path that skips the policy. Planning writes nothing; the caller saves the plan in
 * the same transaction.
 *
 * | outcome                   | state of the request  | next                                                |
 * | ------------------------- | --------------------- | --------------------------------------------------- |
 * | plan                      | AWAITING_APPROVAL     | people vote (lib/requests/decisions.ts)             |
 * | `refused-by-policy`       | not created           | change the withdrawal or the policy                 |
 * | `profile-not-allowed`     | not created           | another profile, or the rights change (lib/rights)  |
 * | `travel-rule`             | not created           | complete the recipient (lib/recipients/travel-rule) |
 * | `too-few-approvers`       | not created           | more approvers sign in once, or the policy changes  |
 *
 * Invariants:
 * - The bytes are serialized and hashed here, once. Everything later compares hashes and never serializes again
 *   (docs/specification/send-protocol.md#identity-and-bytes).
 * - The plan stores the policy version, the rule and the facts it was made with, so that the decision stays explicable
 *   after the policy changes.
 * - Limits over time count what was saved before, under a lock that every saving transaction takes
 *   (docs/decisions/0043-limits-over-time.md). A withdrawal that waits for one is asked about as of when it leaves.
 * - Splitting evades no limit: items to one recipient count with their sum, and a test payment with its remainder.
 * - Every plan asks for at least one approval.
 * - A recipient is known only in an asset in which it was paid, and up to a multiple of that (`isNewTo`).
 * - A check that could not run raises `check-unavailable`; it never counts as passed.
 * - The policy and the people who can approve are read in the transaction that saves the plan.
 */
import 'server-only';
import { createHash } from 'node:crypto';
import type { Reader } from '@/lib/identity/reader';
import type { Amount } from '@/lib/money/amounts';
import { isNewTo, type PaidBefore, type PolicyFacts, toPolicyFacts } from '@/lib/policy/facts';
import { evaluatePolicy, type PolicyOutcome } from '@/lib/policy/policy';
import { listNamedRecipients } from '@/lib/policy/rules';
import { explainEndlessWait, explainOutcome } from '@/lib/policy/describe-rule';
import { toStoredUsage, withoutUnknown } from '@/lib/policy/time-limits';
import { describeAble, findShortage, type Shortage } from '@/lib/approver-groups/shortage';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { recipientKey } from '@/lib/recipients/recipients';
import { fail, ok, type Result } from '@/lib/result';
import type { Transaction } from '@/lib/server/database/client';
import type { requestVersions } from '@/lib/server/database/schema/requests';
import { readPossibleApprovers } from '@/lib/server/approver-groups/members';
import { currentPolicy, type Policy } from '@/lib/server/policy/read';
import { signalsOf } from '@/lib/server/requests/checks/checks';
import { createReadCache, type ReadOnce } from '@/lib/server/requests/limits/read-once';
import type { LimitSubject } from '@/lib/server/requests/limits/scope';
import {
  findFreeTime,
  lockTimeLimits,
  readTimeUsages,
  readTransactionTime,
} from '@/lib/server/requests/limits/time-limits';
import { readPaidBefore } from '@/lib/server/recipients/paid-recipients';
import { readTravelRule, type TravelRuleCheck } from '@/lib/server/recipients/travel-rule/check';
import { explainNoRequest, type PlanRights, readPlanRights } from '@/lib/server/rights/check';
import { serializeWithdrawalBody, type WithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';
import { deriveAddressEntry } from '@/lib/withdrawals/address-entry';
import type { PolicyRefusal } from '@/lib/requests/contract';

/** The columns of a version that follow from its body and the policy in force. */
export type VersionPlan = Omit<typeof requestVersions.$inferInsert, 'requestId' | 'version' | 'formKey' | 'note'>;

type Reading = Pick<Transaction, 'select' | 'execute'>;

// Each move is to a later time, so rules that pass a withdrawal on to each other end here.
const MAX_WAITS = 10;

/** The policy and the people behind a plan, read once for any number of bodies of one requester. */
interface PlanBasis {
  requesterId: string;
  policy: Policy;
  /** Gives what was paid to the recipient of a body before. */
  paidBefore: (body: WithdrawalBody) => PaidBefore;
  /** Gives what the rights to the profile of a body allow, and who could approve. */
  rightsFor: (body: WithdrawalBody) => PlanRights;
  missingTravelRule: TravelRuleCheck;
  /** The time by which the database dates what is saved now. */
  savedAt: Date;
  reader: Reading;
  once: ReadOnce;
  seen?: Reader | undefined;
}

/** The form and the checks that come with a body. */
export interface PlanInput {
  form: Pick<WithdrawalForm, 'addressEntry' | 'recipientId'>;
  checks: RecipientChecks;
  /** The sum of all items of the batch to the same recipient in the same asset; undefined for a single one. */
  sum?: Amount | undefined;
  /** Everything that the submission saves (`LimitSubject`). */
  submission?: readonly WithdrawalBody[] | undefined;
  /** True where reasons speak of the owner of a planned payment, and not to the requester. */
  isPlanned?: boolean;
  /** The request that gets another version. */
  requestId?: string | undefined;
}

/** For whom a plan is made, and whether it is saved in the same transaction. */
export interface Planning {
  requesterId: string;
  isSaving: boolean;
  /** Whose profiles alone count, where a person who does not see every profile asks and nothing is saved. */
  seen?: Reader | undefined;
}

/**
 * Reads the policy in force, the paid recipients among these bodies, and the number of approvers. While one transaction
 * saves a plan, every other one that saves waits until it ends.
 */
export async function readPlanBasis(
  reader: Reading,
  bodies: readonly WithdrawalBody[],
  { requesterId, isSaving, seen }: Planning,
): Promise<PlanBasis> {
  // Whatever the policy says: what is saved under one without limits counts under the next one, which may have some.
  if (isSaving) await lockTimeLimits(reader);
  const policy = await currentPolicy(reader);
  const paidBefore = await readPaidBefore(bodies, reader, seen);
  const rightsFor = await readPlanRights(reader, bodies, requesterId);
  const missingTravelRule = await readTravelRule(reader, bodies);
  return {
    requesterId,
    policy,
    paidBefore,
    rightsFor,
    missingTravelRule,
    savedAt: await readTransactionTime(reader),
    reader,
    once: createReadCache(),
    seen,
  };
}

/** Plans a version from a body; refuses what rights or the policy refuse and what too few people could approve. */
export async function planVersion(
  basis: PlanBasis,
  body: WithdrawalBody,
  input: PlanInput,
): Promise<Result<VersionPlan, PolicyRefusal>> {
  const { policy, rightsFor } = basis;
  const { form, checks, isPlanned = false } = input;
  const rights = rightsFor(body);
  if (!rights.mayRequest)
    return fail({
      kind: 'profile-not-allowed',
      reason: explainNoRequest(body.profile_id, isPlanned ? 'The owner' : 'You'),
      next: 'Choose another profile, or ask an administrator to change the rights. The page “Profiles” lists them.',
    });
  const lacking = basis.missingTravelRule(body);
  if (lacking) return fail({ kind: 'travel-rule', ...lacking });
  const decided = await decide(basis, body, input);
  if (!decided.ok)
    return fail({
      kind: 'refused-by-policy',
      ...decided.error,
      next: 'Change the withdrawal, or ask an administrator to change the policy. The page “Policy” lists the rules.',
    });
  const { outcome, facts } = decided.value;
  const because = explainOutcome(outcome, { ...facts, hidesLargest: rights.isSeeingLimited });
  const { role, groups } = outcome;
  const approver = { role, profileId: body.profile_id, requesterId: basis.requesterId };
  const shortage = findShortage(outcome, {
    ...rights.approvers[role],
    members: groups.length > 0 ? await readPossibleApprovers(basis.reader, approver) : [],
  });
  if (shortage) {
    const [missing, next] = explainShortage(shortage, role, isPlanned ? 'the owner' : 'you');
    return fail({ kind: 'too-few-approvers', reason: `${because} ${missing}`, next });
  }
  return ok({
    ...toStoredBytes(body),
    recipientKey: recipientKey(body),
    policyVersion: policy.version,
    ruleNumber: outcome.ruleNumber,
    requiredApprovals: outcome.count,
    requiredRole: role,
    requiredGroups: [...groups],
    facts,
    notBefore: facts.wait ? new Date(facts.wait.until) : null,
    addressEntry: deriveAddressEntry(form),
    recipientId: form.recipientId || null,
    checks,
  });
}

type Refused = Pick<PolicyRefusal, 'reason' | 'isUnknown'>;
type Allowed = Extract<PolicyOutcome, { kind: 'approve' }>;

/**
 * Asks the policy, at first about now. Where limits over time make the withdrawal wait, asks again about the time to
 * which they move it. Fails with the sentence that explains the refusal; `isUnknown` where it may end once the use of a
 * limit over time can be read again.
 */
async function decide(
  { requesterId, policy, paidBefore, rightsFor, savedAt, reader, once, seen }: PlanBasis,
  body: WithdrawalBody,
  { checks, sum, submission, requestId }: PlanInput,
): Promise<Result<{ outcome: Allowed; facts: PolicyFacts }, Refused>> {
  const { rules } = policy;
  const subject: LimitSubject = {
    body,
    requesterId,
    ...(submission && { submission }),
    ...(requestId && { requestId }),
    seen,
  };
  const known = gatherFacts(body, { makerId: requesterId, paidBefore: paidBefore(body), checks, sum });
  // Where no rule names a recipient the facts stay as they were before rules could.
  const recipient = listNamedRecipients(rules).length > 0 && { recipient: recipientKey(body) };
  let at = savedAt;
  let wait: PolicyFacts['wait'];
  for (let waits = 0; waits <= MAX_WAITS; waits += 1) {
    const overTime = await readTimeUsages(reader, rules, subject, { at, once });
    const stored = overTime.length > 0 && { overTime: overTime.map(toStoredUsage) };
    const facts = { ...known, ...recipient, ...stored, ...(wait && { wait }) };
    const outcome = evaluatePolicy(rules, facts);
    const shown = { ...facts, hidesLargest: rightsFor(body).isSeeingLimited };
    // As if what is unknown were nothing.
    const atBest = evaluatePolicy(rules, { ...facts, overTime: withoutUnknown(overTime) });
    if (outcome.kind === 'refuse') return refuse(explainOutcome(outcome, shown), atBest.kind === 'approve');
    if (outcome.waitsFor.length === 0) return ok({ outcome, facts });
    for (const ruleNumber of outcome.waitsFor) {
      const limit = rules[ruleNumber - 1]?.when.overTime;
      const free = limit && (await findFreeTime(reader, limit, subject, { at, once }));
      const isKnown = atBest.kind === 'refuse' || atBest.waitsFor.includes(ruleNumber);
      if (!free) return refuse(explainEndlessWait(rules, ruleNumber, shown), !isKnown);
      if (wait === undefined || free.getTime() > Date.parse(wait.until))
        wait = { until: free.toISOString(), ruleNumber };
    }
    at = new Date(wait?.until ?? savedAt);
  }
  return fail({
    reason: 'The limits over time of the policy move this withdrawal on and on: no time keeps all of them.',
  });
}

function refuse(reason: string, isUnknown: boolean) {
  return fail<Refused>({ reason, ...(isUnknown && { isUnknown: true as const }) });
}

/** Gathers the facts about a body that the policy decides by; `sum` counts instead of the body's own value. */
export function gatherFacts(
  body: WithdrawalBody,
  {
    makerId,
    paidBefore,
    checks,
    sum,
  }: { makerId: string; paidBefore: PaidBefore; checks: RecipientChecks; sum?: Amount | undefined },
): PolicyFacts {
  const own = toPolicyFacts(body, { makerId, isNewRecipient: false, paidBefore, signals: signalsOf(checks) });
  const facts = sum === undefined ? own : { ...own, value: sum, isSum: true };
  return { ...facts, isNewRecipient: isNewTo(facts) };
}

/** Serializes a body to the bytes that are stored, shown, approved and sent, with their SHA-256 in hexadecimal. */
export function toStoredBytes(body: WithdrawalBody): { body: Buffer; bodySha256: string } {
  const bytes = Buffer.from(serializeWithdrawalBody(body), 'utf8');
  return { body: bytes, bodySha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Explains, in two texts, who can approve in a shortage, and what to do. */
function explainShortage(shortage: Shortage, role: string, requester: string): [missing: string, next: string] {
  const able = describeAble(shortage);
  if (shortage.kind === 'groups')
    return [
      `Apart from ${requester}, ${able} can approve it, and one person fills one place.`,
      'Ask an administrator to add people to the group, or to change the rule. The page “Groups” lists the members.',
    ];
  const { isLimited } = shortage;
  return [
    `Apart from ${requester}, only ${able} can approve${isLimited ? ' for this profile' : ''}.`,
    `Ask more people with the role ${role} to sign in once, ` +
      `or ask an administrator to change the rule${isLimited ? ' or the rights to this profile' : ''}.`,
  ];
}
