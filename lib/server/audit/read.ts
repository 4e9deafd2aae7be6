import 'server-only';
import { personLabel } from '@/lib/server/database/person-label';
import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AUDIT_ACTIONS, type AuditEntry } from '@/lib/audit/audit-log';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { auditHead, auditLog } from '@/lib/server/database/schema/audit';
import { people } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { findNumbers, toInstant } from '@/lib/server/audit/numbers';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { readTimeZone } from '@/lib/server/cookies/time-zone';
import { boundsOfDay, isTimeZone } from '@/lib/time/time-zone';
import { isTied } from '@/lib/audit/write-entry';
import { UUID } from '@/lib/text/uuid';
import { storableText } from '@/lib/text/storable-text';

// PostgreSQL has no year 0.
const day = z.iso
  .date()
  .refine((date) => !date.startsWith('0000'))
  .optional()
  .catch(undefined);
/** Filter in the page's address; a value that cannot be read is ignored. */
const filterSchema = z.object({
  action: z.enum(AUDIT_ACTIONS).optional().catch(undefined),
  person: z.uuid().optional().catch(undefined),
  subject: storableText().trim().min(1).max(200).optional().catch(undefined),
  /** Days of `zone`, both inclusive. */
  from: day,
  to: day,
  /** The time zone of the days (an IANA name); UTC where an address with days names none. */
  zone: z.string().refine(isTimeZone).optional().catch(undefined),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
});
export type AuditFilter = z.infer<typeof filterSchema>;

/** Entry of the audit log as the page shows it. */
export interface AuditItem {
  seq: number;
  at: string;
  entry: AuditEntry;
  /** False where the columns that the page filters by differ from the entry, which alone is hashed. */
  isTied: boolean;
  hash: string;
  /** Reference of the request that the entry is about; null where it is about something else. */
  refId: string | null;
  /** What tells the person who acted from others of the same name; null where nobody shares the name now. */
  actorMark: string | null;
}

/** Page of the audit log, newest entry first. */
export interface AuditPage {
  filter: AuditFilter;
  /** The time zone of the filter's days: that of the address, and of the browser where the address has no days. */
  zone: string;
  /** The time zone that the browser gave, in which it shows times. */
  ownZone: string;
  items: AuditItem[];
  /** Value of `before` for the next, older page; null on the last page. */
  next: number | null;
  /** Last entry of the hash chain, to compare an export with. */
  head: { seq: number; hash: string };
  /** Everyone who has ever signed in. */
  people: { id: string; name: string }[];
}

const PAGE_SIZE = 50;
const REQUEST_SUBJECT = 'request:';

/** Reads a page of the audit log for an administrator; `input` is the unchecked query of the page's address. */
export async function readAudit(input: unknown): Promise<Result<AuditPage, Denial>> {
  const person = await authorize('readAudit');
  if (!person.ok) return person;
  const filter = filterSchema.parse(input);
  const [ownZone, rows, [head], everyone] = await Promise.all([
    readTimeZone(),
    selectPage(filter),
    database().select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead),
    database()
      .select({ id: people.id, name: personLabel(), ownName: people.name })
      .from(people)
      .orderBy(asc(people.name), asc(people.id)),
  ]);
  if (!head) throw new Error('the table audit_head has no row');
  const shown = rows.slice(0, PAGE_SIZE);
  const references = await readReferences(shown.map(({ subject }) => subject));
  const items = shown.map(({ seq, at, action, actorId, subject, entry, hash }) => ({
    seq,
    at: at.toISOString(),
    entry: JSON.parse(entry) as AuditEntry,
    isTied: isTied({ action, actorId, subject }, entry),
    hash,
    refId: references.get(subject) ?? null,
  }));
  const marks = new Map(everyone.map(({ id, name, ownName }) => [id, name.slice(ownName.length).trim()]));
  const hasDays = filter.from !== undefined || filter.to !== undefined;
  return ok({
    filter,
    zone: hasDays ? (filter.zone ?? 'UTC') : ownZone,
    ownZone,
    items: items.map((item) => ({ ...item, actorMark: marks.get(item.entry.actor?.id ?? '') || null })),
    next: rows.length > PAGE_SIZE ? (items.at(-1)?.seq ?? null) : null,
    head,
    people: everyone.map(({ id, name }) => ({ id, name })),
  });
}

async function selectPage({ action, person, subject, from, to, zone = 'UTC', before }: AuditFilter) {
  const begin = from === undefined ? undefined : boundsOfDay(zone, from).from;
  const end = to === undefined ? undefined : boundsOfDay(zone, to).to;
  const [subjects, range] = await Promise.all([
    subject === undefined ? undefined : findSubjects(subject),
    begin || end ? findNumbers(begin, end) : undefined,
  ]);
  const conditions: (SQL | undefined)[] = [
    action && eq(auditLog.action, action),
    person === undefined ? undefined : eq(auditLog.actorId, person),
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
    .limit(PAGE_SIZE + 1);
}

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
