import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { identityKeys } from '@/lib/identity/same-person';
import type { Role } from '@/lib/identity/roles';
import { describeAgent } from '@/lib/identity/sessions';
import { recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';
import { endSessionsWithLostRoles } from '@/lib/server/auth/end-sessions';
import type { Origin } from '@/lib/server/auth/request-origin';
import { sessionKeyOf } from '@/lib/server/auth/sessions';
import { settings } from '@/lib/server/config/settings';
import { appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema/people';
import { isDeactivated, linkAccount } from '@/lib/server/directory/link-account';
import { suspendByDirectory } from '@/lib/server/people/suspend';

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
  /** What names the account in the company's directory: the value of SCIM_ID_CLAIM, or else the subject. */
  directoryId: string | null;
  authenticatedAt: Date;
}

/**
 * Opens a session after a sign-in and returns its id, which only the cookie holds. Keeps the id token, by which the
 * provider knows whom to sign out, until the session ends. Ends the person's other sessions
 * that have roles which the identity provider no longer states. Throws where the person is suspended.
 */
export async function openSession(
  {
    issuer,
    subject,
    roles,
    authenticatedAt,
    statedClaims,
    leftOutClaims,
    providerSession,
    directoryId,
    ...stated
  }: Identity,
  origin: Origin | null,
  idToken: string | null = null,
): Promise<string> {
  const id = randomBytes(32).toString('base64url');
  const suspended = await inTransaction(async (transaction) => {
    const refused = await findRefused(transaction, { issuer, subject, directoryId }, origin);
    if (refused) return refused;
    const isNewPlace = await isFromNewPlace(transaction, { issuer, subject }, origin);
    const current = { ...stated, identityKeys: identityKeys(stated), roles };
    const [person] = await transaction
      .insert(people)
      .values({ issuer, subject, ...current })
      .onConflictDoUpdate({ target: [people.issuer, people.subject], set: current })
      .returning({ id: people.id });
    if (!person) throw new Error('storing the person failed');
    await linkAccount(transaction, { directoryId, personId: person.id });
    await transaction.insert(sessions).values({
      idHash: sessionKeyOf(id),
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
  await recordDeniedAttempt(`sign-in suspended ${suspended.id ?? directoryId}`, {
    action: 'session.refused',
    actor: suspended.id === null ? null : suspended,
    subject: suspended.id === null ? 'sign-in' : `person:${suspended.id}`,
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

/**
 * Finds a person who may not sign in: suspended, or deactivated by the company's directory, which suspends them. `id`
 * is null for an account of the directory whose person has never signed in.
 */
async function findRefused(
  transaction: Transaction,
  person: Pick<Identity, 'issuer' | 'subject' | 'directoryId'>,
  origin: Origin | null,
): Promise<{ id: string; name: string } | { id: null } | undefined> {
  const isGone = await isDeactivated(transaction, person.directoryId);
  const known = await lockKnown(transaction, person);
  if (!known) return isGone ? { id: null } : undefined;
  if (known.isSuspended) return known;
  if (isGone) await suspendByDirectory(transaction, known.id, origin);
  return isGone ? known : undefined;
}

/** Finds a person, and locks them, so that a suspension that is being made is waited for. */
async function lockKnown(
  transaction: Transaction,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<{ id: string; name: string; isSuspended: boolean } | undefined> {
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
  return { ...known, isSuspended: found?.isSuspended === true };
}
