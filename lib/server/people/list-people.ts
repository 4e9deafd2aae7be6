import 'server-only';
import { personLabel } from '@/lib/server/database/person-label';
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Denial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { type PersonView, suspendDenialReason } from '@/lib/identity/suspensions';
import type { ProposalView } from '@/lib/proposals/proposals';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { isActiveSession } from '@/lib/server/auth/end-sessions';
import type { Person } from '@/lib/server/auth/sessions';
import { database, type Transaction } from '@/lib/server/database/client';
import { directoryUsers, people, sessions, signIns } from '@/lib/server/database/schema/people';
import { personSuspensions } from '@/lib/server/database/schema/proposals';
import { listProposals } from '@/lib/server/proposals/read';

const MAX_LISTED = 200;

/** People who have signed in, suspended ones first, and the proposals to lift a suspension by person. */
export interface PeopleList {
  items: (PersonView & { proposals: ProposalView[] })[];
  /** Number of all people, including those beyond the limit of the list. */
  total: number;
  /** Administrators who are not suspended. */
  adminCount: number;
  /** Accounts of the company's directory whose person is not known, 50 at most, and the number of all. */
  unlinked: { userNames: string[]; total: number };
  /** Why the reader cannot suspend anyone; null where they can. */
  denialReason: string | null;
}

/** Lists the people who have signed in, 200 at most, for administrators and auditors. */
export async function listPeople(): Promise<Result<PeopleList, Denial>> {
  const reader = await authorize('readPeople');
  if (!reader.ok) return reader;
  const [rows, suspensions, unlinked] = await Promise.all([selectPeople(), selectSuspensions(), selectUnlinked()]);
  const adminCount = rows[0]?.adminCount ?? 0;
  const items = await Promise.all(
    rows.map(async ({ adminCount: _count, total: _total, lastSignInAt, isSuspended, ...person }) => {
      const suspension = isSuspended ? (suspensions.get(person.id) ?? null) : null;
      return {
        ...person,
        lastSignInAt: lastSignInAt && new Date(lastSignInAt).toISOString(),
        suspension,
        suspendDenialReason: isSuspended ? null : (denialOf(person, adminCount, reader.value) ?? null),
        proposals: isSuspended ? await listProposals('lift-suspension', person.id, reader.value) : [],
      };
    }),
  );
  return ok({
    items,
    total: rows[0]?.total ?? 0,
    adminCount,
    unlinked,
    denialReason: denialReason('suspendPeople', reader.value.roles) ?? null,
  });
}

function denialOf({ id, roles }: Pick<PersonView, 'id' | 'roles'>, adminCount: number, reader: Person) {
  const isAdmin = roles.includes('admin');
  return suspendDenialReason({ isOwn: id === reader.id, isSuspended: false, isAdmin, adminCount });
}

// Qualified: in a query over one table, drizzle writes columns without their table, also inside subqueries.
const PERSON_ID = sql.raw('people.id');

function selectPeople() {
  const isSuspended = sql<boolean>`is_suspended(${people.id})`;
  const lastSignInAt = sql<string | null>`(
    select max(${signIns.at}) from ${signIns} where ${signIns.personId} = ${PERSON_ID}
  )`;
  const sessionCount = database()
    .select({ count: sql`count(*)` })
    .from(sessions)
    .where(and(sql`${sessions.personId} = ${PERSON_ID}`, isActiveSession()));
  return database()
    .select({
      id: people.id,
      name: people.name,
      email: people.email,
      roles: people.roles,
      isSuspended,
      lastSignInAt,
      sessionCount: sql<number>`(${sessionCount})`.mapWith(Number),
      total: sql<number>`count(*) over ()`.mapWith(Number),
      adminCount:
        sql<number>`count(*) filter (where 'admin' = any(${people.roles}) and not ${isSuspended}) over ()`.mapWith(
          Number,
        ),
    })
    .from(people)
    .orderBy(desc(isSuspended), sql`${lastSignInAt} desc nulls last`, people.id)
    .limit(MAX_LISTED);
}

async function selectUnlinked(): Promise<PeopleList['unlinked']> {
  const rows = await database()
    .select({ userName: directoryUsers.userName, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(directoryUsers)
    .where(and(isNull(directoryUsers.personId), isNull(directoryUsers.deletedAt)))
    .orderBy(directoryUsers.userName)
    .limit(50);
  return { userNames: rows.map(({ userName }) => userName), total: rows[0]?.total ?? 0 };
}

/** Reads the last suspension of each suspended person, by the person's id. */
async function selectSuspensions(): Promise<ReadonlyMap<string, NonNullable<PersonView['suspension']>>> {
  const administrator = alias(people, 'administrator');
  const last = database()
    .select({ id: sql`max(${personSuspensions.id})` })
    .from(personSuspensions)
    .groupBy(personSuspensions.personId);
  const rows = await database()
    .select({
      personId: personSuspensions.personId,
      by: sql<string>`coalesce(${personLabel(administrator)}, 'the company’s directory')`,
      reason: personSuspensions.reason,
      since: personSuspensions.at,
    })
    .from(personSuspensions)
    .leftJoin(administrator, eq(administrator.id, personSuspensions.byPersonId))
    .where(and(inArray(personSuspensions.id, last), eq(personSuspensions.event, 'SUSPENDED')));
  return new Map(rows.map(({ personId, since, ...rest }) => [personId, { ...rest, since: since.toISOString() }]));
}

/** Tells whether all of these people have signed in before. */
export async function areKnown(personIds: readonly string[], selecting: Pick<Transaction, 'select'>): Promise<boolean> {
  const ids = [...new Set(personIds)];
  const known = await selecting.select({ id: people.id }).from(people).where(inArray(people.id, ids));
  return known.length === ids.length;
}
