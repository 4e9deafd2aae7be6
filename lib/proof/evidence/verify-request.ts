import { readAttachmentList } from '@/lib/proof/statements/attachments';
import { sha256Hex } from '@/lib/proof/bytes';
import {
  describeApproval,
  describeFile,
  describeOccurrence,
  describeStated,
  type ShownRequest,
  type ShownSignature,
  showRequest,
  showSignature,
} from '@/lib/proof/evidence/describe';
import { applyPolicy, listPossibleOutcomes, type PolicyHistory, readFacts } from '@/lib/proof/evidence/policy-history';
import { parseJson } from '@/lib/text/parse-json';
import {
  bodySchema,
  type EvidenceBody,
  type EvidenceDecision,
  type EvidenceRequest,
} from '@/lib/proof/evidence/records';
import { countFilled, countPeople, type GroupMember } from '@/lib/approver-groups/needs';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import { readItems } from '@/lib/proof/statements/items';
import type { KeyList } from '@/lib/proof/key-list';
import { type Refusal, refuse } from '@/lib/proof/refusals';
import { verifyOccurrence } from '@/lib/proof/evidence/verify-order';
import { readStatement, type Statement } from '@/lib/proof/statement';
import type { CountedDecision, SignedDecision } from '@/lib/proof/counted';
import {
  checkNotEnded,
  type DecidedRequest,
  type VerificationPoint,
  verifyApproval,
  verifyRequest,
} from '@/lib/proof/evidence/verify-decision';
import type { PolicyFacts } from '@/lib/policy/facts';
import type { PolicyOutcome } from '@/lib/policy/policy';
import { listNamedRecipients } from '@/lib/policy/rules';
import { compareTold } from '@/lib/proof/evidence/told-recipient';
import { compareAmounts } from '@/lib/money/amounts';
import { isServiceAmount } from '@/lib/money/format-amount';
import { ok, type Result } from '@/lib/result';

/** What the file has established before a request: the key list, the policies, the service and the lists of batches. */
export interface EvidenceState {
  keys: KeyList;
  policies: PolicyHistory;
  service: string;
  /** Lines of batches by their SHA-256. */
  lists: ReadonlyMap<string, string>;
}

/** A verified request. */
export interface VerifiedRequest {
  request: ShownRequest;
  /** That of the requester, then those of the approvals that count. */
  signatures: ShownSignature[];
  /** Its files, and the planned payment that it rests on, one line each. */
  parts: string[];
  /** What the policy asked for, what was taken back, and what the console states of the payment, one line each. */
  notes: string[];
  /** False for a request that was rejected, or not approved by as many as the policy asked for: it was never sent. */
  isApproved: boolean;
}

/** Verifies a request of an evidence file: who decided what over which bytes, and what the policy asked for. */
export async function verifyEvidenceRequest(
  state: EvidenceState,
  record: EvidenceRequest,
): Promise<Result<VerifiedRequest, Refusal>> {
  const body = bodySchema.safeParse(parseJson(record.bytes));
  if (!body.success) return refuse('bytes-unreadable');
  if (isUnsigned(record.create)) return refuse('unsigned', 'It is the request itself.');
  const created = readStatement(record.create.statement);
  if (!created.ok) return created;
  const files = record.attachments === null ? ok([]) : readAttachmentList(record.attachments);
  if (!files.ok) return files;
  const isOrdered = created.value.kind === 'standingOrder';
  if (isOrdered && record.approvals.length === 0) return verifyUnapproved(state, record, body.data);
  const decided = await readRequest(state, record, created.value);
  if (!decided.ok) return decided;
  const { request, outcome, facts } = decided.value;
  const point = pointOf(state.keys, record, created.value);
  const about = { ...request, ...confirmedAddress(record.create, body.data) };
  const create = await verifyRequest(state.keys, await toDecision(state, record.create), about, point);
  if (!create.ok) return create;
  if (!isToldOf(facts, body.data, created.value)) return refuse('other-facts');
  const createContents = await checkContents(state, record.create, request.id);
  if (!createContents.ok) return createContents;
  const approvals: CountedDecision[] = [];
  const signatures = [showSignature(state.keys, create.value, record.create)];
  const lapsed: string[] = [];
  for (const approval of record.approvals) {
    if (isUnsigned(approval)) return refuse('unsigned', `It is approval ${approvals.length + 1}.`);
    const confirmed = confirmedAddress(approval, body.data);
    const expected = {
      request: { ...request, ...confirmed },
      point,
      requester: create.value.statement.person,
      occurrence: create.value.occurrence,
      earlier: approvals,
      as: [outcome.role],
    };
    const verified = await verifyApproval(state.keys, await toDecision(state, approval), expected);
    // What ended by itself says nothing against the others, which must then be enough.
    if (!verified.ok) {
      if (!LAPSES.has(verified.error.name)) return verified;
      lapsed.push(`  An approval no longer counts: ${verified.error.sentence}`);
      continue;
    }
    const contents = await checkContents(state, approval, request.id);
    if (!contents.ok) return contents;
    approvals.push(verified.value);
    signatures.push(showSignature(state.keys, verified.value, approval));
  }
  const first = Math.min(...approvals.map(({ number }) => number));
  if (isOrdered && approvals.length > 0 && state.policies.at(first)?.sha256 !== request.policy)
    return refuse('other-policy');
  const needed = Math.max(outcome.count, state.keys.root.floor);
  const notEnded = checkNotEnded(state.keys, request, point);
  if (!notEnded.ok && record.attempts.length > 0) return notEnded;
  // What was never approved holds as such, as long as the console states no attempt to send it.
  const needs = { count: needed, groups: outcome.groups };
  const members = listMembers(state.keys, approvals, point);
  const filled = countFilled(needs, members);
  const isEnough = filled >= countPeople(needs);
  if (!isEnough && record.attempts.length > 0)
    return refuse('too-few-signatures', `${filled} of ${countPeople(needs)} approvals are in the file.`);
  const newest = isSent(record) ? checkNewest(state, { request, facts, members, role: outcome.role, point }) : ok([]);
  if (!newest.ok) return newest;
  const parts = [...files.value.map(describeFile), ...describeOccurrence(state.keys, create.value)];
  const notes = [
    ...state.keys.takenBack
      .listFor(request, state.keys.chain.length)
      .map((decision) => describeApproval(state.keys, decision)),
    `  Rule ${outcome.ruleNumber} of the policy asked for ${needed} by ${outcome.role}; ${approvals.length} signed.`,
    ...outcome.groups.map(({ group, count }) => `  Of these, ${count} by ${group}, as the key list names its members.`),
    ...newest.value,
    ...(facts.recipient !== undefined && compareTold(facts.recipient, body.data) === 'unclear'
      ? [
          `  The policy was given the recipient ${facts.recipient}; whether the bytes name the same one, this file does not show.`,
        ]
      : []),
    ...lapsed,
    ...describeStated(record, request.sha256),
  ];
  return ok({
    request: showRequest(body.data, request),
    signatures,
    parts,
    notes,
    isApproved: notEnded.ok && isEnough,
  });
}

const isSent = ({ attempts }: EvidenceRequest) => attempts.length > 0;

interface SentRequest {
  request: DecidedRequest;
  facts: PolicyFacts;
  members: readonly GroupMember[];
  role: Allowed['role'];
  point: VerificationPoint;
}

/**
 * Verifies that the policy which was in force when a withdrawal left let it leave as well, where it is another one than
 * that of the request; gives what to say of it. Limits over time that only this policy has are not in the facts.
 */
function checkNewest(
  { keys, policies }: EvidenceState,
  { request, facts, members, role, point }: SentRequest,
): Result<string[], Refusal> {
  const newest = policies.at(point.at);
  if (!newest || newest.sha256 === request.policy) return ok([]);
  const named = `Version ${newest.version} of the policy (${newest.sha256}), in force when the withdrawal left,`;
  const allowed = listPossibleOutcomes(newest, facts).filter((outcome) => outcome.kind === 'approve');
  if (allowed.length === 0) return refuse('policy-refuses', `${named} does not allow it.`);
  const met = allowed.find(({ count, groups, role: asked }) => {
    const needs = { count: Math.max(count, keys.root.floor), groups };
    return asked === role && countFilled(needs, members) >= countPeople(needs);
  });
  return met
    ? ok([`  ${named} counts as well: its rule ${met.ruleNumber} asked for ${met.count} by ${met.role}.`])
    : refuse('too-few-signatures', `${named} asks for other approvals.`);
}

/** Verifies a request that rests on a standing order and was never approved: nobody signed a policy or facts for it. */
async function verifyUnapproved(
  state: EvidenceState,
  record: EvidenceRequest,
  body: EvidenceBody,
): Promise<Result<VerifiedRequest, Refusal>> {
  if (record.attempts.length > 0) return refuse('too-few-signatures', 'No approval is in the file.');
  const request = { id: record.id, version: record.version, sha256: await sha256Hex(record.bytes) };
  const about = { ...request, service: state.service, ...(record.attachments !== null && { attachments: '' }) };
  const create = await verifyOccurrence(state.keys, await toDecision(state, record.create), {
    request: about,
    at: state.keys.chain.length,
  });
  if (!create.ok) return create;
  return ok({
    request: showRequest(body, request),
    signatures: [showSignature(state.keys, create.value, record.create)],
    parts: describeOccurrence(state.keys, create.value),
    notes: describeStated(record, request.sha256),
    isApproved: false,
  });
}

type Allowed = Extract<PolicyOutcome, { kind: 'approve' }>;

/** Gives the people who approved, with the groups that their passkeys counted in when they signed and when it left. */
function listMembers(
  { keys }: KeyList,
  approvals: readonly CountedDecision[],
  { at }: VerificationPoint,
): GroupMember[] {
  return approvals.map(({ statement, number, credentialId }) => {
    const key = keys.find(credentialId);
    const named = key?.rights.flatMap(({ groups }) => groups) ?? [];
    return {
      id: statement.person.id,
      groups: named.filter((name) => [number, at].every((place) => key && canSignAt(key, `group:${name}`, place))),
    };
  });
}

async function readRequest(
  { keys, policies, service }: EvidenceState,
  record: EvidenceRequest,
  statement: Statement,
): Promise<Result<{ request: DecidedRequest; outcome: Allowed; facts: PolicyFacts }, Refusal>> {
  // In force where the request is in the chain, as the claim asks, and not where its signer says they were. The owner
  // of a standing order signed no policy: that of the first approval counts.
  const isOrdered = statement.kind === 'standingOrder';
  const placed = isOrdered ? record.approvals[0] : record.create;
  const policy = policies.at((await keys.chain.numberOfStatement(placed?.statement ?? '')) ?? 0);
  const facts = readFacts(record.facts);
  if (!policy || (!isOrdered && policy.sha256 !== statement.policy)) return refuse('other-policy');
  if (!facts) return refuse('other-facts');
  // Without the recipient in the facts, a rule about it would not apply.
  if (facts.recipient === undefined && listNamedRecipients(policy.rules).length > 0) return refuse('other-facts');
  const outcome = applyPolicy(policy, facts);
  if (outcome.kind !== 'approve') return refuse('policy-refuses');
  const request: DecidedRequest = {
    id: record.id,
    version: record.version,
    sha256: await sha256Hex(record.bytes),
    service,
    policy: policy.sha256,
    rule: outcome.ruleNumber,
    facts: await sha256Hex(record.facts),
    ...(facts.wait && { notBefore: facts.wait.until }),
    ...(record.attachments !== null && { attachments: await sha256Hex(record.attachments) }),
  };
  return ok({ request, outcome, facts });
}

const isUnsigned = ({ statement, assertion }: EvidenceDecision) => statement === '' && assertion === null;

/** Approvals that no longer count, though nothing was changed. */
const LAPSES: ReadonlySet<string> = new Set([
  'key-removed',
  'role-removed',
  'vote-expired',
  'approval-withdrawn',
  'delegation-lapsed',
]);

/** Gives the address that a decision must have confirmed, if it says that it confirmed one: that of the bytes. */
function confirmedAddress({ statement }: EvidenceDecision, body: EvidenceBody): { chosenAddress?: string } {
  const read = readStatement(statement);
  return read.ok && read.value.chosenAddress !== undefined ? { chosenAddress: body.destination_address } : {};
}

/** Tells whether the policy was given these bytes and this requester. */
function isToldOf(facts: PolicyFacts, body: EvidenceBody, { person, items }: Statement): boolean {
  return (
    facts.asset === body.asset &&
    facts.network === body.crypto_network &&
    facts.profileId === body.profile_id &&
    (facts.recipient === undefined || compareTold(facts.recipient, body) !== 'other') &&
    facts.makerId === person.id &&
    isToldOfValue(facts, body, items !== undefined)
  );
}

/** In a batch or test payment, the policy gets the sum of all rows to the recipient, and never less than the row. */
function isToldOfValue({ value, isSum }: PolicyFacts, { amount, total }: EvidenceBody, isGrouped: boolean): boolean {
  const own = amount ?? total ?? '';
  if (!isGrouped && isSum !== true) return value === own;
  return isServiceAmount(own) && compareAmounts(value, own) >= 0;
}

/** The claim's place and time, as far as attempts state them; otherwise the end of the chain, and no expiry. */
function pointOf(keys: KeyList, { attempts }: EvidenceRequest, { issued }: Statement): VerificationPoint {
  const last = attempts.at(-1);
  const at = (last && keys.chain.numberOf(last.head)) ?? keys.chain.length;
  return { at, now: new Date(last?.at ?? issued) };
}

async function toDecision({ lists }: EvidenceState, decision: EvidenceDecision): Promise<SignedDecision> {
  const { statement, assertion, findings } = decision;
  const read = readStatement(statement);
  const items = read.ok ? read.value.items : undefined;
  if (!read.ok || items === undefined) return { statement, assertion, findings: findings ?? '' };
  const list = (hash: string | undefined) => lists.get(hash ?? '') ?? '';
  return {
    statement,
    assertion,
    items: list(items),
    facts: list(read.value.facts),
    findings: list(read.value.findings),
    attachments: list(read.value.attachments),
  };
}

/** Checks the comment of a decision, and in a batch the findings that were shown beside this request. */
async function checkContents(
  { lists }: EvidenceState,
  { statement, comment, findings }: EvidenceDecision,
  id: string,
): Promise<Result<undefined, Refusal>> {
  const read = readStatement(statement);
  if (!read.ok) return read;
  if (comment !== null && (await sha256Hex(comment)) !== read.value.comment) return refuse('other-comment');
  if (read.value.items === undefined) return ok(undefined);
  const shown = readItems(lists.get(read.value.findings ?? '') ?? '');
  const hash = await sha256Hex(findings ?? '');
  const isShown = shown.ok && shown.value.some((item) => item.id === id && item.sha256 === hash);
  return isShown ? ok(undefined) : refuse('other-findings');
}
