import 'server-only';
import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { AuditListPage } from '@/lib/audit/contract';
import { type AuditQuery, readAuditQuery } from '@/lib/audit/query';
import { isTied } from '@/lib/audit/write-entry';
import type { Denial } from '@/lib/http/denials';
import { ok, type Result } from '@/lib/result';
import { findNumbers, toInstant } from '@/lib/server/audit/numbers';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { auditHead, auditLog } from '@/lib/server/database/schema/audit';
import { people } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { UUID } from '@/lib/text/uuid';
import { boundsOfDay } from '@/lib/time/time-zone';

const MAX_ROWS = 200;
const pageSchema = z.object({
  cursor: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(0),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).catch(50),
});
const REQUEST_SUBJECT = 'request:';
const DAY_LENGTH = '2026-11-21'.length;

/**
 * Reads a page of the audit log for administrators and auditors. `search`: the parameters of the query (AuditQuery),
 * `limit` and `cursor`, all unchecked; a cursor that cannot be read has no entries after it.
 */
export async function listAuditPage(search: URLSearchParams): Promise<Result<AuditListPage, Denial>> {
  const person = await authorize('readAudit');
  if (!person.ok) return person;
  const { cursor, limit } = pageSchema.parse(Object.fromEntries(search));
  const [rows, [head], everyone] = await Promise.all([
    selectPage(readAuditQuery(search), { before: cursor, limit: limit + 1 }),
    database().select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead),
    database()
      .select({ id: people.id, name: personLabel(), ownName: people.name })
      .from(people)
      .orderBy(asc(people.name), asc(people.id)),
  ]);
  if (!head) throw new Error('the table audit_head has no row');
  const shown = rows.slice(0, limit);
  const references = await readReferences(shown.map(({ subject }) => subject));
  const marks = new Map(everyone.map(({ id, name, ownName }) => [id, name.slice(ownName.length).trim()]));
  return ok({
    items: shown.map(({ seq, at, action, actorId, subject, entry, hash }) => {
      const read = JSON.parse(entry) as AuditEntry;
      return {
        seq,
        at: at.toISOString(),
        entry: read,
        isTied: isTied({ action, actorId, subject }, entry),
        hash,
        refId: references.get(subject) ?? null,
        actorMark: marks.get(read.actor?.id ?? '') || null,
      };
    }),
    nextCursor: rows.length > limit ? String(shown.at(-1)?.seq) : null,
    topCursor: null,
    head,
    people: everyone.map(({ id, name }) => ({ id, name })),
  });
}

async function selectPage(
  { q, values: { action, person }, created }: AuditQuery,
  { before, limit }: { before: number | undefined; limit: number },
) {
  const begin = created?.from === undefined ? undefined : beginOf(created.from);
  const end = created?.to === undefined ? undefined : endOf(created.to);
  const [subjects, range] = await Promise.all([
    q === '' ? undefined : findSubjects(q),
    begin || end ? findNumbers(begin, end) : undefined,
  ]);
  const conditions: (SQL | undefined)[] = [
    action && inArray(auditLog.action, [...action]),
    person && inArray(auditLog.actorId, [...person]),
    subjects && inArray(auditLog.subject, subjects),
    begin && sql`${auditLog.at} >= ${toInstant(begin)}`,
    end && sql`${auditLog.at} < ${toInstant(end)}`,
    range && sql`${auditLog.seq} between ${range.first} and ${range.last}`,
    before === undefined ? undefined : lt(auditLog.seq, before),
  ];
  return database()
    .select()
    .from(auditLog)
    .where(and(...conditions))
    .orderBy(desc(auditLog.seq))
    .limit(limit);
}

/** Gives the moment at which a bound begins, and the one before which an inclusive bound ends; days are of UTC. */
const beginOf = (bound: string) => (bound.length === DAY_LENGTH ? boundsOfDay('UTC', bound).from : new Date(bound));
const endOf = (bound: string) =>
  bound.length === DAY_LENGTH ? boundsOfDay('UTC', bound).to : new Date(new Date(bound).getTime() + 1);

/** Returns the references of requests by the subjects of the entries about them. */
async function readReferences(subjects: readonly string[]): Promise<Map<string, string>> {
  const ids = [
    ...new Set(
      subjects
        .filter((subject) => subject.startsWith(REQUEST_SUBJECT))
        .map((subject) => subject.slice(REQUEST_SUBJECT.length)),
    ),
  ];
  const rows = await database()
    .select({ id: withdrawalRequests.id, refId: withdrawalRequests.refId })
    .from(withdrawalRequests)
    // An entry can name a request that never existed, such as a denied action on it.
    .where(
      inArray(
        withdrawalRequests.id,
        ids.filter((id) => UUID.test(id)),
      ),
    );
  return new Map(rows.map(({ id, refId }) => [REQUEST_SUBJECT + id, refId]));
}

/** Returns the subjects that a typed text can mean: a subject, a request's id, or its reference. */
async function findSubjects(typed: string): Promise<string[]> {
  const requests = await database()
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.refId, typed));
  return [typed, REQUEST_SUBJECT + typed, ...requests.map(({ id }) => REQUEST_SUBJECT + id)];
}
