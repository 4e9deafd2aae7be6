import 'server-only';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type RequestState, requestDenialReason } from '@/lib/requests/decisions';
import { cancelBatchDenialReason } from '@/lib/requests/bundles/batches';
import { TEST_POSITION } from '@/lib/requests/bundles/bundles';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { actedBy, appendAudits, auditRefused } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { bundles, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { findBundle, lockMembers } from '@/lib/server/requests/load-bundle';
import { lockReason } from '@/lib/server/requests/signing/bundle-lock-reason';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import type { DecisionFailure } from '@/lib/requests/contract';
import { type LockedRequest, lockRequests } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';
import { type OptionalSignature, optionalSignatureSchema } from '@/lib/server/passkeys/decisions';
import { signTakingBack } from '@/lib/server/requests/signing/sign-taking-back';
import { findCreateDenial } from '@/lib/server/requests/creation/creation';

const cancellationSchema = z.strictObject({
  requestId: z.string().regex(UUID),
  signature: optionalSignatureSchema,
});
const batchCancellationSchema = z.strictObject({
  bundleId: z.string().regex(UUID),
  signature: optionalSignatureSchema,
});

/**
 * Cancels a request of the signed-in person, possible until an attempt to send it begins
 * (docs/specification/send-protocol.md#two-state-machines). Takes unchecked input from the browser.
 */
export async function cancelRequest(input: unknown): Promise<Result<null, DecisionFailure | Unsigned>> {
  const person = await authorize('makeWithdrawal', { limit: 'decide' });
  return person.ok ? cancelAs(person.value, input) : person;
}

/** Cancels a request on behalf of a signed-in person (`cancelRequest`). */
export async function cancelAs(person: Person, input: unknown): Promise<Result<null, DecisionFailure | Unsigned>> {
  const cancellation = cancellationSchema.safeParse(input);
  if (!cancellation.success) return fail({ kind: 'invalid', reason: 'The console could not read this request.' });
  const { requestId, signature } = cancellation.data;
  const cancelled = await cancelAudited(person, `request:${requestId}`, (transaction) =>
    cancelIn(transaction, person, { requestId, signature }),
  );
  return cancelled.ok ? ok(null) : cancelled;
}

/**
 * Cancels every item of a batch of the signed-in person whose sending has not begun, and leaves the others. Gives the
 * number of cancelled items. Takes unchecked input from the browser.
 */
export async function cancelBatch(input: unknown): Promise<Result<{ cancelled: number }, DecisionFailure | Unsigned>> {
  const person = await authorize('makeWithdrawal', { limit: 'decide' });
  return person.ok ? cancelBatchAs(person.value, input) : person;
}

/** Cancels a batch on behalf of a signed-in person (`cancelBatch`). */
export async function cancelBatchAs(
  person: Person,
  input: unknown,
): Promise<Result<{ cancelled: number }, DecisionFailure | Unsigned>> {
  const cancellation = batchCancellationSchema.safeParse(input);
  if (!cancellation.success) return fail({ kind: 'invalid', reason: 'The console could not read this batch.' });
  const { bundleId, signature } = cancellation.data;
  const cancelled = await cancelAudited(person, `group:${bundleId}`, (transaction) =>
    cancelBatchIn(transaction, person, { bundleId, signature }),
  );
  return cancelled.ok ? ok({ cancelled: cancelled.value.length }) : cancelled;
}

type Cancelled = Result<LockedRequest['request'][], DecisionFailure | Unsigned>;

/** Cancels in one transaction, and records each cancelled request, or why nothing was cancelled. */
async function cancelAudited(
  person: Person,
  subject: string,
  cancel: (transaction: Transaction) => Promise<Cancelled>,
): Promise<Cancelled> {
  return inTransaction(async (transaction) => {
    const cancelled = await cancel(transaction);
    if (!cancelled.ok) return auditRefused(transaction, person, cancelled, { subject });
    await appendAudits(
      transaction,
      cancelled.value.map(({ id, state }) => ({
        action: 'request.cancelled',
        ...actedBy(person),
        subject: `request:${id}`,
        before: { state },
        after: { state: 'CANCELLED', ...(subject !== `request:${id}` && { with: subject }) },
      })),
    );
    return cancelled;
  });
}

/**
 * Gives the cancelled requests as they were before. Cancelling a test payment cancels its remainder too; cancelling a
 * remainder that awaits approval cancels its test payment too.
 */
async function cancelIn(
  transaction: Transaction,
  person: Person,
  { requestId, signature }: { requestId: string; signature: OptionalSignature },
): Promise<Cancelled> {
  const denial = await findCreateDenial(transaction, person);
  if (denial) return fail(denial);
  const [send] = await lockSends(transaction, [requestId]);
  const locked = await lockRequests(transaction, person, await findTestPaymentIds(transaction, requestId));
  const found = locked.find(({ request }) => request.id === requestId);
  // A missing request and someone else's request give the same answer
  // (docs/specification/threats.md#sessions-and-access).
  if (found?.request.requesterId !== person.id) return fail({ kind: 'not-found' });
  const { request, decidable } = found;
  const denialReason = requestDenialReason('cancel', decidable, person);
  if (denialReason !== undefined) return fail({ kind: 'not-now', reason: denialReason });
  if (request.state === 'APPROVED' && !send && (await lockReason(transaction, request)) === undefined) {
    return fail({ kind: 'not-now', reason: APPROVED_JUST_NOW });
  }
  // Neither part can be approved alone, and a remainder without its test payment would stay locked forever.
  const cancelsBoth = request.state === 'AWAITING_APPROVAL' || request.bundlePosition === TEST_POSITION;
  const ended = locked.filter(
    ({ request: { id, state } }) => id === requestId || (cancelsBoth && CANCELLABLE.includes(state)),
  );
  return cancelAll(transaction, person, { ended, bundleId: request.bundleId, signature });
}

/** Gives the cancelled items as they were before. */
async function cancelBatchIn(
  transaction: Transaction,
  person: Person,
  { bundleId, signature }: { bundleId: string; signature: OptionalSignature },
): Promise<Cancelled> {
  const denial = await findCreateDenial(transaction, person);
  if (denial) return fail(denial);
  const found = await findBundle(transaction, bundleId);
  if (found?.bundle.kind !== 'batch' || found.bundle.requesterId !== person.id) return fail({ kind: 'not-found' });
  const sending = new Set((await lockSends(transaction, found.memberIds)).map(({ requestId }) => requestId));
  const members = await lockMembers(transaction, person, found.memberIds);
  if (members.length === 0) return fail({ kind: 'not-found' });
  const denialReason = cancelBatchDenialReason(
    members.map(({ decidable }) => decidable),
    person,
  );
  if (denialReason !== undefined) return fail({ kind: 'not-now', reason: denialReason });
  const ended = members
    .filter(({ decidable }) => requestDenialReason('cancel', decidable, person) === undefined)
    // An item that was approved after the sends were locked has a send that is not locked: it stays.
    .filter(({ request: { id, state } }) => state !== 'APPROVED' || sending.has(id));
  if (ended.length === 0) return fail({ kind: 'not-now', reason: APPROVED_JUST_NOW });
  return cancelAll(transaction, person, { ended, bundleId, signature });
}

const APPROVED_JUST_NOW =
  'The request was approved just now. Reload it; if it has not been sent yet, you can still cancel it.';

/**
 * Locks the sends of requests in the order of their ids. The sender locks a send before its request, so this comes
 * first.
 */
export function lockSends(transaction: Transaction, requestIds: readonly string[]) {
  return transaction
    .select({ requestId: sends.requestId, state: sends.state })
    .from(sends)
    .where(inArray(sends.requestId, [...requestIds]))
    .orderBy(asc(sends.requestId))
    .for('update');
}

/** Takes the signature, ends requests whose sends are locked, and deletes the sends, which have not begun. */
async function cancelAll(
  transaction: Transaction,
  person: Person,
  { ended, bundleId, signature }: { ended: LockedRequest[]; bundleId: string | null; signature: OptionalSignature },
): Promise<Cancelled> {
  const signed = await signTakingBack(transaction, person, {
    kind: 'request.cancel',
    open: ended,
    bundleId: bundleId ?? undefined,
    comment: '',
    roles: person.roles,
    signature,
  });
  if (!signed.ok) return signed;
  const ids = ended.map(({ request }) => request.id);
  await transaction.delete(sends).where(inArray(sends.requestId, ids));
  await transaction
    .update(withdrawalRequests)
    .set({ state: 'CANCELLED', updatedAt: sql`now()` })
    .where(inArray(withdrawalRequests.id, ids));
  return ok(ended.map(({ request }) => request));
}

const CANCELLABLE: RequestState[] = ['AWAITING_APPROVAL', 'APPROVED'];

/** Gives the id of the request and, for a test payment or its remainder, the id of the other part. */
export async function findTestPaymentIds(transaction: Transaction, requestId: string): Promise<string[]> {
  const other = alias(withdrawalRequests, 'other');
  const members = await transaction
    .select({ id: other.id })
    .from(withdrawalRequests)
    .innerJoin(bundles, and(eq(bundles.id, withdrawalRequests.bundleId), eq(bundles.kind, 'test-payment')))
    .innerJoin(other, eq(other.bundleId, bundles.id))
    .where(eq(withdrawalRequests.id, requestId));
  return members.length === 0 ? [requestId] : members.map(({ id }) => id);
}
