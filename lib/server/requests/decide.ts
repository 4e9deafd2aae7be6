import 'server-only';
import { z } from 'zod';
import type { AuditAction } from '@/lib/audit/audit-log';
import { FRESH_SIGN_IN_MINUTES, VERDICTS, requestDenialReason, type RequestState } from '@/lib/requests/decisions';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { findConfusable, addressChoiceBlockReason } from '@/lib/server/requests/address-choice';
import { lockRequest } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';
import { castVotes } from '@/lib/server/requests/vote';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { wake } from '@/lib/server/workers/loop';
import { storableText } from '@/lib/text/storable-text';
import type { DecisionFailure } from '@/lib/requests/contract';

const decisionSchema = z
  .strictObject({
    requestId: z.string().regex(UUID),
    version: z.number().int().positive(),
    bodySha256: z.string().regex(/^[0-9a-f]{64}$/),
    verdict: z.enum(VERDICTS),
    comment: storableText().trim().max(500),
    /** Which address the person said is meant, where others look like it. */
    chosenAddress: storableText().max(128).default(''),
  })
  .refine(({ verdict, comment }) => verdict === 'APPROVED' || comment !== '', 'Give the reason.');
type Decision = z.infer<typeof decisionSchema>;

const DONE: Record<Decision['verdict'], AuditAction> = { APPROVED: 'request.approved', REJECTED: 'request.rejected' };

/** Approves or rejects a request, bound to the bytes that the person saw; takes what the browser sent, unchecked. Gives the request's new state. */
export async function decideOnRequest(input: unknown): Promise<Result<{ state: RequestState }, DecisionFailure>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? decideAs(person.value, input) : person;
}

/**
 * The decision of a person who is signed in (send-protocol, step 1): one transaction that locks the request, checks
 * everything again, writes the vote, and at the quorum hands the request to the sender. The same vote twice is one.
 */
export async function decideAs(
  person: Person,
  input: unknown,
): Promise<Result<{ state: RequestState }, DecisionFailure>> {
  const decision = decisionSchema.safeParse(input);
  if (!decision.success)
    return fail({ kind: 'invalid', reason: decision.error.issues[0]?.message ?? 'This decision cannot be read.' });
  const confusable = await findConfusable(decision.data.verdict === 'APPROVED' ? [decision.data.requestId] : []);
  const outcome = await inTransaction(async (transaction) => {
    const decided = await decideIn(transaction, person, decision.data, confusable);
    const { requestId, version, bodySha256, comment, verdict, chosenAddress } = decision.data;
    const entry = {
      actor: { id: person.id, name: person.name },
      subject: `request:${requestId}`,
      origin: person.origin,
    };
    const after = { version, bodySha256, verdict, comment, ...(chosenAddress !== '' && { chosenAddress }) };
    if (!decided.ok) {
      const reason = 'reason' in decided.error ? decided.error.reason : decided.error.kind;
      await appendAudit(transaction, { action: 'request.refused', ...entry, after, reason });
    } else if (decided.value.isNew) {
      await appendAudit(transaction, {
        action: DONE[verdict],
        ...entry,
        before: { state: 'AWAITING_APPROVAL' },
        after: { ...after, state: decided.value.state },
      });
    }
    await crashPoint('CP1');
    return decided;
  });
  if (!outcome.ok) return outcome;
  if (outcome.value.state === 'APPROVED') wake('send');
  return ok({ state: outcome.value.state });
}

async function decideIn(
  transaction: Transaction,
  person: Person,
  { requestId, version, bodySha256, verdict, comment, chosenAddress }: Decision,
  confusable: ReadonlySet<string>,
): Promise<Result<{ state: RequestState; isNew: boolean }, DecisionFailure>> {
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const found = await lockRequest(transaction, requestId);
  if (!found) return fail({ kind: 'not-found' });
  const { request, decidable, votes } = found;

  const earlier = votes.find((vote) => vote.personId === person.id && vote.version === request.version);
  if (earlier?.verdict === verdict && earlier.bodySha256 === bodySha256)
    return ok({ state: request.state, isNew: false });
  const denialReason = requestDenialReason('decide', decidable, { id: person.id, roles: session.roles });
  if (denialReason !== undefined)
    return fail({ kind: 'not-now', reason: [denialReason, ...describeDecisionMaker(votes, request)].join(' ') });
  if (version !== request.version || bodySha256 !== found.version.bodySha256) {
    return fail({
      kind: 'changed',
      reason: 'It was changed after you opened it. Look at what is asked for now, then decide.',
    });
  }
  if (verdict === 'APPROVED' && !session.isFresh) {
    return fail({
      kind: 'stale-sign-in',
      reason: `Your sign-in is older than ${FRESH_SIGN_IN_MINUTES} minutes. Renew it, then approve.`,
    });
  }
  const notChosen = verdict === 'APPROVED' ? addressChoiceBlockReason(found, confusable, chosenAddress) : undefined;
  if (notChosen !== undefined) return fail({ kind: 'invalid', reason: notChosen });

  const states = await castVotes(transaction, [found], {
    personId: person.id,
    roles: session.roles,
    verdict,
    comment,
    chosenAddress,
  });
  return ok({ state: states.get(requestId) ?? request.state, isNew: true });
}

// Whoever comes second is told who was first, and when (threats.md, "Two approvers at once").
export function describeDecisionMaker(
  votes: readonly { personName: string; verdict: string; version: number; decidedAt: Date }[],
  { version, state }: { version: number; state: RequestState },
): string[] {
  const verdict = state === 'REJECTED' ? 'REJECTED' : 'APPROVED';
  return votes
    .filter((vote) => vote.version === version && vote.verdict === verdict)
    .map(
      ({ personName, decidedAt }) =>
        `${personName} ${verdict === 'APPROVED' ? 'approved' : 'rejected'} it at ${decidedAt.toISOString().slice(11, 19)} UTC.`,
    );
}
