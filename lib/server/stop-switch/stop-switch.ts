import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { people, stopSwitch } from '@/lib/server/database/schema';
import { log } from '@/lib/server/observability/log';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import type { SendingState } from '@/lib/sends/contract';
import { storableText } from '@/lib/text/storable-text';

/** Whether sending is stopped, for all processes. Asked in the claim and again right before the bytes leave. */
export async function isStopped(): Promise<boolean> {
  const [found] = await database().select({ isStopped: stopSwitch.isStopped }).from(stopSwitch);
  // A switch that is gone is no permission.
  return found?.isStopped ?? true;
}

/** What a page says about sending. */
export async function readSendingState(): Promise<SendingState> {
  const [found] = await database()
    .select({
      isStopped: stopSwitch.isStopped,
      reason: stopSwitch.reason,
      since: stopSwitch.changedAt,
      by: people.name,
    })
    .from(stopSwitch)
    .leftJoin(people, eq(people.id, stopSwitch.changedBy));
  if (!found) throw new Error('the stop switch has no row');
  return { ...found, since: found.since.toISOString() };
}

const stopSchema = z.strictObject({
  reason: storableText().trim().min(1, 'Say why sending is to stop.').max(300, 'At most 300 characters.'),
});

/** Stops all sends at once, in every process; takes what the browser sent, unchecked. One person is enough. Stopping what is stopped says why once more, and voids a release that was asked for before. */
export async function stopSending(input: unknown): Promise<Result<null, Denial | { kind: 'invalid'; reason: string }>> {
  const person = await authorize('stopSending');
  if (!person.ok) return person;
  const given = stopSchema.safeParse(input);
  if (!given.success)
    return fail({ kind: 'invalid', reason: given.error.issues[0]?.message ?? 'This cannot be read.' });
  await inTransaction((transaction) => stopIn(transaction, given.data.reason, person.value));
  return ok(null);
}

/** The console stops by itself, in the transaction that found out why. Before any other entry of it in the audit log: the switch is locked first. */
export async function stopAutomatically(transaction: Transaction, reason: string): Promise<void> {
  log.error({ reason }, 'the console stopped all sends');
  await stopIn(transaction, reason, null);
}

async function stopIn(transaction: Transaction, reason: string, person: Person | null): Promise<void> {
  const [stopped] = await transaction
    .update(stopSwitch)
    .set({ isStopped: true, reason, changedBy: person?.id ?? null, changedAt: sql`now()` })
    // What a person says counts also where sending is stopped already: it is news to whoever would release it.
    .where(and(eq(stopSwitch.id, 1), person ? undefined : eq(stopSwitch.isStopped, false)))
    .returning({ id: stopSwitch.id });
  if (!stopped) return;
  await appendAudit(transaction, {
    action: 'sending.stopped',
    actor: person && { id: person.id, name: person.name },
    subject: 'sending',
    origin: person && person.origin,
    before: { isStopped: false },
    after: { isStopped: true },
    reason,
  });
}

const RUNS_ALREADY = 'Sending is not stopped any more.';
const STOPPED_AGAIN = 'Somebody stopped sending once more since this was asked for. It stays stopped.';

/** `since` says which stop it is that ends; filled in when it is asked for. */
const releaseSchema = z.strictObject({ since: storableText().max(40).optional() });
type TestConfirmation = z.infer<typeof releaseSchema>;

/** Letting sends go on takes two. */
export const resumeSendingChange: TwoPersonChange<TestConfirmation> = {
  kind: 'release-stop',
  capability: 'stopSending',
  payloadSchema: releaseSchema,
  prepare: async () => {
    const { isStopped: isSet, since } = await readSendingState();
    return isSet ? ok({ since }) : fail(RUNS_ALREADY);
  },
  apply: async (transaction, { payload, confirmer }) => {
    const [before] = await transaction.select().from(stopSwitch).where(eq(stopSwitch.id, 1)).for('update');
    if (!before?.isStopped) return fail(RUNS_ALREADY);
    if (before.changedAt.toISOString() !== payload.since) return fail(STOPPED_AGAIN);
    await transaction
      .update(stopSwitch)
      .set({ isStopped: false, reason: '', changedBy: confirmer.id, changedAt: sql`now()` })
      .where(eq(stopSwitch.id, 1));
    return ok({ before: { isStopped: true, reason: before.reason }, after: { isStopped: false } });
  },
};
