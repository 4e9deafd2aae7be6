import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { listVisibleProfiles, type ProfileRight } from '@/lib/rights/profile-rights';
import type { Reader } from '@/lib/identity/reader';
import { describeAgent } from '@/lib/identity/sessions';
import type { Role } from '@/lib/identity/roles';
import { isSignInTimeKnown } from '@/lib/identity/sign-in-time';
import { identityKeys } from '@/lib/identity/same-person';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction, prepared, type Transaction } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema/people';
import { log } from '@/lib/server/observability/log';
import { recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';
import { endSessionsWithLostRoles, isActiveSession } from '@/lib/server/auth/end-sessions';
import type { Origin } from '@/lib/server/auth/request-origin';
import { settings } from '@/lib/server/config/settings';

/** A person's identity and claims, as the identity provider stated them at sign-in. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string;
  email: string | null;
  /** True where the identity provider states that it has verified the address (claim `email_verified`). */
  isEmailVerified: boolean;
  /** Value of OIDC_PERSON_CLAIM; null where the claim is not set or not stated. */
  personClaim: string | null;
  /** Values of the groups claim (OIDC_GROUPS_CLAIM). */
  claimedGroups: string[];
  roles: Role[];
  /** Names of the claims that came, where none gives a role; null where one does. */
  statedClaims: string[] | null;
  /** Claims of roles and groups that the provider left out, since they have too many values. */
  leftOutClaims: string[];
  /** The session at the identity provider (claim `sid`); null where it names none. */
  providerSession: string | null;
  authenticatedAt: Date;
}

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

const idHash = (id: string) => createHash('sha256').update(id).digest('hex');

/** Returns the roles of a person in a session: an older session loses the roles that a later sign-in no longer had. */
export const commonRoles = (session: Role[], person: Role[]) => session.filter((role) => person.includes(role));

/**
 * Opens a session after a sign-in and returns its id, which only the cookie holds. Keeps the id token, by which the
 * provider knows whom to sign out, until the session ends. Ends the person's other sessions
 * that have roles which the identity provider no longer states. Throws where the person is suspended.
 */
export async function openSession(
  { issuer, subject, roles, authenticatedAt, statedClaims, leftOutClaims, providerSession, ...stated }: Identity,
  origin: Origin | null,
  idToken: string | null = null,
): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const suspended = await inTransaction(async (transaction) => {
    const known = await findSuspended(transaction, { issuer, subject });
    if (known) return known;
    const isNewPlace = await isFromNewPlace(transaction, { issuer, subject }, origin);
    const current = { ...stated, identityKeys: identityKeys(stated), roles };
    const [person] = await transaction
      .insert(people)
      .values({ issuer, subject, ...current })
      .onConflictDoUpdate({ target: [people.issuer, people.subject], set: current })
      .returning({ id: people.id });
    if (!person) throw new Error('storing the person failed');
    await transaction.insert(sessions).values({
      idHash: idHash(id),
      personId: person.id,
      roles,
      // A provider whose clock is ahead must not prolong the freshness of a sign-in.
      authenticatedAt: sql`least(${authenticatedAt.toISOString()}::timestamptz, now())`,
      endsAt: sql`now() + make_interval(hours => ${settings().SESSION_MAX_HOURS})`,
      address: origin?.address ?? null,
      agent: origin?.agent ?? null,
      providerSession,
      idToken,
    });
    const about = { subject: `person:${person.id}`, origin };
    const endedSessions = await endSessionsWithLostRoles(transaction, { personId: person.id, roles });
    const after = {
      issuer,
      subject,
      roles,
      authenticatedAt: authenticatedAt.toISOString(),
      ...(statedClaims && { statedClaims }),
      ...(leftOutClaims.length > 0 && { leftOutClaims }),
      ...(isNewPlace && { isNewPlace, tell: [person.id] }),
    };
    await appendAudits(transaction, [
      { action: 'session.opened', actor: { id: person.id, name: stated.name }, ...about, after },
      ...endedSessions.map((ended): AuditEntry => ({ action: 'session.revoked', actor: null, ...about, ...ended })),
    ]);
    return undefined;
  });
  if (!suspended) return id;
  await recordDeniedAttempt(`sign-in suspended ${suspended.id}`, {
    action: 'session.refused',
    actor: suspended,
    subject: `person:${suspended.id}`,
    origin,
    reason: 'The person is suspended.',
    after: { cause: 'suspended' },
  });
  throw new Error(SUSPENDED);
}

/**
 * Tells whether a known person signs in from an address and with a browser of which their sessions of the last months
 * have neither. One of both is new whenever a person travels or updates.
 */
async function isFromNewPlace(
  transaction: Transaction,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  origin: Origin | null,
): Promise<boolean> {
  if (!origin) return false;
  const before = await transaction
    .selectDistinct({ address: sessions.address, agent: sessions.agent })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(and(eq(people.issuer, issuer), eq(people.subject, subject)))
    .limit(500);
  const browser = describeAgent(origin.agent);
  return (
    before.length > 0 &&
    before.every(({ address, agent }) => address !== origin.address && describeAgent(agent) !== browser)
  );
}

/** Message of the error by which a sign-in of a suspended person fails. */
export const SUSPENDED = 'suspended: this person may not sign in';

/** Finds a person who may not sign in, and locks them, so that a suspension that is being made is waited for. */
async function findSuspended(
  transaction: Transaction,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<{ id: string; name: string } | undefined> {
  const [known] = await transaction
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(and(eq(people.issuer, issuer), eq(people.subject, subject)))
    .for('no key update');
  if (!known) return undefined;
  // A statement of its own, to see what another transaction wrote while this one waited.
  const [found] = await transaction
    .select({ isSuspended: sql<boolean>`is_suspended(${people.id})` })
    .from(people)
    .where(eq(people.id, known.id));
  return found?.isSuspended ? known : undefined;
}

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
  const sessionKey = idHash(sessionId);
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
      .where(and(eq(sessions.idHash, idHash(sessionId)), isNull(sessions.endedAt)))
      .for('update', { of: sessions });
    if (!open) return undefined;
    const { idToken, ...actor } = open;
    await transaction
      .update(sessions)
      .set({ endedAt: sql`now()`, idToken: null })
      .where(eq(sessions.idHash, idHash(sessionId)));
    await appendAudit(transaction, { action: 'session.ended', actor, subject: `person:${actor.id}`, origin });
    return { idToken };
  });
}
