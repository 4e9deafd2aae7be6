import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { DecisionFailure } from '@/lib/requests/contract';
import { requestDenialReason } from '@/lib/requests/decisions';
import { isApproved } from '@/lib/requests/votes';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { optionalSignatureSchema } from '@/lib/server/passkeys/decisions';
import { signTakingBack } from '@/lib/server/requests/signing/sign-taking-back';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudits, auditRefused } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { approvalWithdrawals } from '@/lib/server/database/schema/decisions';
import { sends } from '@/lib/server/database/schema/sends';
import { findTestPaymentIds, lockSends } from '@/lib/server/requests/votes/cancel';
import { type LockedRequest, lockRequests } from '@/lib/server/requests/load';
import { returnToApproval } from '@/lib/server/requests/votes/return-to-approval';
import { readVotesOn, voteLimits } from '@/lib/server/requests/vote-facts';
import { storableText } from '@/lib/text/storable-text';
import { UUID } from '@/lib/text/uuid';

const withdrawalSchema = z.strictObject({
  requestId: z.string().regex(UUID),
  /** The version that the person approved. */
  version: z.number().int().positive(),
  reason: storableText().trim().min(1, 'Enter a reason.').max(500, 'Enter at most 500 characters.'),
  signature: optionalSignatureSchema,
});
type Withdrawal = z.infer<typeof withdrawalSchema>;

/**
 * Withdraws the signed-in person's approval of a request, possible until an attempt to send it begins; final for that
 * person and version. A request without enough approvals awaits approval again. Takes unchecked input from the browser.
 */
export async function withdrawApproval(input: unknown): Promise<Result<null, DecisionFailure | Unsigned>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? withdrawApprovalAs(person.value, input) : person;
}

/** Withdraws an approval on behalf of a signed-in person (`withdrawApproval`). */
export async function withdrawApprovalAs(
  person: Person,
  input: unknown,
): Promise<Result<null, DecisionFailure | Unsigned>> {
  const parsed = readInput(withdrawalSchema, input, 'The console could not read this.');
  if (!parsed.ok) return parsed;
  const { requestId, version, reason } = parsed.value;
  return inTransaction(async (transaction) => {
    const withdrawn = await withdrawIn(transaction, person, parsed.value);
    if (!withdrawn.ok)
      return auditRefused(transaction, person, withdrawn, { subject: `request:${requestId}`, after: { version } });
    await appendAudits(
      transaction,
      withdrawn.value.map(({ member: { request, version: current }, state }) => ({
        action: 'approval.withdrawn',
        ...actedBy(person),
        subject: `request:${request.id}`,
        before: { state: request.state },
        after: { state, version: current.version, bodySha256: current.bodySha256 },
        reason,
      })),
    );
    return ok(null);
  });
}

interface Withdrawn {
  /** The request as it was before. */
  member: LockedRequest;
  state: string;
}

async function withdrawIn(
  transaction: Transaction,
  person: Person,
  { requestId, version, reason, signature }: Withdrawal,
): Promise<Result<Withdrawn[], DecisionFailure | Unsigned>> {
  const session = await lockSession(transaction, person, 0);
  if (!session) return fail({ kind: 'signed-out' });
  const ids = await findTestPaymentIds(transaction, requestId);
  // The sender locks the send before the request; the same order here avoids deadlocks, and a claim that is being
  // made is waited for.
  const lockedSends = new Map((await lockSends(transaction, ids)).map(({ requestId: id, state }) => [id, state]));
  const members = await lockRequests(transaction, person, ids);
  const found = members.find(({ request }) => request.id === requestId);
  if (!found) return fail({ kind: 'not-found' });
  if (found.request.version !== version)
    return fail({
      kind: 'changed',
      reason: 'The request was changed after you opened it, which voided your approval.',
    });
  const denialOf = (member: LockedRequest) =>
    requestDenialReason('withdraw-approval', member.decidable, { id: person.id, roles: session.roles });
  const denialReason = denialOf(found);
  if (denialReason !== undefined) return fail({ kind: 'not-now', reason: denialReason });
  // A send that is there now but was not locked above came with an approval in between, and a claim may have it.
  const currentSends = await transaction
    .select({ id: sends.requestId })
    .from(sends)
    .where(inArray(sends.requestId, ids));
  if (currentSends.some(({ id }) => !lockedSends.has(id)))
    return fail({
      kind: 'not-now',
      reason: 'The request was approved just now. Load the page again, then withdraw your approval.',
    });
  // A test payment and its remainder are approved together; once the test payment is on its way, the remainder alone.
  const affected = members.filter((member) => denialOf(member) === undefined);
  const signed = await signTakingBack(transaction, person, {
    kind: 'request.withdrawApproval',
    open: affected,
    bundleId: found.request.bundleId ?? undefined,
    comment: reason,
    roles: session.roles,
    signature,
  });
  if (!signed.ok) return signed;
  await transaction
    .insert(approvalWithdrawals)
    .values(
      affected.map(({ request }) => ({ requestId: request.id, version: request.version, personId: person.id, reason })),
    );
  const returned = await returnUnapproved(transaction, affected, lockedSends);
  return ok(
    affected.map((member) => ({
      member,
      state: returned.has(member.request.id) ? 'AWAITING_APPROVAL' : member.request.state,
    })),
  );
}

/** Returns those approved requests to their approvers that no longer have enough approvals; gives their ids. */
async function returnUnapproved(
  transaction: Transaction,
  members: readonly LockedRequest[],
  lockedSends: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const votes = await readVotesOn(
    transaction,
    members.map(({ request }) => request.id),
  );
  const returned = new Set<string>();
  for (const { request, decidable } of members) {
    const cast = votes.filter((vote) => vote.requestId === request.id);
    if (request.state !== 'APPROVED' || isApproved({ ...decidable, votes: cast }, voteLimits())) continue;
    // A send on hold stays on hold; its next claim finds too few approvals.
    if ((lockedSends.get(request.id) ?? 'QUEUED') !== 'QUEUED') continue;
    for (const id of await returnToApproval(transaction, request.id)) returned.add(id);
  }
  return returned;
}
