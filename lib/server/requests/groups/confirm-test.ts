import 'server-only';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/requests/decisions';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/groups';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { pairReleases, people, sends } from '@/lib/server/database/schema';
import { findGroup, lockMembers } from '@/lib/server/requests/groups/load';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import type { DecisionFailure } from '@/lib/requests/contract';
import { UUID } from '@/lib/text/uuid';
import { crashPoint } from '@/lib/server/runtime/crash-points';
import { wake } from '@/lib/server/workers/loop';
import { storableText } from '@/lib/text/storable-text';

const confirmationSchema = z.strictObject({
  groupId: z.string().regex(UUID),
  comment: storableText()
    .trim()
    .min(3, 'Say how you know that the recipient has it.')
    .max(500, 'At most 500 characters.'),
});
type Confirmation = z.infer<typeof confirmationSchema>;

/** Who let a remainder go, and when. */
export interface TestConfirmation {
  requestId: string;
  confirmedBy: string;
  confirmedAt: string;
}

/**
 * Takes a person's word that the recipient has the test of a pair, and hands the remainder to the sender. Refused unless
 * the service says that the test is completed. It releases money, so the sign-in must be fresh. Said twice, the first counts.
 */
export async function confirmTest(input: unknown): Promise<Result<TestConfirmation, DecisionFailure>> {
  const person = await authorize('confirmTest', { limit: 'decide' });
  return person.ok ? confirmTestAs(person.value, input) : person;
}

/** The same for a person who is signed in. */
export async function confirmTestAs(
  person: Person,
  input: unknown,
): Promise<Result<TestConfirmation, DecisionFailure>> {
  const confirmation = confirmationSchema.safeParse(input);
  if (!confirmation.success)
    return fail({ kind: 'invalid', reason: confirmation.error.issues[0]?.message ?? 'This cannot be read.' });
  const outcome = await inTransaction(async (transaction) => {
    const released = await releaseIn(transaction, person, confirmation.data);
    const { groupId, comment } = confirmation.data;
    const entry = { actor: { id: person.id, name: person.name }, origin: person.origin };
    if (!released.ok) {
      const reason = 'reason' in released.error ? released.error.reason : released.error.kind;
      await appendAudit(transaction, {
        action: 'request.refused',
        ...entry,
        subject: `group:${groupId}`,
        after: { comment },
        reason,
      });
    } else if (released.value.isNew) {
      const subject = `request:${released.value.release.requestId}`;
      await appendAudit(transaction, {
        action: 'pair.released',
        ...entry,
        subject,
        after: { groupId, testId: released.value.testId },
        reason: comment,
      });
    }
    await crashPoint('CP1');
    return released;
  });
  if (!outcome.ok) return outcome;
  wake('send');
  return ok(outcome.value.release);
}

async function releaseIn(
  transaction: Transaction,
  person: Person,
  { groupId, comment }: Confirmation,
): Promise<Result<{ release: TestConfirmation; testId: string; isNew: boolean }, DecisionFailure>> {
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const denial = denialReason('confirmTest', session.roles);
  if (denial !== undefined) return fail({ kind: 'forbidden', reason: denial });
  const found = await findGroup(transaction, groupId);
  const [testId, requestId] = [found?.memberIds[TEST_POSITION], found?.memberIds[REMAINDER_POSITION]];
  if (found?.group.kind !== 'pair' || testId === undefined || requestId === undefined)
    return fail({ kind: 'not-found' });

  // The send before the requests, as the sender locks them.
  const [send] = await transaction.select().from(sends).where(eq(sends.requestId, testId)).for('update');
  const members = await lockMembers(transaction, found.memberIds);
  const before = await readRelease(transaction, groupId, requestId);
  if (before) return ok({ release: before, testId, isNew: false });
  const state = members[REMAINDER_POSITION]?.request.state;
  if (state !== 'APPROVED')
    return fail({
      kind: 'not-now',
      reason: state === 'CANCELLED' ? 'The remainder was cancelled.' : 'The remainder is not approved.',
    });
  const reason = arrivalBlockReason(send);
  if (reason !== undefined) return fail({ kind: 'not-now', reason });
  if (!session.isFresh)
    return fail({
      kind: 'stale-sign-in',
      reason: `Your sign-in is older than ${FRESH_SIGN_IN_MINUTES} minutes. Renew it, then confirm.`,
    });

  await transaction.insert(pairReleases).values({ groupId, confirmedBy: person.id, comment });
  await transaction.insert(sends).values({ requestId });
  const release = await readRelease(transaction, groupId, requestId);
  if (!release) throw new Error('a release that was just written must be there');
  return ok({ release, testId, isNew: true });
}

/** Why a test is not known to have arrived, by its send; undefined where it is. */
export function arrivalBlockReason(
  send: Pick<typeof sends.$inferSelect, 'state' | 'transferStatus'> | undefined,
): string | undefined {
  if (!send || send.state === 'QUEUED' || send.state === 'SENDING') return 'The test has not been sent yet.';
  if (send.state === 'REFUSED' || send.transferStatus === 'FAILED')
    return 'The test did not arrive, so the remainder stays locked.';
  if (send.state !== 'ACCEPTED') return 'Nobody knows yet what became of the test.';
  return send.transferStatus === 'COMPLETED' ? undefined : 'The test is still pending at the service.';
}

async function readRelease(
  transaction: Transaction,
  groupId: string,
  requestId: string,
): Promise<TestConfirmation | undefined> {
  const [found] = await transaction
    .select({ name: people.name, confirmedAt: pairReleases.confirmedAt })
    .from(pairReleases)
    .innerJoin(people, eq(people.id, pairReleases.confirmedBy))
    .where(eq(pairReleases.groupId, groupId));
  return found && { requestId, confirmedBy: found.name, confirmedAt: found.confirmedAt.toISOString() };
}
