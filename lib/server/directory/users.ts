/*
 * The accounts of the company's directory, as it writes them over SCIM (lib/directory/scim.ts). It only lowers: an
 * account gives no role, lifts no suspension and confirms no key. One that is deactivated or deleted suspends its
 * person at once, the last administrators too, and keeps them from signing in, whatever two administrators lift.
 */
import 'server-only';
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { DirectoryAttributes, ScimError, UserFilter } from '@/lib/directory/scim';
import { clipName } from '@/lib/identity/clip-name';
import { fail, ok, type Result } from '@/lib/result';
import type { Origin } from '@/lib/server/auth/request-origin';
import { settings } from '@/lib/server/config/settings';
import { appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { directoryUsers, people, signIns } from '@/lib/server/database/schema/people';
import { suspendByDirectory } from '@/lib/server/people/suspend';
import { UUID } from '@/lib/text/uuid';

/** An account as it is stored. */
export type DirectoryUser = typeof directoryUsers.$inferSelect;

type Changes = Partial<DirectoryAttributes>;
type Written = Result<DirectoryUser, ScimError>;

const NOT_FOUND = fail<ScimError>({ status: 404, detail: 'No such user.' });
const isKept = isNull(directoryUsers.deletedAt);

/** Creates an account. Refused with `uniqueness` where another one has its userName or externalId. */
export async function createUser(changes: Changes & { userName: string }, origin: Origin): Promise<Written> {
  return inTransaction(async (transaction) => {
    await lockDirectory(transaction);
    const [user] = await transaction.insert(directoryUsers).values(changes).onConflictDoNothing().returning();
    return user ? settle(transaction, undefined, user, origin) : TAKEN;
  });
}

const TAKEN = fail<ScimError>({
  status: 409,
  scimType: 'uniqueness',
  detail: 'Another user has this userName or externalId.',
});

/** Changes an account; `uniqueness` as for `createUser`, and the externalId of a person stays. */
export async function changeUser(id: string, changes: Changes, origin: Origin): Promise<Written> {
  return inTransaction(async (transaction) => {
    const before = await lockUser(transaction, id);
    if (!before) return NOT_FOUND;
    const isRelinked = changes.externalId !== undefined && changes.externalId !== before.externalId;
    if (before.personId !== null && isRelinked)
      return fail({ status: 400, scimType: 'mutability', detail: 'The externalId names a person and cannot change.' });
    if (await isTaken(transaction, id, changes)) return TAKEN;
    const [after] = await transaction
      .update(directoryUsers)
      .set({ ...changes, updatedAt: sql`now()` })
      .where(eq(directoryUsers.id, id))
      .returning();
    return after ? settle(transaction, before, after, origin) : NOT_FOUND;
  });
}

/** Deletes an account, which counts as deactivating it: its person stays, suspended. */
export async function deleteUser(id: string, origin: Origin): Promise<Written> {
  return inTransaction(async (transaction) => {
    const before = await lockUser(transaction, id);
    if (!before) return NOT_FOUND;
    const [after] = await transaction
      .update(directoryUsers)
      .set({ isActive: false, deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(eq(directoryUsers.id, id))
      .returning();
    return after ? settle(transaction, before, after, origin) : NOT_FOUND;
  });
}

/** Lets one change of the directory be made at a time: two that take one name would otherwise both see it free. */
async function lockDirectory(transaction: Transaction): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('directory', 0))`);
}

async function lockUser(transaction: Transaction, id: string): Promise<DirectoryUser | undefined> {
  await lockDirectory(transaction);
  if (!UUID.test(id)) return undefined;
  const [user] = await transaction
    .select()
    .from(directoryUsers)
    .where(and(eq(directoryUsers.id, id), isKept))
    .for('update');
  return user;
}

async function isTaken(transaction: Transaction, id: string, { userName, externalId }: Changes): Promise<boolean> {
  const [taken] = await transaction
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(
      and(
        isKept,
        sql`${directoryUsers.id} <> ${id}::uuid`,
        sql`(lower(${directoryUsers.userName}) = lower(${userName ?? null}::text)
          or ${directoryUsers.externalId} = ${externalId ?? null}::text)`,
      ),
    )
    .limit(1);
  return taken !== undefined;
}

/** Links what was written to its person, records it, and suspends the person of an account that is not active. */
async function settle(
  transaction: Transaction,
  before: DirectoryUser | undefined,
  written: DirectoryUser,
  origin: Origin,
): Promise<Written> {
  const user = await linkPerson(transaction, written);
  const [was, is] = [before && toFacts(before), toFacts(user)];
  const isChanged = JSON.stringify(was) !== JSON.stringify(is);
  const entry: AuditEntry = {
    action: 'directory.changed',
    actor: null,
    subject: user.personId === null ? `directory:${user.id}` : `person:${user.personId}`,
    origin,
    ...(was && { before: was }),
    after: is,
  };
  // Directories write the same again and again.
  if (isChanged) await appendAudits(transaction, [entry]);
  if (!user.isActive && user.personId !== null) await suspendByDirectory(transaction, user.personId, origin);
  return ok(user);
}

const toFacts = ({ userName, externalId, displayName, email, isActive, personId, deletedAt }: DirectoryUser) => ({
  userName,
  externalId,
  displayName,
  email,
  isActive,
  isLinked: personId !== null,
  ...(deletedAt && { isDeleted: true }),
});

/**
 * Links an account to the person whom its externalId names. Where that is the subject, a person who has not signed in
 * yet is created, without a role, and has the name and address of the directory until they do. Where SCIM_ID_CLAIM is
 * another claim, the person is known from their sign-in on (`linkDirectoryUser`).
 */
async function linkPerson(transaction: Transaction, user: DirectoryUser): Promise<DirectoryUser> {
  const { OIDC_ISSUER: issuer, SCIM_ID_CLAIM } = settings();
  if (SCIM_ID_CLAIM !== undefined || user.externalId === null) return user;
  const stated = { name: clipName(user.displayName ?? user.userName), email: user.email };
  const [person] = await transaction
    .insert(people)
    .values({ issuer, subject: user.externalId, ...stated })
    .onConflictDoUpdate({
      target: [people.issuer, people.subject],
      set: stated,
      setWhere: sql`not exists (select 1 from ${signIns} where ${signIns.personId} = ${people.id})`,
    })
    .returning({ id: people.id });
  const personId = person?.id ?? (await findPersonId(transaction, issuer, user.externalId));
  if (personId === user.personId) return user;
  const [linked] = await transaction
    .update(directoryUsers)
    .set({ personId })
    .where(eq(directoryUsers.id, user.id))
    .returning();
  return linked ?? user;
}

async function findPersonId(transaction: Transaction, issuer: string, subject: string): Promise<string | null> {
  const [known] = await transaction
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.issuer, issuer), eq(people.subject, subject)));
  return known?.id ?? null;
}

/** Reads one account; undefined where there is none. */
export async function readUserById(id: string): Promise<DirectoryUser | undefined> {
  if (!UUID.test(id)) return undefined;
  const [user] = await database()
    .select()
    .from(directoryUsers)
    .where(and(eq(directoryUsers.id, id), isKept));
  return user;
}

/** Lists accounts in the order of their creation, from `offset` on, and counts those that match. */
export async function listUsers(
  filter: UserFilter | undefined,
  page: { offset: number; limit: number },
): Promise<{ users: DirectoryUser[]; total: number }> {
  const condition = and(isKept, filter && matches(filter));
  const [users, [counted]] = await Promise.all([
    database()
      .select()
      .from(directoryUsers)
      .where(condition)
      .orderBy(asc(directoryUsers.createdAt), asc(directoryUsers.id))
      .offset(page.offset)
      .limit(page.limit),
    database().select({ total: count() }).from(directoryUsers).where(condition),
  ]);
  return { users, total: counted?.total ?? 0 };
}

function matches({ attribute, value }: UserFilter) {
  if (attribute === 'userName') return sql`lower(${directoryUsers.userName}) = lower(${value})`;
  return attribute === 'externalId' ? eq(directoryUsers.externalId, value) : sql`${directoryUsers.id}::text = ${value}`;
}
