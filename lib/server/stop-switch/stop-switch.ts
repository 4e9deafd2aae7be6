import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { personLabelOrNull } from '@/lib/server/database/person-label';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { stopSwitch } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import { restoreCheckBlockReason } from '@/lib/mirror/restore-check';
import { readRestoreCheck } from '@/lib/server/mirror/sync/restore-check';
import type { SendingState } from '@/lib/sends/contract';
import { storableText } from '@/lib/text/storable-text';

/** Returns whether sending is stopped, for all processes. Read again right before the bytes of a withdrawal leave. */
export async function isStopped(): Promise<boolean> {
  const [found] = await database().select({ isStopped: stopSwitch.isStopped }).from(stopSwitch);
  // A missing switch counts as stopped.
  return found?.isStopped ?? true;
}

/** Reads the state of the stop switch for a page. */
export async function readSendingState(): Promise<SendingState> {
  const [found] = await database()
    .select({
      isStopped: stopSwitch.isStopped,
      reason: stopSwitch.reason,
      since: stopSwitch.changedAt,
      by: personLabelOrNull(),
    })
    .from(stopSwitch)
    .leftJoin(people, eq(people.id, stopSwitch.changedBy));
  if (!found) throw new Error('the table stop_switch has no row');
  return { ...found, since: found.since.toISOString() };
}

const stopSchema = z.strictObject({
  reason: storableText().trim().min(1, 'Enter a reason.').max(300, 'At most 300 characters.'),
});

/**
 * Stops all sending at once, in every process; one person is enough. Takes unchecked input. Where sending is stopped
 * already, the new reason replaces the old one and voids an open proposal to resume.
 */
export async function stopSending(input: unknown): Promise<Result<null, Denial | { kind: 'invalid'; reason: string }>> {
  const person = await authorize('stopSending', { limit: 'stop' });
  if (!person.ok) return person;
  const given = readInput(stopSchema, input, 'The reason is not valid.');
  if (!given.ok) return given;
  await inTransaction((transaction) =>
    stopIn(transaction, { reason: given.value.reason, person: person.value, isNew: true }),
  );
  return ok(null);
}

/**
 * Stops all sending on behalf of the console, in the transaction that found the reason. Call this before the
 * transaction writes any other audit entry: the switch is locked before the audit log, everywhere. The reason is on
 * every page, for every role, so it names no transfer and no profile. `isNew`: something happened that a proposal to
 * resume did not know, whatever the reason says.
 */
export async function stopAutomatically(
  transaction: Transaction,
  reason: string,
  { isNew = false }: { isNew?: boolean } = {},
): Promise<void> {
  log.error({ reason }, 'sending stopped by the console');
  await stopIn(transaction, { reason, person: null, isNew });
}

async function stopIn(
  transaction: Transaction,
  { reason, person, isNew }: { reason: string; person: Person | null; isNew: boolean },
): Promise<void> {
  const [before] = await transaction.select().from(stopSwitch).where(eq(stopSwitch.id, 1)).for('update');
  if (!before) throw new Error('the table stop_switch has no row');
  if (!isNew && before.isStopped && before.reason.includes(reason)) return;
  // Set again, with a later time: an open proposal to resume was made without this reason.
  await transaction
    .update(stopSwitch)
    .set({
      isStopped: true,
      reason: joinReasons(reason, person, before),
      changedBy: person?.id ?? null,
      changedAt: sql`now()`,
    })
    .where(eq(stopSwitch.id, 1));
  await appendAudit(transaction, {
    action: 'sending.stopped',
    actor: person && { id: person.id, name: person.name },
    subject: 'sending',
    origin: person && person.origin,
    before: { isStopped: before.isStopped },
    after: { isStopped: true },
    reason,
  });
}

/** Gives the reason to show: a reason of the console never hides an earlier one, and is never hidden. */
function joinReasons(
  reason: string,
  person: Person | null,
  before: Pick<typeof stopSwitch.$inferSelect, 'isStopped' | 'reason' | 'changedBy'>,
): string {
  const isConsoles = person === null || before.changedBy === null;
  if (!before.isStopped || !isConsoles) return reason;
  if (person === null && before.reason.includes(reason)) return before.reason;
  return `${reason} ${before.reason}`.slice(0, MAX_REASON_LENGTH);
}

// Several reasons fit, and the notice on every page stays readable.
const MAX_REASON_LENGTH = 1_000;

const ALREADY_ON = 'Sending is already on.';
const STOPPED_AGAIN = 'Sending was stopped again after this was proposed, so it stays stopped.';

/** `since` identifies the stop that ends; filled in when resuming is proposed. */
const resumeSchema = z.strictObject({ since: storableText().max(40).optional() });
type Resume = z.infer<typeof resumeSchema>;

/** Change by which two people resume sending. */
export const resumeSendingChange: TwoPersonChange<Resume> = {
  payloadSchema: resumeSchema,
  prepare: async () => {
    const { isStopped: isSet, since } = await readSendingState();
    if (!isSet) return fail(ALREADY_ON);
    const blockReason = restoreCheckBlockReason(await readRestoreCheck());
    return blockReason === undefined ? ok({ since }) : fail(blockReason);
  },
  apply: async (transaction, { payload, confirmer }) => {
    const [before] = await transaction.select().from(stopSwitch).where(eq(stopSwitch.id, 1)).for('update');
    if (!before?.isStopped) return fail(ALREADY_ON);
    if (before.changedAt.toISOString() !== payload.since) return fail(STOPPED_AGAIN);
    const blockReason = restoreCheckBlockReason(await readRestoreCheck(transaction));
    if (blockReason !== undefined) return fail(blockReason);
    await transaction
      .update(stopSwitch)
      .set({ isStopped: false, reason: '', changedBy: confirmer.id, changedAt: sql`now()` })
      .where(eq(stopSwitch.id, 1));
    return ok({ before: { isStopped: true, reason: before.reason }, after: { isStopped: false } });
  },
};
