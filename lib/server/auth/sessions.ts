import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { listVisibleProfiles, type ProfileRight } from '@/lib/rights/profile-rights';
import type { Reader } from '@/lib/identity/reader';
import type { Role } from '@/lib/identity/roles';
import { isSignInTimeKnown } from '@/lib/identity/sign-in-time';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, prepared, type Transaction } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema/people';
import { log } from '@/lib/server/observability/log';
import { isActiveSession } from '@/lib/server/auth/end-sessions';
import type { Origin } from '@/lib/server/auth/request-origin';
import { settings } from '@/lib/server/config/settings';

/** A signed-in person with the roles of this session. */
export interface Person extends Reader {
  roles: Role[];
  /** Time at which the identity provider last authenticated the person. */
  authenticatedAt: Date;
  /** Key of the session's row; cannot be used to sign in. */
  sessionKey: string;
  /** Origin of the current call; null outside a request. */
  origin: Origin | null;
}

/** The key under which the row of a session is stored. */
export const sessionKeyOf = (id: string) => createHash('sha256').update(id).digest('hex');

/** Returns the roles of a person in a session: an older session loses the roles that a later sign-in no longer had. */
export const commonRoles = (session: Role[], person: Role[]) => session.filter((role) => person.includes(role));

const callerQuery = () =>
  prepared('caller', () =>
    database()
      .select({
        id: people.id,
        name: people.name,
        roles: sessions.roles,
        personRoles: people.roles,
        authenticatedAt: sessions.authenticatedAt,
        rights: sql<ProfileRight[] | null>`setting_in_force('profile-rights')`,
        isDue: sql<boolean>`${sessions.seenAt} < now() - interval '30 seconds'`,
      })
      .from(sessions)
      .innerJoin(people, eq(people.id, sessions.personId))
      .where(
        and(
          eq(sessions.idHash, sql.placeholder('sessionKey')),
          isActiveSession(sql.placeholder('idleMinutes')),
          sql`not is_suspended(${people.id})`,
        ),
      ),
  );

/** Returns the person of an active session, or undefined. `isSeen` marks the call as activity of the person. */
export async function findPerson(
  sessionId: string,
  { isSeen, origin }: { isSeen: boolean; origin: Origin | null },
): Promise<Person | undefined> {
  const sessionKey = sessionKeyOf(sessionId);
  const [found] = await callerQuery().execute({ sessionKey, idleMinutes: settings().SESSION_IDLE_MINUTES });
  if (!found) return undefined;
  const { isDue, personRoles, rights, ...person } = found;
  // Activity is stored at most twice a minute, so that reading lists does not cause a stream of writes.
  if (isDue && isSeen)
    await database()
      .update(sessions)
      .set({ seenAt: sql`now()` })
      .where(eq(sessions.idHash, sessionKey))
      // With a full disk people can still read; the session then only ends earlier.
      .catch((error: unknown) => log.warn({ err: error }, 'storing the activity of a session failed'));
  const roles = commonRoles(person.roles, personRoles);
  const visibleProfiles = listVisibleProfiles(rights ?? [], { id: person.id, roles });
  return { ...person, roles, visibleProfiles, sessionKey, origin };
}

/**
 * Returns what an active session may do and see now, by its row's key, or undefined. Does not count as activity of the
 * person.
 */
export async function readSessionRights(
  sessionKey: string,
): Promise<Pick<Person, 'roles' | 'visibleProfiles'> | undefined> {
  const [found] = await callerQuery().execute({ sessionKey, idleMinutes: settings().SESSION_IDLE_MINUTES });
  if (!found) return undefined;
  const roles = commonRoles(found.roles, found.personRoles);
  return { roles, visibleProfiles: listVisibleProfiles(found.rights ?? [], { id: found.id, roles }) };
}

/**
 * Locks a person's session until the transaction ends and returns their current roles, so that a role withdrawn in the
 * meantime counts (docs/specification/threats.md#requests-and-approvals). Returns undefined if the session has ended.
 * `isFresh`: the sign-in is at most `freshMinutes` old. `isTimeKnown`: the provider stated its time.
 */
export async function lockSession(
  transaction: Transaction,
  { sessionKey }: Person,
  freshMinutes: number,
): Promise<{ roles: Role[]; isFresh: boolean; isTimeKnown: boolean } | undefined> {
  const [found] = await transaction
    .select({
      personId: sessions.personId,
      roles: sessions.roles,
      authenticatedAt: sessions.authenticatedAt,
      isFresh: sql<boolean>`${sessions.authenticatedAt} >= now() - make_interval(mins => ${freshMinutes})`,
    })
    .from(sessions)
    .where(and(eq(sessions.idHash, sessionKey), isActiveSession()))
    .for('share');
  if (!found) return undefined;
  const [person] = await transaction
    .select({ roles: people.roles, isSuspended: sql<boolean>`is_suspended(${people.id})` })
    .from(people)
    .where(eq(people.id, found.personId));
  if (person?.isSuspended) return undefined;
  const isTimeKnown = isSignInTimeKnown(found.authenticatedAt);
  return { isFresh: found.isFresh, isTimeKnown, roles: commonRoles(found.roles, person?.roles ?? []) };
}

/**
 * Ends a session immediately, in every process. Returns its id token, if it has one, to sign out at the provider as
 * well; undefined where the session had ended.
 */
export async function endSession(
  sessionId: string,
  origin: Origin | null,
): Promise<{ idToken: string | null } | undefined> {
  return inTransaction(async (transaction) => {
    const [open] = await transaction
      .select({ id: people.id, name: people.name, idToken: sessions.idToken })
      .from(sessions)
      .innerJoin(people, eq(people.id, sessions.personId))
      .where(and(eq(sessions.idHash, sessionKeyOf(sessionId)), isNull(sessions.endedAt)))
      .for('update', { of: sessions });
    if (!open) return undefined;
    const { idToken, ...actor } = open;
    await transaction
      .update(sessions)
      .set({ endedAt: sql`now()`, idToken: null })
      .where(eq(sessions.idHash, sessionKeyOf(sessionId)));
    await appendAudit(transaction, { action: 'session.ended', actor, subject: `person:${actor.id}`, origin });
    return { idToken };
  });
}
