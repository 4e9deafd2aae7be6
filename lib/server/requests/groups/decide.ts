import 'server-only';
import { z } from 'zod';
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
import { findConfusable, addressChoiceBlockReason } from '@/lib/server/requests/address-choice';
import type { DecisionFailure } from '@/lib/requests/contract';
import { describeDecisionMaker } from '@/lib/server/requests/decide';
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
    /** Over the bytes of all that waited, as the person saw it (lib/requests/groups). */
    groupSha256: z.string().regex(/^[0-9a-f]{64}$/),
    verdict: z.enum(VERDICTS),
    comment: storableText().trim().max(500),
    /** Typed in by asset, where a batch is approved. */
    totals: z.record(z.string().max(20), z.string().max(400)).default({}),
    /** Which address is meant, where others look like that of a pair. */
    chosenAddress: storableText().max(128).default(''),
  })
  .refine(({ verdict, comment }) => verdict === 'APPROVED' || comment !== '', 'Give the reason.');
type GroupDecision = z.infer<typeof decisionSchema>;

const DONE: Record<Verdict, AuditAction> = { APPROVED: 'request.approved', REJECTED: 'request.rejected' };

/**
 * Decides on a test and its remainder, or on everything of a batch that waits, as one: bound to the bytes that the person
 * saw, by the one hash over them. Takes what the browser sent, unchecked. Gives on how many it decided.
 */
export async function decideOnGroup(input: unknown): Promise<Result<{ decided: number }, DecisionFailure>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? decideOnGroupAs(person.value, input) : person;
}

/** The same for a person who is signed in. One transaction writes a vote on each member, or none. The same decision twice is one. */
export async function decideOnGroupAs(
  person: Person,
  input: unknown,
): Promise<Result<{ decided: number }, DecisionFailure>> {
  const decision = decisionSchema.safeParse(input);
  if (!decision.success)
    return fail({ kind: 'invalid', reason: decision.error.issues[0]?.message ?? 'This decision cannot be read.' });
  const { groupId, groupSha256, verdict, comment, chosenAddress } = decision.data;
  const asked = verdict === 'APPROVED' ? await findGroup(database(), groupId) : undefined;
  const confusable = await findConfusable(asked?.memberIds ?? []);
  const outcome = await inTransaction(async (transaction) => {
    const decided = await decideIn(transaction, person, decision.data, confusable);
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
        action: DONE[verdict],
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

/** Gives what was decided on, with each one's new state; nothing where the person decided so before. */
async function decideIn(
  transaction: Transaction,
  person: Person,
  decision: GroupDecision,
  confusable: ReadonlySet<string>,
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
  const reason = whyNotAll(open, members, { id: person.id, roles: session.roles });
  if (reason !== undefined) return fail({ kind: 'not-now', reason });
  if (groupSha256 !== hashGroup(kind, toHashes(waiting))) {
    return fail({
      kind: 'changed',
      reason: 'Something of it was changed or decided after you opened it. Look at what waits now, then decide.',
    });
  }
  if (verdict === 'APPROVED' && !session.isFresh) {
    return fail({
      kind: 'stale-sign-in',
      reason: `Your sign-in is older than ${FRESH_SIGN_IN_MINUTES} minutes. Renew it, then approve.`,
    });
  }
  if (verdict === 'APPROVED' && kind === 'batch') {
    const mistyped = totalsBlockReason(
      sumByAsset(waiting.map(({ version }) => parseWithdrawalBody(version.body))),
      totals,
    );
    if (mistyped !== undefined) return fail({ kind: 'invalid', reason: mistyped });
    const against = await whyNotWhole(transaction, waiting, confusable);
    if (against !== undefined) return fail({ kind: 'not-now', reason: against });
  }
  if (verdict === 'APPROVED' && kind === 'pair') {
    const [test] = members;
    const notChosen = test && addressChoiceBlockReason(test, confusable, chosenAddress);
    if (notChosen !== undefined) return fail({ kind: 'invalid', reason: notChosen });
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
const toHashes = (members: readonly LockedRequest[]) => members.map(({ version }) => version.bodySha256);
const votesOf = ({ votes, request }: LockedRequest, person: Person) =>
  votes.filter((vote) => vote.personId === person.id && vote.version === request.version);
const hasVoted = (member: LockedRequest, person: Person) => votesOf(member, person).length > 0;

/** Whether the person made this very decision before: their votes of one moment are on exactly these bytes. */
function hasDecided(
  members: readonly LockedRequest[],
  person: Person,
  { groupSha256, verdict }: GroupDecision,
  kind: 'pair' | 'batch',
): boolean {
  const cast = members.flatMap((member) => votesOf(member, person).filter((vote) => vote.verdict === verdict));
  const moments = new Set(cast.map(({ decidedAt }) => decidedAt.getTime()));
  return [...moments].some((moment) => {
    const together = cast.filter(({ decidedAt }) => decidedAt.getTime() === moment).map(({ bodySha256 }) => bodySha256);
    return hashGroup(kind, together) === groupSha256;
  });
}

/** Why the person may not decide on all of these; undefined where they may. */
function whyNotAll(
  open: readonly LockedRequest[],
  members: readonly LockedRequest[],
  person: { id: string; roles: Role[] },
): string | undefined {
  const [first] = open.length > 0 ? open : members;
  if (!first) return 'There is nothing in it.';
  for (const member of open.length > 0 ? open : [first]) {
    const reason = requestDenialReason('decide-together', member.decidable, person);
    if (reason !== undefined) return [reason, ...describeDecisionMaker(member.votes, member.request)].join(' ');
  }
  return open.length > 0 ? undefined : 'Nothing of it waits for your decision.';
}

const MOST_NAMED = 3;

/** Why a batch may not be approved as a whole, naming the first items against which something stands; undefined where it may. */
async function whyNotWhole(
  transaction: Transaction,
  waiting: readonly LockedRequest[],
  confusable: ReadonlySet<string>,
): Promise<string | undefined> {
  const versions = waiting.map(({ version }) => version);
  const objections = await findObjections(versions, { transaction, confusable });
  if (objections.size === 0) return undefined;
  const named = waiting.filter(({ request }) => objections.has(request.id)).slice(0, MOST_NAMED);
  const said = named.map(
    ({ request }) =>
      `Item ${(request.groupPosition ?? 0) + 1}, ${request.refId}: ${objections.get(request.id)?.join(' ')}`,
  );
  const more = objections.size > MOST_NAMED ? [`And ${objections.size - MOST_NAMED} more.`] : [];
  return ['It cannot be approved as a whole.', ...said, ...more, 'Decide on its items one by one.'].join(' ');
}
