import 'server-only';
import { desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { fail, ok } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { personSuspensions } from '@/lib/server/database/schema/proposals';
import type { TwoPersonChange } from '@/lib/server/proposals/change';
import { storableText } from '@/lib/text/storable-text';

/** `since` identifies the suspension that ends; filled in when lifting it is proposed. */
const liftSchema = z.strictObject({ since: storableText().max(40).optional() });
type Lift = z.infer<typeof liftSchema>;

const NOT_SUSPENDED = 'This person is not suspended.';
const SUSPENDED_AGAIN = 'The person was suspended again after this was proposed, so the suspension stays.';

/**
 * Change by which two administrators lift a suspension; its subject is the id of the person. Approvals from before stay
 * void, and the person must sign in again.
 */
export const liftSuspensionChange: TwoPersonChange<Lift> = {
  payloadSchema: liftSchema,
  prepare: async ({ subject, person }) => {
    if (subject === person.id) return fail('You cannot lift your own suspension.');
    const since = await readSuspendedSince(database(), subject);
    return since ? ok({ since: since.toISOString() }) : fail(NOT_SUSPENDED);
  },
  apply: async (transaction, { subject, payload, proposalId, confirmer }) => {
    await transaction.select({ id: people.id }).from(people).where(eq(people.id, subject)).for('no key update');
    const since = await readSuspendedSince(transaction, subject);
    if (!since) return fail(NOT_SUSPENDED);
    if (since.toISOString() !== payload.since) return fail(SUSPENDED_AGAIN);
    await transaction
      .insert(personSuspensions)
      .values({ personId: subject, event: 'LIFTED', byPersonId: confirmer.id, reason: '', proposalId });
    return ok({ before: { isSuspended: true, since: payload.since }, after: { isSuspended: false } });
  },
};

async function readSuspendedSince(reader: Pick<Transaction, 'select'>, personId: string): Promise<Date | undefined> {
  const [last] = await reader
    .select({ event: personSuspensions.event, at: personSuspensions.at })
    .from(personSuspensions)
    .where(eq(personSuspensions.personId, personId))
    .orderBy(desc(personSuspensions.id))
    .limit(1);
  return last?.event === 'SUSPENDED' ? last.at : undefined;
}
