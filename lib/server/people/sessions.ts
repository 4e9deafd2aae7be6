import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Role } from '@/lib/roles';
import { database, inTransaction } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema';
import { settings } from '@/lib/server/settings';

/** Who somebody is to the identity provider, as it said at sign-in. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string;
  email: string | null;
  roles: Role[];
  authenticatedAt: Date;
}

/** Someone signed in, with the roles of this session. */
export interface Person {
  id: string;
  name: string;
  roles: Role[];
}

const idHash = (id: string) => createHash('sha256').update(id).digest('hex');

/** Opens a session for somebody who just signed in and gives its id, which is kept nowhere but in the cookie. */
export async function openSession({ issuer, subject, name, email, roles, authenticatedAt }: Identity): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await inTransaction(async (transaction) => {
    const [person] = await transaction
      .insert(people)
      .values({ issuer, subject, name, email })
      .onConflictDoUpdate({ target: [people.issuer, people.subject], set: { name, email } })
      .returning({ id: people.id });
    if (!person) throw new Error('the person could not be stored');
    await transaction.insert(sessions).values({
      idHash: idHash(id),
      personId: person.id,
      roles,
      authenticatedAt,
      endsAt: sql`now() + make_interval(hours => ${settings().SESSION_MAX_HOURS})`,
    });
  });
  return id;
}

/** The person of a session that is neither ended, idle too long nor too old; undefined otherwise. `isSeen`: somebody is there. */
export async function findPerson(sessionId: string, { isSeen }: { isSeen: boolean }): Promise<Person | undefined> {
  const isIdle = sql`${sessions.seenAt} < now() - make_interval(mins => ${settings().SESSION_IDLE_MINUTES})`;
  const [found] = await database()
    .select({ id: people.id, name: people.name, roles: sessions.roles, isDue: sql<boolean>`${sessions.seenAt} < now() - interval '30 seconds'` })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(and(eq(sessions.idHash, idHash(sessionId)), isNull(sessions.endedAt), gt(sessions.endsAt, sql`now()`), sql`not ${isIdle}`));
  if (!found) return undefined;
  // Being seen is written at most twice a minute, so that reading a list does not become a stream of writes.
  if (found.isDue && isSeen)
    await database()
      .update(sessions)
      .set({ seenAt: sql`now()` })
      .where(eq(sessions.idHash, idHash(sessionId)));
  return { id: found.id, name: found.name, roles: found.roles };
}

/** Ends a session at once, in every process. */
export async function endSession(sessionId: string): Promise<void> {
  await database()
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(sessions.idHash, idHash(sessionId)), isNull(sessions.endedAt)));
}
