import 'server-only';
import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import { appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { lockRunning, markEnded, toEntry } from '@/lib/server/auth/end-sessions';
import { inBoth, type Person } from '@/lib/server/auth/sessions';
import { storableText } from '@/lib/text/storable-text';

const revocationSchema = z.strictObject({
  /** As the list of sessions gave it (SessionView). */
  sessionKey: z.string().regex(/^[0-9a-f]{64}$/),
  isWholePerson: z.boolean(),
  reason: storableText().trim().min(1, 'Say why the session is to end.').max(300, 'At most 300 characters.'),
});
type Revocation = z.infer<typeof revocationSchema>;

/** Why no session was ended. */
export type RevokeFailure = Denial | { kind: 'invalid' | 'not-now'; reason: string };

/**
 * Ends a session of one's own, or where one manages them somebody's, or all of that person; takes what the browser sent,
 * unchecked. Their next call, in whatever process, is one of somebody who is not signed in. Gives how many were.
 */
export async function revokeSession(input: unknown): Promise<Result<{ ended: number }, RevokeFailure>> {
  const person = await authorize('readStatus');
  if (!person.ok) return person;
  const given = revocationSchema.safeParse(input);
  if (!given.success)
    return fail({ kind: 'invalid', reason: given.error.issues[0]?.message ?? 'This cannot be read.' });
  return endOf(person.value, given.data);
}

async function endOf(
  person: Person,
  { sessionKey, isWholePerson, reason }: Revocation,
): Promise<Result<{ ended: number }, RevokeFailure>> {
  const [target] = await database()
    .select({ personId: sessions.personId, name: people.name })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(eq(sessions.idHash, sessionKey));
  const isOwn = target?.personId === person.id;
  if (!isOwn) {
    const admin = await authorize('manageSessions');
    if (!admin.ok) return admin;
  }
  if (!target) return fail(OVER);
  return inTransaction(async (transaction) => {
    // Their own with the others, so that two who end each other's wait in one order.
    const wanted = isWholePerson ? eq(sessions.personId, target.personId) : eq(sessions.idHash, sessionKey);
    const locked = await lockRunning(transaction, or(wanted, eq(sessions.idHash, person.sessionKey)));
    const own = locked.find(({ idHash }) => idHash === person.sessionKey);
    if (!own) return fail({ kind: 'signed-out' });
    const [now] = await transaction.select({ roles: people.roles }).from(people).where(eq(people.id, person.id));
    const denial = isOwn ? undefined : denialReason('manageSessions', inBoth(own.roles, now?.roles ?? []));
    if (denial !== undefined) return fail({ kind: 'forbidden', reason: denial });
    const ended = locked.filter(({ idHash, personId }) =>
      isWholePerson ? personId === target.personId : idHash === sessionKey,
    );
    if (ended.length === 0) return fail(OVER);
    await markEnded(transaction, ended);
    const entry = {
      action: 'session.revoked',
      actor: { id: person.id, name: person.name },
      subject: `person:${target.personId}`,
      origin: person.origin,
    } as const;
    await appendAudits(
      transaction,
      ended.map((session) => ({ ...entry, before: { of: target.name, ...toEntry(session) }, reason })),
    );
    return ok({ ended: ended.length });
  });
}

const OVER = { kind: 'not-now', reason: 'It is over already.' } as const;
