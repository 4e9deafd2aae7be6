import 'server-only';
import { z } from 'zod';
import { staleSignIn } from '@/lib/http/denials';
import type { AuditAction } from '@/lib/audit/audit-log';
import { sumByAsset, totalsBlockReason } from '@/lib/requests/batches';
import { FRESH_SIGN_IN_MINUTES, type Verdict, VERDICTS, requestDenialReason } from '@/lib/requests/decisions';
import { fail, ok, type Result } from '@/lib/result';
import type { Role } from '@/lib/identity/roles';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { findGroup, hashGroup, lockMembers } from '@/lib/server/requests/groups/load';
import { findObjections } from '@/lib/server/requests/groups/objections';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { findRequestsWithSimilarAddress, addressChoiceBlockReason } from '@/lib/server/requests/address-choice';
import type { DecisionFailure } from '@/lib/requests/contract';
import { describeDecisionMakers } from '@/lib/server/requests/decide';
import { type LockedRequest } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';
import { castVotes } from '@/lib/server/requests/vote';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { wake } from '@/lib/server/workers/loop';
import { storableText } from '@/lib/text/storable-text';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

const decisionSchema = z
  .strictObject({
    groupId: z.string().regex(UUID),
    /** The hash over the bytes of all waiting requests, as the person saw them (lib/requests/groups.ts). */
    groupSha256: z.string().regex(/^[0-9a-f]{64}$/),
    verdict: z.enum(VERDICTS),
    comment: storableText().trim().max(500),
    /** The totals that the person entered, by asset, to approve a batch. */
    totals: z.record(z.string().max(20), z.string().max(400)).default({}),
    /** The address that the person confirmed, where other known addresses resemble that of a test payment. */
    chosenAddress: storableText().max(128).default(''),
  })
  .refine(({ verdict, comment }) => verdict === 'APPROVED' || comment !== '', 'Enter a reason.');
type GroupDecision = z.infer<typeof decisionSchema>;

const VERDICT_ACTIONS: Record<Verdict, AuditAction> = { APPROVED: 'request.approved', REJECTED: 'request.rejected' };

/**
 * Decides at once on a test payment and its remainder, or on all waiting items of a batch, bound by one hash to the
 * bytes that the person saw. Takes unchecked input from the browser and gives the number of requests decided on.
 */
export async function decideOnGroup(input: unknown): Promise<Result<{ decided: number }, DecisionFailure>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? decideOnGroupAs(person.value, input) : person;
}

/**
 * Decides on behalf of a signed-in person. One transaction writes a vote on each member or on none; a repeat changes
 * nothing.
 */
export async function decideOnGroupAs(
  person: Person,
  input: unknown,
): Promise<Result<{ decided: number }, DecisionFailure>> {
  const decision = decisionSchema.safeParse(input);
  if (!decision.success)
    return fail({
      kind: 'invalid',
      reason: decision.error.issues[0]?.message ?? 'The console could not read this decision.',
    });
  const { groupId, groupSha256, verdict, comment, chosenAddress } = decision.data;
  const approved = verdict === 'APPROVED' ? await findGroup(database(), groupId) : undefined;
  const withSimilarAddress = await findRequestsWithSimilarAddress(approved?.memberIds ?? []);
  const outcome = await inTransaction(async (transaction) => {
    const decided = await decideIn(transaction, person, decision.data, withSimilarAddress);
    const entry = { actor: { id: person.id, name: person.name }, origin: person.origin };
    if (!decided.ok) {
      const reason = 'reason' in decided.error ? decided.error.reason : decided.error.kind;
      await appendAudit(transaction, {
        action: 'request.refused',
        ...entry,
        subject: `group:${groupId}`,
        after: { groupSha256, verdict, comment },
        reason,
      });
      return decided;
    }
    await appendAudits(
      transaction,
      decided.value.map(({ request, version: { version, bodySha256 }, state }) => ({
        action: VERDICT_ACTIONS[verdict],
        ...entry,
        subject: `request:${request.id}`,
        before: { state: request.state },
        after: {
          version,
          bodySha256,
          verdict,
          comment,
          state,
          groupId,
          groupSha256,
          ...(chosenAddress !== '' && { chosenAddress }),
        },
      })),
    );
    await crashPoint('CP1');
    return ok({ decided: decided.value.length });
  });
  if (outcome.ok && verdict === 'APPROVED') wake('send');
  return outcome;
}

type Decided = LockedRequest & { state: LockedRequest['request']['state'] };

/** Gives the requests decided on, with their new states; none where the person has already made this decision. */
async function decideIn(
  transaction: Transaction,
  person: Person,
  decision: GroupDecision,
  withSimilarAddress: ReadonlySet<string>,
): Promise<Result<Decided[], DecisionFailure>> {
  const { groupId, groupSha256, verdict, comment, totals, chosenAddress } = decision;
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const found = await findGroup(transaction, groupId);
  if (!found) return fail({ kind: 'not-found' });
  const { kind } = found.group;
  const members = await lockMembers(transaction, found.memberIds);
  if (hasDecided(members, person, decision, kind)) return ok([]);
  const waiting = kind === 'pair' ? members : members.filter(isWaiting);
  const open = waiting.filter((member) => !hasVoted(member, person));
  const reason = allDenialReason(open, members, { id: person.id, roles: session.roles });
  if (reason !== undefined) return fail({ kind: 'not-now', reason });
  if (groupSha256 !== hashGroup(kind, listBodyHashes(waiting))) {
    return fail({
      kind: 'changed',
      reason: 'A request was changed or decided after you opened this page. Check what is waiting now, then decide.',
    });
  }
  if (verdict === 'APPROVED' && !session.isFresh) {
    return fail(staleSignIn(FRESH_SIGN_IN_MINUTES));
  }
  if (verdict === 'APPROVED' && kind === 'batch') {
    const totalsReason = totalsBlockReason(
      sumByAsset(waiting.map(({ version }) => parseWithdrawalBody(version.body))),
      totals,
    );
    if (totalsReason !== undefined) return fail({ kind: 'invalid', reason: totalsReason });
    const wholeReason = await wholeBlockReason(transaction, waiting, withSimilarAddress);
    if (wholeReason !== undefined) return fail({ kind: 'not-now', reason: wholeReason });
  }
  if (verdict === 'APPROVED' && kind === 'pair') {
    const [test] = members;
    const addressReason = test && addressChoiceBlockReason(test, withSimilarAddress, chosenAddress);
    if (addressReason !== undefined) return fail({ kind: 'invalid', reason: addressReason });
  }
  const states = await castVotes(transaction, open, {
    personId: person.id,
    roles: session.roles,
    verdict,
    comment,
    chosenAddress,
  });
  return ok(open.map((member) => ({ ...member, state: states.get(member.request.id) ?? member.request.state })));
}

const isWaiting = ({ decidable }: LockedRequest) => decidable.state === 'AWAITING_APPROVAL' && !decidable.isExpired;
const listBodyHashes = (members: readonly LockedRequest[]) => members.map(({ version }) => version.bodySha256);
const listVotes = ({ votes, request }: LockedRequest, person: Person) =>
  votes.filter((vote) => vote.personId === person.id && vote.version === request.version);
const hasVoted = (member: LockedRequest, person: Person) => listVotes(member, person).length > 0;

/** Tells whether the person has already made this decision: votes of one moment on exactly these bytes. */
function hasDecided(
  members: readonly LockedRequest[],
  person: Person,
  { groupSha256, verdict }: GroupDecision,
  kind: 'pair' | 'batch',
): boolean {
  const cast = members.flatMap((member) => listVotes(member, person).filter((vote) => vote.verdict === verdict));
  const moments = new Set(cast.map(({ decidedAt }) => decidedAt.getTime()));
  return [...moments].some((moment) => {
    const together = cast.filter(({ decidedAt }) => decidedAt.getTime() === moment).map(({ bodySha256 }) => bodySha256);
    return hashGroup(kind, together) === groupSha256;
  });
}

/** Explains why the person cannot decide on all of these requests; undefined where they can. */
function allDenialReason(
  open: readonly LockedRequest[],
  members: readonly LockedRequest[],
  person: { id: string; roles: Role[] },
): string | undefined {
  const [first] = open.length > 0 ? open : members;
  if (!first) return 'This group has no requests.';
  for (const member of open.length > 0 ? open : [first]) {
    const reason = requestDenialReason('decide-together', member.decidable, person);
    if (reason !== undefined) return [reason, ...describeDecisionMakers(member.votes, member.request)].join(' ');
  }
  return open.length > 0 ? undefined : 'No request here awaits your decision.';
}

const MAX_NAMED = 3;

/** Explains why a batch cannot be approved as a whole, with the first items concerned; undefined where it can. */
async function wholeBlockReason(
  transaction: Transaction,
  waiting: readonly LockedRequest[],
  withSimilarAddress: ReadonlySet<string>,
): Promise<string | undefined> {
  const versions = waiting.map(({ version }) => version);
  const objections = await findObjections(versions, { transaction, withSimilarAddress });
  if (objections.size === 0) return undefined;
  const named = waiting.filter(({ request }) => objections.has(request.id)).slice(0, MAX_NAMED);
  const reasons = named.map(
    ({ request }) =>
      `Item ${(request.groupPosition ?? 0) + 1}, ${request.refId}: ${objections.get(request.id)?.join(' ')}`,
  );
  const more = objections.size > MAX_NAMED ? [`And ${objections.size - MAX_NAMED} more items.`] : [];
  return ['This batch cannot be approved as a whole.', ...reasons, ...more, 'Decide on its items one by one.'].join(
    ' ',
  );
}
