/**
 * Decides whether signed decisions count: the request, each approval, and both together for a withdrawal. The claim and
 * the verifier of evidence ask here, so that what leaves and what an outsider finds follow one rule.
 *
 * A vote counts if its statement is in the chain, its passkey was on the list at the head that the statement names and
 * still is at the entry `at`, it is about these bytes under this policy, it has not expired, its role is one that the
 * rule asks for, and its person is neither the requester nor an earlier voter; a delegate and the person they decide
 * for are one.
 */
import { kindOf } from '@/lib/proof/keys/chain';
import { sha256Hex } from '@/lib/proof/bytes';
import { type CountedDecision, isSameVoter, type SignedDecision, verifyInChain } from '@/lib/proof/counted';
import { readItems } from '@/lib/proof/statements/items';
import { type Occurrence, refusalOfOccurrence, verifyOccurrence } from '@/lib/proof/evidence/verify-order';
import type { StatementKind } from '@/lib/proof/kinds';
import { refuse, type Refusal, type RefusalName } from '@/lib/proof/refusals';
import { isSamePerson } from '@/lib/proof/keys/root';
import { type ProofContext, verifySigned } from '@/lib/proof/signed';
import type { SigningPerson, Statement } from '@/lib/proof/statement';
import { endsRequest } from '@/lib/proof/statements/taken-back';
import { ok, type Result } from '@/lib/result';

/** The withdrawal that a decision must be about. Hashes are SHA-256 in hexadecimal digits. */
export interface DecidedRequest {
  id: string;
  version: number;
  /** Of the bytes that would be sent. */
  sha256: string;
  service: string;
  policy: string;
  /** Number of the rule in the policy that applies. */
  rule: number;
  facts: string;
  /** The time before which the withdrawal does not leave, as these facts say (ISO 8601). */
  notBefore?: string;
  /** Of the list of attachments, where there are any. */
  attachments?: string;
  chosenAddress?: string;
}

/** When and with which knowledge decisions are verified. */
export interface VerificationPoint {
  /** Number of the newest entry that counts: passkeys removed up to it are refused. */
  at: number;
  now: Date;
}

/** A withdrawal with everything that was signed about it. */
export interface SignedWithdrawal {
  request: DecidedRequest;
  create: SignedDecision;
  approvals: readonly SignedDecision[];
  /** What the policy asks for; the root's floor is added. */
  needs: { count: number; as: readonly string[] };
}

const CREATES: readonly StatementKind[] = ['request.create', 'batch.create'];
const APPROVES: readonly StatementKind[] = ['request.approve', 'batch.decide'];

/** A request that counts. `occurrence`: the date of the standing order that it rests on, where it rests on one. */
export type CountedRequest = CountedDecision & { occurrence?: Occurrence };

/** Verifies the request for a withdrawal: the requester's signature over it, or over the standing order it rests on. */
export async function verifyRequest(
  context: ProofContext,
  create: SignedDecision,
  request: DecidedRequest,
  point: VerificationPoint,
): Promise<Result<CountedRequest, Refusal>> {
  if (kindOf(create.statement) === 'standingOrder') return verifyOccurrence(context, create, { request, at: point.at });
  return verifyAbout(context, create, { request, point, kinds: CREATES });
}

/** Refuses a version of a request that a person rejected or cancelled, and signed that. */
export function checkNotEnded(
  { takenBack }: ProofContext,
  request: Pick<DecidedRequest, 'id' | 'version'>,
  { at }: VerificationPoint,
): Result<undefined, Refusal> {
  return takenBack.listFor(request, at).some(endsRequest) ? refuse('request-ended') : ok(undefined);
}

/** Verifies one approval by a person who is neither the requester nor one of the earlier voters. */
export async function verifyApproval(
  context: ProofContext,
  approval: SignedDecision,
  expected: {
    request: DecidedRequest;
    point: VerificationPoint;
    requester: SigningPerson;
    earlier: readonly CountedDecision[];
    /** The date of the standing order that the request rests on, as `verifyRequest` gives it. */
    occurrence?: Occurrence | undefined;
    /** Roles and groups (`group:NAME`) of which the approval must fill one. */
    as: readonly string[];
  },
): Promise<Result<CountedDecision, Refusal>> {
  const about = await verifyAbout(context, approval, { ...expected, kinds: APPROVES });
  if (!about.ok) return about;
  const { statement } = about.value;
  const { requester, earlier, as, point } = expected;
  const untimely = expected.occurrence && refusalOfOccurrence(expected.occurrence, about.value);
  if (untimely) return refuse(untimely);
  if (!as.includes(statement.as)) return refuse('role-not-asked');
  if (isSameVoter(statement, { person: requester })) return refuse('own-request');
  if (earlier.some((vote) => isSameVoter(statement, vote.statement))) return refuse('voted-already');
  const takenBack = context.takenBack.listFor(expected.request, point.at).filter((one) => !endsRequest(one));
  if (takenBack.some((one) => isSamePerson(one.statement.person, statement.person)))
    return refuse('approval-withdrawn');
  return statement.for === undefined ? about : verifyDelegated(context, about.value, { requester, point });
}

/** Verifies that a decision for a person was signed under a delegation of theirs, by a passkey that still counts. */
async function verifyDelegated(
  context: ProofContext,
  decision: CountedDecision,
  { requester, point }: { requester: SigningPerson; point: VerificationPoint },
): Promise<Result<CountedDecision, Refusal>> {
  const granted = context.delegations.find(decision.statement, decision.number);
  if (!granted) return refuse('not-delegated');
  if (isSamePerson(granted.delegator, requester)) return refuse('own-request');
  const verified = await verifySigned(context, granted, point.at);
  if (verified.ok) return ok(decision);
  const { name, sentence } = verified.error;
  const isLapsed = name === 'key-removed' || name === 'role-removed';
  return isLapsed ? refuse('delegation-lapsed') : refuse('not-delegated', sentence);
}

/** Verifies a withdrawal: the request, and as many approvals as the policy and the root's floor ask for. */
export async function verifyWithdrawal(
  context: ProofContext,
  { request, create, approvals, needs }: SignedWithdrawal,
  point: VerificationPoint,
): Promise<Result<{ create: CountedRequest; approvals: CountedDecision[] }, Refusal>> {
  const created = await verifyRequest(context, create, request, point);
  if (!created.ok) return created;
  const notEnded = checkNotEnded(context, request, point);
  if (!notEnded.ok) return notEnded;
  const { occurrence, statement } = created.value;
  const counted: CountedDecision[] = [];
  let first: Refusal | undefined;
  for (const approval of approvals) {
    const expected = { request, point, requester: statement.person, occurrence, earlier: counted, as: needs.as };
    const verified = await verifyApproval(context, approval, expected);
    if (verified.ok) counted.push(verified.value);
    else first ??= verified.error;
  }
  const needed = Math.max(needs.count, context.root.floor);
  if (counted.length >= needed) return ok({ create: created.value, approvals: counted });
  const missing = `${counted.length} of ${needed} approvals count.`;
  return refuse('too-few-signatures', first ? `${missing} The first that does not: ${first.sentence}` : missing);
}

async function verifyAbout(
  context: ProofContext,
  decision: SignedDecision,
  { request, point, kinds }: { request: DecidedRequest; point: VerificationPoint; kinds: readonly StatementKind[] },
): Promise<Result<CountedDecision, Refusal>> {
  const verified = await verifyInChain(context, decision, () => point.at);
  if (!verified.ok) return verified;
  const { statement, number } = verified.value;
  if (number > point.at) return refuse('statement-not-in-chain');
  if (!kinds.includes(statement.kind)) return refuse('other-kind');
  if (statement.service !== request.service) return refuse('other-service');
  const covered = await (statement.items === undefined ? refusalOfSingle : refusalOfItem)(statement, decision, request);
  if (covered !== undefined) return refuse(covered);
  if (statement.policy !== request.policy) return refuse('other-policy');
  // A batch may fall under several rules; the policy and the facts, both signed, give the rule of each item.
  const isRuleFree = statement.items !== undefined && statement.rule === undefined;
  if (!isRuleFree && statement.rule !== request.rule) return refuse('other-rule');
  const attachments = await attachmentsOf(statement, decision, request);
  if (!attachments.ok) return attachments;
  if (attachments.value !== request.attachments) return refuse('other-attachments');
  if (statement.chosenAddress !== request.chosenAddress) return refuse('other-address');
  const isExpired = point.now.getTime() > Date.parse(statement.validUntil ?? '');
  return isExpired || statement.validUntil === undefined ? refuse('vote-expired') : verified;
}

async function refusalOfSingle(
  { subject, sha256, facts, findings }: Statement,
  decision: SignedDecision,
  request: DecidedRequest,
): Promise<RefusalName | undefined> {
  if (subject.id !== request.id || subject.version !== request.version) return 'other-subject';
  if (sha256 !== request.sha256) return 'other-bytes';
  if (facts !== request.facts) return 'other-facts';
  const { findings: shown } = decision;
  return shown !== undefined && (await hashOf(shown)) !== findings ? 'other-findings' : undefined;
}

async function refusalOfItem(
  { items, facts, findings }: Statement,
  decision: SignedDecision,
  { id, version, sha256, facts: known }: DecidedRequest,
): Promise<RefusalName | undefined> {
  const signed = decision.items ?? '';
  if ((await hashOf(signed)) !== items) return 'items-other';
  const list = readItems(signed);
  if (!list.ok) return list.error.name;
  const item = list.value.find((other) => other.id === id);
  if (item?.version !== version) return 'other-subject';
  if (item.sha256 !== sha256) return 'other-bytes';
  const told = readItems(decision.facts ?? '');
  const hasFacts = told.ok && told.value.some((other) => other.id === id && other.sha256 === known);
  if (!hasFacts || (await hashOf(decision.facts ?? '')) !== facts) return 'other-facts';
  const { findings: shown } = decision;
  return shown !== undefined && (await hashOf(shown)) !== findings ? 'other-findings' : undefined;
}

/** Gives the hash of the list of files that a decision states for a request; undefined for one without files. */
async function attachmentsOf(
  { items, attachments }: Statement,
  decision: SignedDecision,
  { id, version }: DecidedRequest,
): Promise<Result<string | undefined, Refusal>> {
  if (items === undefined || attachments === undefined) return ok(attachments);
  const signed = decision.attachments ?? '';
  if ((await hashOf(signed)) !== attachments) return refuse('other-attachments');
  const list = readItems(signed);
  return list.ok ? ok(list.value.find((one) => one.id === id && one.version === version)?.sha256) : list;
}

// A lone surrogate would be hashed as U+FFFD, so that two texts had one hash.
async function hashOf(text: string): Promise<string | undefined> {
  return text.isWellFormed() ? sha256Hex(text) : undefined;
}
