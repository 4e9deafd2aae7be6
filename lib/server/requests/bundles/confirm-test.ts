import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { staleSignIn } from '@/lib/http/denials';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/bundles/bundles';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import { actedBy, appendAudit, auditRefused } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { testPaymentConfirmations } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { signatureSchema } from '@/lib/server/passkeys/decisions';
import { signReceipt } from '@/lib/server/requests/signing/statements';
import { findBundle, lockMembers } from '@/lib/server/requests/load-bundle';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import type { DecisionFailure } from '@/lib/requests/contract';
import { UUID } from '@/lib/text/uuid';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { theService } from '@/lib/text/service-name';
import { storableText } from '@/lib/text/storable-text';

const confirmationSchema = z.strictObject({
  bundleId: z.string().regex(UUID),
  comment: storableText()
    .trim()
    .min(3, 'Enter how you know that the recipient has received the test payment.')
    .max(500, 'At most 500 characters.'),
  signature: signatureSchema.optional(),
});
type Confirmation = z.infer<typeof confirmationSchema>;

/** The confirmation that released a remainder. */
export interface TestConfirmation {
  requestId: string;
  confirmedBy: string;
  confirmedAt: string;
}

/**
 * Confirms that the recipient has received a test payment, and hands the remainder to the sender. Fails unless the
 * service reports the test payment as completed, and the person signs or their sign-in is fresh. A second confirmation
 * gives the first one.
 */
export async function confirmTest(input: unknown): Promise<Result<TestConfirmation, DecisionFailure | Unsigned>> {
  const person = await authorize('confirmTest', { limit: 'decide' });
  return person.ok ? confirmTestAs(person.value, input) : person;
}

/** Confirms a test payment on behalf of a signed-in person (`confirmTest`). */
export async function confirmTestAs(
  person: Person,
  input: unknown,
): Promise<Result<TestConfirmation, DecisionFailure | Unsigned>> {
  const confirmation = readInput(confirmationSchema, input, 'The console could not read this confirmation.');
  if (!confirmation.ok) return confirmation;
  const outcome = await inTransaction(async (transaction) => {
    const confirmed = await confirmIn(transaction, person, confirmation.value);
    const { bundleId, comment } = confirmation.value;
    if (!confirmed.ok)
      return auditRefused(transaction, person, confirmed, { subject: `group:${bundleId}`, after: { comment } });
    if (confirmed.value.isNew)
      await appendAudit(transaction, {
        action: 'pair.released',
        ...actedBy(person),
        subject: `request:${confirmed.value.confirmation.requestId}`,
        after: { bundleId, testId: confirmed.value.testId },
        reason: comment,
      });
    await crashPoint('CP1');
    return confirmed;
  });
  return outcome.ok ? ok(outcome.value.confirmation) : outcome;
}

async function confirmIn(
  transaction: Transaction,
  person: Person,
  { bundleId, comment, signature }: Confirmation,
): Promise<Result<{ confirmation: TestConfirmation; testId: string; isNew: boolean }, DecisionFailure | Unsigned>> {
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const denial = denialReason('confirmTest', session.roles);
  if (denial !== undefined) return fail({ kind: 'forbidden', reason: denial });
  const found = await findBundle(transaction, bundleId);
  const [testId, requestId] = [found?.memberIds[TEST_POSITION], found?.memberIds[REMAINDER_POSITION]];
  if (found?.bundle.kind !== 'test-payment' || testId === undefined || requestId === undefined)
    return fail({ kind: 'not-found' });

  // The sender locks the send before the request; the same order here avoids deadlocks.
  const [send] = await transaction.select().from(sends).where(eq(sends.requestId, testId)).for('update');
  const members = await lockMembers(transaction, person, found.memberIds);
  if (members.length === 0) return fail({ kind: 'not-found' });
  const before = await readConfirmation(transaction, bundleId, requestId);
  if (before) return ok({ confirmation: before, testId, isNew: false });
  const state = members[REMAINDER_POSITION]?.request.state;
  if (state !== 'APPROVED')
    return fail({
      kind: 'not-now',
      reason: state === 'CANCELLED' ? 'The remainder was cancelled.' : 'The remainder is not approved.',
    });
  const reason = arrivalBlockReason(send);
  if (reason !== undefined) return fail({ kind: 'not-now', reason });
  const signed = await signReceipt(transaction, person, {
    bundleId,
    members,
    comment,
    signature,
    roles: session.roles,
  });
  if (!signed.ok) return signed;
  if (!signed.value && !session.isFresh) return fail(staleSignIn(FRESH_SIGN_IN_MINUTES, session));

  await transaction.insert(testPaymentConfirmations).values({ bundleId, confirmedBy: person.id, comment });
  await transaction.insert(sends).values({ requestId });
  const confirmation = await readConfirmation(transaction, bundleId, requestId);
  if (!confirmation) throw new Error('the confirmation of a test payment was written and cannot be read back');
  return ok({ confirmation, testId, isNew: true });
}

/** Explains why a test payment cannot be confirmed yet, by its send; undefined where it is completed. */
export function arrivalBlockReason(
  send: Pick<typeof sends.$inferSelect, 'state' | 'transferStatus'> | undefined,
): string | undefined {
  if (!send || send.state === 'QUEUED' || send.state === 'SENDING') return 'The test payment has not been sent yet.';
  if (send.state === 'REFUSED' || send.transferStatus === 'FAILED')
    return 'The test payment did not arrive, so the remainder stays locked.';
  if (send.state !== 'ACCEPTED') return 'The outcome of the test payment is unknown.';
  return send.transferStatus === 'COMPLETED' ? undefined : `The test payment is still pending at ${theService()}.`;
}

async function readConfirmation(
  transaction: Transaction,
  bundleId: string,
  requestId: string,
): Promise<TestConfirmation | undefined> {
  const [found] = await transaction
    .select({ name: people.name, confirmedAt: testPaymentConfirmations.confirmedAt })
    .from(testPaymentConfirmations)
    .innerJoin(people, eq(people.id, testPaymentConfirmations.confirmedBy))
    .where(eq(testPaymentConfirmations.bundleId, bundleId));
  return found && { requestId, confirmedBy: found.name, confirmedAt: found.confirmedAt.toISOString() };
}
