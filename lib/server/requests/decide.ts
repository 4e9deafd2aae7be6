import 'server-only';
import { z } from 'zod';
import type { AuditAction } from '@/lib/audit/audit-log';
import { FRESH_SIGN_IN_MINUTES, VERDICTS, requestDenialReason, type RequestState } from '@/lib/requests/decisions';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { findRequestsWithSimilarAddress, addressChoiceBlockReason } from '@/lib/server/requests/address-choice';
import { lockRequest } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';
import { staleSignIn } from '@/lib/http/denials';
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
    /** The address that the person confirmed, where other known addresses resemble it. */
    chosenAddress: storableText().max(128).default(''),
  })
  .refine(({ verdict, comment }) => verdict === 'APPROVED' || comment !== '', 'Enter a reason.');
type Decision = z.infer<typeof decisionSchema>;

const VERDICT_ACTIONS: Record<Decision['verdict'], AuditAction> = {
  APPROVED: 'request.approved',
  REJECTED: 'request.rejected',
};

/**
 * Approves or rejects a request, bound to the bytes that the person saw. Takes unchecked input; gives the new state.
 */
export async function decideOnRequest(input: unknown): Promise<Result<{ state: RequestState }, DecisionFailure>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? decideAs(person.value, input) : person;
}

/**
 * Decides on behalf of a signed-in person (docs/specification/send-protocol.md#approve). One transaction locks the
 * request, repeats every check, writes the vote, and hands a fully approved request to the sender. Repeating the same
 * vote changes nothing.
 */
export async function decideAs(
  person: Person,
  input: unknown,
): Promise<Result<{ state: RequestState }, DecisionFailure>> {
  const decision = decisionSchema.safeParse(input);
  if (!decision.success)
    return fail({
      kind: 'invalid',
      reason: decision.error.issues[0]?.message ?? 'The console could not read this decision.',
    });
  const withSimilarAddress = await findRequestsWithSimilarAddress(
    decision.data.verdict === 'APPROVED' ? [decision.data.requestId] : [],
  );
  const outcome = await inTransaction(async (transaction) => {
    const decided = await decideIn(transaction, person, decision.data, withSimilarAddress);
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
        action: VERDICT_ACTIONS[verdict],
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
  withSimilarAddress: ReadonlySet<string>,
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
    return fail({ kind: 'not-now', reason: [denialReason, ...describeDecisionMakers(votes, request)].join(' ') });
  if (version !== request.version || bodySha256 !== found.version.bodySha256) {
    return fail({
      kind: 'changed',
      reason: 'The request was changed after you opened it. Check the current version, then decide.',
    });
  }
  if (verdict === 'APPROVED' && !session.isFresh) return fail(staleSignIn(FRESH_SIGN_IN_MINUTES));
  const addressReason =
    verdict === 'APPROVED' ? addressChoiceBlockReason(found, withSimilarAddress, chosenAddress) : undefined;
  if (addressReason !== undefined) return fail({ kind: 'invalid', reason: addressReason });

  const states = await castVotes(transaction, [found], {
    personId: person.id,
    roles: session.roles,
    verdict,
    comment,
    chosenAddress,
  });
  return ok({ state: states.get(requestId) ?? request.state, isNew: true });
}

/**
 * Gives a sentence for each vote that led to the state, such as “Ada approved the request at 12:00:01 UTC.”, for the
 * person who decided second (docs/specification/threats.md#requests-and-approvals).
 */
export function describeDecisionMakers(
  votes: readonly { personName: string; verdict: string; version: number; decidedAt: Date }[],
  { version, state }: { version: number; state: RequestState },
): string[] {
  const verdict = state === 'REJECTED' ? 'REJECTED' : 'APPROVED';
  return votes
    .filter((vote) => vote.version === version && vote.verdict === verdict)
    .map(
      ({ personName, decidedAt }) =>
        `${personName} ${verdict === 'APPROVED' ? 'approved' : 'rejected'} the request at ${decidedAt.toISOString().slice(11, 19)} UTC.`,
    );
}
