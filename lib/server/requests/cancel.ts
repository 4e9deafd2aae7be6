import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type RequestState, requestDenialReason } from '@/lib/requests/decisions';
import { TEST_POSITION } from '@/lib/requests/groups';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { requestGroups, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { lockReason } from '@/lib/server/requests/groups/lock-reason';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import type { DecisionFailure } from '@/lib/requests/contract';
import { type LockedRequest, lockRequests } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';
import { findCreateDenial } from '@/lib/server/requests/creation';

const cancellationSchema = z.strictObject({ requestId: z.string().regex(UUID) });

/**
 * Cancels a request of the signed-in person, possible until an attempt to send it begins
 * (docs/specification/send-protocol.md#two-state-machines). Takes unchecked input from the browser.
 */
export async function cancelRequest(input: unknown): Promise<Result<null, DecisionFailure>> {
  const person = await authorize('makeWithdrawal', { limit: 'decide' });
  return person.ok ? cancelAs(person.value, input) : person;
}

/** Cancels a request on behalf of a signed-in person (`cancelRequest`). */
export async function cancelAs(person: Person, input: unknown): Promise<Result<null, DecisionFailure>> {
  const cancellation = cancellationSchema.safeParse(input);
  if (!cancellation.success) return fail({ kind: 'invalid', reason: 'The console could not read this request.' });
  const { requestId } = cancellation.data;
  return inTransaction(async (transaction) => {
    const cancelled = await cancelIn(transaction, person, requestId);
    const entry = { actor: { id: person.id, name: person.name }, origin: person.origin };
    if (!cancelled.ok) {
      const reason = 'reason' in cancelled.error ? cancelled.error.reason : cancelled.error.kind;
      await appendAudit(transaction, { action: 'request.refused', ...entry, subject: `request:${requestId}`, reason });
      return cancelled;
    }
    await appendAudits(
      transaction,
      cancelled.value.map(({ id, state }) => ({
        action: 'request.cancelled',
        ...entry,
        subject: `request:${id}`,
        before: { state },
        after: { state: 'CANCELLED' },
      })),
    );
    return ok(null);
  });
}

/**
 * Gives the cancelled requests as they were before. Cancelling a test payment cancels its remainder too; cancelling a
 * remainder that awaits approval cancels its test payment too.
 */
async function cancelIn(
  transaction: Transaction,
  person: Person,
  requestId: string,
): Promise<Result<LockedRequest['request'][], DecisionFailure>> {
  const denial = await findCreateDenial(transaction, person);
  if (denial) return fail(denial);
  // The sender locks the send before the request; the same order here avoids deadlocks.
  const [send] = await transaction
    .select({ fence: sends.fence })
    .from(sends)
    .where(eq(sends.requestId, requestId))
    .for('update');
  const locked = await lockRequests(transaction, await findTestPaymentIds(transaction, requestId));
  const found = locked.find(({ request }) => request.id === requestId);
  // A missing request and someone else's request give the same answer
  // (docs/specification/threats.md#sessions-and-access).
  if (found?.request.requesterId !== person.id) return fail({ kind: 'not-found' });
  const { request, decidable } = found;
  const denialReason = requestDenialReason('cancel', decidable, person);
  if (denialReason !== undefined) return fail({ kind: 'not-now', reason: denialReason });
  if (request.state === 'APPROVED' && !send && (await lockReason(transaction, request)) === undefined) {
    return fail({
      kind: 'not-now',
      reason: 'The request was approved just now. Reload it; if it has not been sent yet, you can still cancel it.',
    });
  }
  // Neither part can be approved alone, and a remainder without its test payment would stay locked forever.
  const cancelsBoth = request.state === 'AWAITING_APPROVAL' || request.groupPosition === TEST_POSITION;
  const ended = locked
    .map((member) => member.request)
    .filter(({ id, state }) => id === requestId || (cancelsBoth && CANCELLABLE.includes(state)));
  await transaction.delete(sends).where(eq(sends.requestId, requestId));
  await transaction
    .update(withdrawalRequests)
    .set({ state: 'CANCELLED', updatedAt: sql`now()` })
    .where(
      inArray(
        withdrawalRequests.id,
        ended.map(({ id }) => id),
      ),
    );
  return ok(ended);
}

const CANCELLABLE: RequestState[] = ['AWAITING_APPROVAL', 'APPROVED'];

/** Gives the id of the request and, for a test payment or its remainder, the id of the other part. */
export async function findTestPaymentIds(transaction: Transaction, requestId: string): Promise<string[]> {
  const other = alias(withdrawalRequests, 'other');
  const members = await transaction
    .select({ id: other.id })
    .from(withdrawalRequests)
    .innerJoin(requestGroups, and(eq(requestGroups.id, withdrawalRequests.groupId), eq(requestGroups.kind, 'pair')))
    .innerJoin(other, eq(other.groupId, requestGroups.id))
    .where(eq(withdrawalRequests.id, requestId));
  return members.length === 0 ? [requestId] : members.map(({ id }) => id);
}
