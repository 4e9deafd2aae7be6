import 'server-only';
import { readRulesOf } from '@/lib/server/policy/rules-of';
import { isEntryOf } from '@/lib/server/database/joins';
import type { Reader } from '@/lib/identity/reader';
import { nameStatement } from '@/lib/server/database/visible-profiles';
import { and, desc, eq, sql } from 'drizzle-orm';
import { type Decidable, type RequestAction, requestDenialReason } from '@/lib/requests/decisions';
import { isApproved, voidReason } from '@/lib/requests/votes';
import { findLeavingTime, isNeverPaid } from '@/lib/policy/facts';
import { namePartOfNew } from '@/lib/policy/conditions/is-new-recipient';
import { explainStoredRule, listStoredLimitUses, needsOnlyApprovals } from '@/lib/policy/describe-rule';
import { type AttemptView, type DecisionView, isSettled, type RequestView } from '@/lib/requests/request-view';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import { explainAttempt, explainHold } from '@/lib/sends/explain-send';
import {
  mayQueueAgain,
  type Resolution,
  RESOLUTION_KINDS,
  resolutionDenialReason,
  resolverDenialReason,
} from '@/lib/sends/resolution';
import { holdDenialReason, isHeldUnsent } from '@/lib/sends/hold';
import { explainTransferAlarm, type TransferAlarm } from '@/lib/transfer-watch/transfer-alarm';
import { listAlarmsOfRequest } from '@/lib/server/transfer-watch/known-transfers';
import { settings } from '@/lib/server/config/settings';
import { findTransferWithReference } from '@/lib/server/mirror/search/find-by-reference';
import { database, prepared } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';
import { readRequestsWithOutcomes } from '@/lib/server/requests/outcomes';
import { readQuoteOf } from '@/lib/server/requests/creation/quote-fee';
import { selectAttachments } from '@/lib/server/attachments/read';
import { readUsdValues } from '@/lib/server/mirror/figures/usd-values';
import { readConversation } from '@/lib/server/requests/votes/conversation';
import { describeNeeds, readDeciders, readDecidesFor } from '@/lib/server/requests/votes/deciders';
import { type Memberships, withGroups } from '@/lib/server/approver-groups/members';
import { explainEndedPlan } from '@/lib/server/requests/signing/planned-approval';
import { readBundleView } from '@/lib/server/requests/lists/bundle-view';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { isSigner } from '@/lib/server/passkeys/decisions';
import { proofEntries, requestSignatures, voteSignatures } from '@/lib/server/database/schema/proofs';
import { readRootInForce } from '@/lib/server/passkeys/key-list/root';
import type { Denial } from '@/lib/http/denials';
import { authorize, isFresh } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { listProposals } from '@/lib/server/proposals/read';
import { now } from '@/lib/server/runtime/clock';
import {
  joinNeeds,
  judgeByNewest,
  newestDenialReason,
  type NewestNeeds,
} from '@/lib/server/requests/limits/policy-evidence';
import { readVotes, toDecision, voteLimits } from '@/lib/server/requests/vote-facts';
import { UUID } from '@/lib/text/uuid';
import { toDecidable } from '@/lib/server/requests/load';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';
import { countHiddenSimilar } from '@/lib/server/requests/checks/risk';
import { findSimilarTo } from '@/lib/server/requests/checks/similar';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { explainStillMissing, lacksData, REQUEST_AGAIN } from '@/lib/server/requests/declined';
import { resendDenialReason } from '@/lib/sends/resend-proof';
import { findFirstPayment, findingOfPayments } from '@/lib/risk/first-payment';
import { readRejections } from '@/lib/server/requests/lists/rejections';
import { findVersionChanges, selectVersions } from '@/lib/server/requests/lists/version-changes';
import { readReturnReason } from '@/lib/server/requests/lists/returned';
import { readSendingState } from '@/lib/server/stop-switch/stop-switch';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

const ATTEMPT_LIMIT = 50;

/** Reads one request with its history and the actions that the reader can take. */
export async function readRequest(id: string): Promise<Result<RequestView, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  const row = await findWhole(reader.value, id);
  if (!row) return fail({ kind: 'not-found' });
  const { version, send } = row;
  const isUnresolved = send?.state === 'UNKNOWN' || send?.state === 'HOLD';
  const resolutions = listResolutions(row);
  const body = parseWithdrawalBody(version.body);
  const linkedIds = [row.follows, row.followedBy].flatMap((linked) => linked?.id ?? []);
  // The request that this one follows, or that follows it, was not paid and is linked on the page.
  const compared = { exceptIds: [id, ...linkedIds], around: version.createdAt };
  const fixed = fixedValueOf(body);
  const [
    votes,
    attempts,
    similar,
    proposals,
    sending,
    rule,
    bundle,
    mirroredId,
    transferAlarms,
    outcomes,
    valueOf,
    seeds,
    rejections,
  ] = await Promise.all([
    readVotes(database(), id),
    database()
      .select()
      .from(sendAttempts)
      .where(eq(sendAttempts.requestId, id))
      .orderBy(desc(sendAttempts.startedAt))
      .limit(ATTEMPT_LIMIT),
    findSimilarTo(reader.value, body, compared),
    send ? listProposals('resolve-send', id, reader.value) : [],
    readSendingState(),
    readRule(reader.value, version, row.newest),
    readBundleView(reader.value, row),
    isUnresolved || resolutions.includes('send-again')
      ? findTransferWithReference(database(), row.request.refId)
      : undefined,
    listAlarmsOfRequest(reader.value, id),
    readRequestsWithOutcomes(reader.value, [id]),
    readUsdValues(reader.value, [fixed.asset]),
    readSeeds(row.request),
    row.request.state === 'AWAITING_APPROVAL' ? readRejections(reader.value, [row]) : undefined,
  ]);
  const returnReason = await readReturnReason(row.request);
  const outcome = outcomes.get(id)?.outcome;
  const decidable = toDecidable(row, votes);
  const deciders = await readDeciders(row, decidable, reader.value);
  const denied = listDenialReasons(decidable, await withGroups(reader.value, [version]));
  const own = deciders.find(({ isReader }) => isReader);
  const signs = await isSigner(reader.value, [version.requiredRole]);
  // With the votes as read here, which know of passkeys that were removed.
  const openApprovals = row.openApprovals && votes.filter(isApprovalOf(row));
  const summary = toSummary({ ...row, openApprovals }, reader.value);
  return ok({
    ...summary,
    ...(!isSettled(summary) && { value: valueOf(fixed) }),
    ...toVersionView(row),
    feeQuote: await readQuoteOf(database(), body.fee_id),
    ...toSendView(row),
    resolutions,
    ...(outcome && { outcome }),
    returnReason,
    alarm: describeAlarms(send, transferAlarms),
    isBeforeRestore: row.isBeforeRestore,
    rule,
    ...describeNeeds({ ...decidable, votes }, deciders),
    decisions: votes.map((vote) => ({ ...toDecisionView(vote, decidable), seed: seeds.ofVote(vote) })),
    deciders: deciders.map(({ groups: _groups, ...decider }) => decider),
    decidesFor: await readDecidesFor([decidable], reader.value),
    changes: await readChanges(row, votes, reader.value),
    rejection: rejections?.get(id) ?? null,
    similar,
    hiddenSimilar: await countHiddenSimilar(reader.value, body, { ...compared, seen: similar }),
    denialReason: {
      ...denied,
      approve:
        denied.approve ??
        own?.denialReason ??
        newestDenialReason(row.newest) ??
        (row.request.state === 'AWAITING_APPROVAL' ? await explainStillMissing(database(), body) : undefined) ??
        (await explainEndedPlan(database(), [row.request])) ??
        null,
      reject: denied.reject ?? own?.rejectDenialReason ?? null,
      resend: await explainResend(row, { ...decidable, votes }, mirroredId),
      hold: explainHoldDenial(row, reader.value),
    },
    mirroredId: mirroredId ?? null,
    // Who signs needs no renewed sign-in.
    isSignInFresh: isFresh(reader.value) || signs,
    isSigner: signs,
    isProofRequired: isProofRequired(),
    isRequestSigned: seeds.signed !== undefined,
    requestSeed: seeds.signed?.seed ?? row.request.requesterId,
    hasEvidence: (await readRootInForce()) !== undefined,
    attempts: attempts.toReversed().map(toAttemptView),
    bundle,
    proposals,
    attachments: await selectAttachments(database(), { requestId: id, version: row.request.version }),
    conversation: await readConversation(reader.value, { ...decidable, id, votes }),
    stopped: sending.isStopped ? { reason: sending.reason, since: sending.since } : null,
  });
}

/** Reads what the strokes of a request's signatures are drawn from; a vote without a signature has its person's id. */
async function readSeeds({ id, version }: WholeRow['request']) {
  const [[signed], votes] = await Promise.all([
    database()
      .select({ seed: proofEntries.signature })
      .from(requestSignatures)
      .innerJoin(proofEntries, isEntryOf(requestSignatures))
      .where(and(eq(requestSignatures.requestId, id), eq(requestSignatures.version, version))),
    database()
      .select({ version: voteSignatures.version, personId: voteSignatures.personId, seed: proofEntries.signature })
      .from(voteSignatures)
      .innerJoin(proofEntries, isEntryOf(voteSignatures))
      .where(eq(voteSignatures.requestId, id)),
  ]);
  const ofVote = (vote: Vote) =>
    votes.find((one) => one.version === vote.version && one.personId === vote.personId)?.seed ?? vote.personId;
  return { signed, ofVote };
}

function toVersionView({ request, version, checks }: WholeRow) {
  return {
    version: request.version,
    versionAt: version.createdAt.toISOString(),
    bodySha256: version.bodySha256,
    bytes: version.body.toString('utf8'),
    note: version.note,
    addressEntry: version.addressEntry,
    checks,
    firstPayment: findFirstPayment(findingOfPayments(checks), isNeverPaid(version.facts)),
  };
}

function toSendView(row: WholeRow) {
  const { send } = row;
  const transfer = send?.transfer ? decodeTransfer(send.transfer) : null;
  const hold = send?.state === 'HOLD' ? send.hold : null;
  return {
    nextAt: send?.state === 'QUEUED' ? send.nextAt.toISOString() : null,
    postponedReason: send?.state === 'QUEUED' ? send.postponedReason : null,
    reconciliation:
      send?.state === 'UNKNOWN'
        ? {
            nextWalkAt: send.reconcileAt?.toISOString() ?? null,
            misses: send.misses,
            lastWalk: send.lastWalk,
          }
        : null,
    hold: hold && { reason: hold, explanation: explainHold(hold) },
    cost: send?.cost ?? null,
    isCostDue: send?.isCostDue ?? false,
    unconfirmedFields: send?.unconfirmedFields ?? [],
    transferId: send?.transferId ?? null,
    transfer: transfer?.id ? transfer : null,
    transferSeenAt: send?.transferSeenAt?.toISOString() ?? null,
  };
}

function toDecisionView(vote: Vote, request: Decidable): Omit<DecisionView, 'seed'> {
  // Once the bytes may have left, approvals are history: that they are old by now says nothing.
  const isOpen = ['AWAITING_APPROVAL', 'APPROVED'].includes(request.state) && !request.hasAttempt;
  const counts = isOpen && vote.verdict === 'APPROVED' && vote.version === request.version;
  return { ...toDecision(vote), voidReason: (counts && voidReason(vote, request, voteLimits())) || null };
}

function listDenialReasons(
  decidable: Decidable,
  reader: Person & Memberships,
): Omit<RequestView['denialReason'], 'resend' | 'hold'> {
  const reasonFor = (action: RequestAction) => requestDenialReason(action, decidable, reader) ?? null;
  return {
    approve: reasonFor(decidable.isTestPaymentPart ? 'approve-together' : 'approve'),
    reject: reasonFor(decidable.isTestPaymentPart ? 'reject-together' : 'reject'),
    withdrawApproval: denialReason('decideOnWithdrawals', reader.roles) ?? reasonFor('withdraw-approval'),
    cancel: reasonFor('cancel'),
    amend: reasonFor('amend'),
    resolve:
      resolverDenialReason(decidable.requesterId, reader.id) ?? denialReason('resolveSends', reader.roles) ?? null,
  };
}

const prepareRequest = (reader: Reader) =>
  prepared(nameStatement(reader, 'request'), () =>
    selectRequests(reader).where(eq(withdrawalRequests.id, sql.placeholder('id'))),
  );

/** Reads a request with its whole send and the recipient checks from when it was made. */
async function findWhole(reader: Reader, id: string) {
  const [row] = UUID.test(id) ? await prepareRequest(reader).execute({ id }) : [];
  if (!row) return undefined;
  const { requestId, version, checks } = requestVersions;
  const [[send], [stored]] = await Promise.all([
    database().select().from(sends).where(eq(sends.requestId, id)),
    database()
      .select({ checks })
      .from(requestVersions)
      .where(and(eq(requestId, id), eq(version, row.version.version))),
  ]);
  const waiting = row.request.state === 'AWAITING_APPROVAL' ? [row] : [];
  const newest = (await judgeByNewest(database(), waiting)).get(id);
  return {
    ...row,
    version: joinNeeds(row.version, newest),
    newest,
    send: send ? { ...send, isForMissingData: await lacksData(database(), send) } : null,
    checks: stored?.checks ?? null,
  };
}

type WholeRow = NonNullable<Awaited<ReturnType<typeof findWhole>>>;
type Vote = Awaited<ReturnType<typeof readVotes>>[number];

/** Reads the policy rule of the version and explains why it applied. */
async function readRule(
  { visibleProfiles }: Pick<Reader, 'visibleProfiles'>,
  { policyVersion, ruleNumber, requiredRole, facts, createdAt }: RequestRow['version'],
  newest: NewestNeeds | undefined,
): Promise<RequestView['rule']> {
  const rules = (await readRulesOf(database(), [{ policyVersion }])).get(policyVersion) ?? [];
  // Requests from before approvals existed have no rule.
  if (ruleNumber === 0)
    return {
      policyVersion,
      number: 0,
      name: '',
      sentence: 'This request is older than the approval policy.',
      needsOnlyApprovals: false,
      part: null,
      role: requiredRole,
      limits: [],
      leavesAt: null,
      newest: null,
    };
  return {
    policyVersion,
    number: ruleNumber,
    name: rules[ruleNumber - 1]?.name ?? '',
    sentence: explainStoredRule(rules, ruleNumber, { ...facts, hidesLargest: visibleProfiles !== 'all' }),
    needsOnlyApprovals: needsOnlyApprovals(rules, ruleNumber, facts),
    part: (rules[ruleNumber - 1]?.when.isNewRecipient && namePartOfNew(facts)) ?? null,
    role: requiredRole,
    limits: listStoredLimitUses(rules, { ruleNumber, facts, createdAt }, now()),
    leavesAt: findLeavingTime(facts, now()),
    newest: newest ? describeNewest(newest) : null,
  };
}

function describeNewest({ policyVersion, asked }: NewestNeeds) {
  return { policyVersion, sentence: asked.ok ? asked.value.sentence : asked.error.detail };
}

async function readChanges(
  { request }: RequestRow,
  votes: readonly Vote[],
  reader: Person,
): Promise<RequestView['changes']> {
  if (request.version === 1) return null;
  const decidedOn = votes
    .filter((vote) => vote.personId === reader.id && vote.version < request.version)
    .map((vote) => vote.version);
  const sinceVersion = Math.max(...(decidedOn.length > 0 ? decidedOn : [request.version - 1]));
  const versions = await selectVersions([request.id]);
  const [before, after] = [sinceVersion, request.version].map((number) =>
    versions.find((one) => one.version === number),
  );
  return before && after ? { sinceVersion, fields: findVersionChanges(before, after) } : null;
}

/** Lists the resolutions that two people could choose for the send now. */
function listResolutions({ send }: WholeRow): Resolution['kind'][] {
  return send ? RESOLUTION_KINDS.filter((kind) => resolutionDenialReason(kind, send) === undefined) : [];
}

/** Explains why the reader cannot put the withdrawal on hold now; null where they can. */
function explainHoldDenial({ request, send }: WholeRow, { roles }: Person): string | null {
  return (
    denialReason('holdSends', roles) ?? holdDenialReason({ isApproved: request.state === 'APPROVED', send }) ?? null
  );
}

/** Describes everything that is wrong with the withdrawal at the service; null where nothing is. */
function describeAlarms(send: WholeRow['send'], transferAlarms: readonly TransferAlarm[]): string | null {
  const texts = [send?.alarm, send?.costAlarm, ...transferAlarms.map(explainTransferAlarm)];
  return texts.filter((text) => typeof text === 'string').join(' ') || null;
}

/** Explains why the send cannot be sent again now; null where it can, or needs no decision. */
async function explainResend(
  row: WholeRow,
  decidable: Parameters<typeof isApproved>[0],
  mirroredId: string | undefined,
): Promise<string | null> {
  const { send, isFollowed, isBeforeRestore, version } = row;
  if (!send) return null;
  const isDeclined = mayQueueAgain(send);
  const reason = resendDenialReason({
    ...send,
    isUnsent: isHeldUnsent(send) || isDeclined,
    isFollowed,
    isBeforeRestore,
    mirroredId,
    nextWalkAt: send.reconcileAt,
    quietMs: settings().RECONCILE_QUIET_MS,
  });
  if (reason !== undefined || !isDeclined) return reason ?? null;
  if (!isApproved(decidable, voteLimits())) return `Too few of its approvals still count. ${REQUEST_AGAIN}`;
  return (await explainStillMissing(database(), parseWithdrawalBody(version.body))) ?? null;
}

function toAttemptView(attempt: typeof sendAttempts.$inferSelect, index: number): AttemptView {
  const reason = attempt.reason;
  return {
    number: index + 1,
    startedAt: attempt.startedAt.toISOString(),
    endedAt: attempt.endedAt?.toISOString() ?? null,
    reason,
    explanation: reason && explainAttempt({ ...attempt.evidence, reason }),
  };
}

const isApprovalOf =
  ({ request }: Pick<WholeRow, 'request'>) =>
  ({ verdict, version }: Pick<Vote, 'verdict' | 'version'>) =>
    verdict === 'APPROVED' && version === request.version;
