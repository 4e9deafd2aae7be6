import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { Role } from '@/lib/identity/roles';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction, prepared, type Transaction } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema';
import { log } from '@/lib/server/observability/log';
import { endOutdated, isRunning } from '@/lib/server/auth/end-sessions';
import type { Origin } from '@/lib/server/auth/request-origin';
import { settings } from '@/lib/server/config/settings';

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
  /** When the identity provider last saw the person. */
  authenticatedAt: Date;
  /** Finds the session's row; of no use to anybody who would sign in with it. */
  sessionKey: string;
  /** Where they act from; null outside a request. */
  origin: Origin | null;
}

const idHash = (id: string) => createHash('sha256').update(id).digest('hex');

/** The roles that somebody has in a session: what a later sign-in no longer brought, an older session no longer gives. */
export const inBoth = (session: Role[], person: Role[]) => session.filter((role) => person.includes(role));

/**
 * Opens a session for somebody who just signed in and gives its id, which is kept nowhere but in the cookie. What the
 * identity provider no longer gives ends the person's other sessions that still have it.
 */
export async function openSession(
  { issuer, subject, name, email, roles, authenticatedAt }: Identity,
  origin: Origin | null,
): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  await inTransaction(async (transaction) => {
    const [person] = await transaction
      .insert(people)
      .values({ issuer, subject, name, email, roles })
      .onConflictDoUpdate({ target: [people.issuer, people.subject], set: { name, email, roles } })
      .returning({ id: people.id });
    if (!person) throw new Error('the person could not be stored');
    await transaction.insert(sessions).values({
      idHash: idHash(id),
      personId: person.id,
      roles,
      // A provider whose clock is ahead makes no sign-in fresh for longer.
      authenticatedAt: sql`least(${authenticatedAt.toISOString()}::timestamptz, now())`,
      endsAt: sql`now() + make_interval(hours => ${settings().SESSION_MAX_HOURS})`,
      address: origin?.address ?? null,
      agent: origin?.agent ?? null,
    });
    const about = { subject: `person:${person.id}`, origin };
    const outdated = await endOutdated(transaction, { personId: person.id, roles });
    const after = { issuer, subject, roles, authenticatedAt: authenticatedAt.toISOString() };
    await appendAudits(transaction, [
      { action: 'session.opened', actor: { id: person.id, name }, ...about, after },
      ...outdated.map((ended): AuditEntry => ({ action: 'session.revoked', actor: null, ...about, ...ended })),
    ]);
  });
  return id;
}

const CALLER = () =>
  prepared('caller', () =>
    database()
      .select({
        id: people.id,
        name: people.name,
        roles: sessions.roles,
        personRoles: people.roles,
        authenticatedAt: sessions.authenticatedAt,
        isDue: sql<boolean>`${sessions.seenAt} < now() - interval '30 seconds'`,
      })
      .from(sessions)
      .innerJoin(people, eq(people.id, sessions.personId))
      .where(and(eq(sessions.idHash, sql.placeholder('sessionKey')), isRunning(sql.placeholder('idleMinutes')))),
  );

/** The person of a session that is neither ended, idle too long nor too old; undefined otherwise. `isSeen`: somebody is there. */
export async function findPerson(
  sessionId: string,
  { isSeen, origin }: { isSeen: boolean; origin: Origin | null },
): Promise<Person | undefined> {
  const sessionKey = idHash(sessionId);
  const [found] = await CALLER().execute({ sessionKey, idleMinutes: settings().SESSION_IDLE_MINUTES });
  if (!found) return undefined;
  const { isDue, personRoles, ...person } = found;
  // Being seen is written at most twice a minute, so that reading a list does not become a stream of writes.
  if (isDue && isSeen)
    await database()
      .update(sessions)
      .set({ seenAt: sql`now()` })
      .where(eq(sessions.idHash, sessionKey))
      // On a full disk people can still read; the session then only ends the sooner.
      .catch((error: unknown) => log.warn({ err: error }, 'that somebody was seen could not be written'));
  return { ...person, roles: inBoth(person.roles, personRoles), sessionKey, origin };
}

/**
 * Locks a person's session until the transaction ends and gives their roles at this moment, so that a role taken away in
 * the meantime counts (docs/specification/threats.md#requests-and-approvals); undefined where the session has ended.
 * `isFresh`: signed in within `freshMinutes`.
 */
export async function lockSession(
  transaction: Transaction,
  { sessionKey }: Person,
  freshMinutes: number,
): Promise<{ roles: Role[]; isFresh: boolean } | undefined> {
  const [found] = await transaction
    .select({
      personId: sessions.personId,
      roles: sessions.roles,
      isFresh: sql<boolean>`${sessions.authenticatedAt} >= now() - make_interval(mins => ${freshMinutes})`,
    })
    .from(sessions)
    .where(and(eq(sessions.idHash, sessionKey), isRunning()))
    .for('share');
  if (!found) return undefined;
  const [person] = await transaction.select({ roles: people.roles }).from(people).where(eq(people.id, found.personId));
  return { isFresh: found.isFresh, roles: inBoth(found.roles, person?.roles ?? []) };
}

/** Ends a session at once, in every process. */
export async function endSession(sessionId: string, origin: Origin | null): Promise<void> {
  await inTransaction(async (transaction) => {
    const [ended] = await transaction
      .update(sessions)
      .set({ endedAt: sql`now()` })
      .from(people)
      .where(and(eq(people.id, sessions.personId), eq(sessions.idHash, idHash(sessionId)), isNull(sessions.endedAt)))
      .returning({ id: people.id, name: people.name });
    if (ended)
      await appendAudit(transaction, { action: 'session.ended', actor: ended, subject: `person:${ended.id}`, origin });
  });
}
