import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type CaseFailure, MAX_WATCHES, type Watch } from '@/lib/cases/contract';
import type { Denial } from '@/lib/http/denials';
import type { Reader } from '@/lib/identity/reader';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { isSettled } from '@/lib/requests/request-view';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { INVALID_INPUT, transferIdSchema } from '@/lib/server/cases/notes';
import { transferWatches } from '@/lib/server/database/schema/cases';
import { database } from '@/lib/server/database/client';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readTypicalDurations } from '@/lib/server/mirror/figures/typical-duration';
import { selectRequests, toSummary } from '@/lib/server/requests/select';
import { UUID } from '@/lib/text/uuid';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import { isFinalStatus, type TransferRow } from '@/lib/transfers/transfer';
import { toKind } from '@/lib/transfers/figures/typical-duration';

const watchSchema = z.union([
  z.strictObject({ transferId: transferIdSchema }),
  z.strictObject({ requestId: z.string().regex(UUID) }),
]);
const dismissSchema = z.strictObject({ watchIds: z.array(z.int().min(0)).max(MAX_WATCHES) });

/** Reads the watches of the current person, and stores since when each has an outcome. */
export async function readWatches(): Promise<Result<Watch[], Denial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  return reader.ok ? ok(await readWatchesOf(reader.value)) : reader;
}

/**
 * Watches a transfer, or a request and then its transfer, for the current person until they dismiss the outcome. Takes
 * unchecked input. Returns all their watches.
 */
export async function watch(input: unknown): Promise<Result<Watch[], CaseFailure>> {
  const person = await authorize('readTransfers', { limit: 'submit' });
  if (!person.ok) return person;
  const given = watchSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: INVALID_INPUT });
  const denial =
    'transferId' in given.data
      ? await checkTransfer(person.value, given.data.transferId)
      : await checkRequest(person.value, given.data.requestId);
  if (denial !== undefined) return fail(denial);
  const personId = person.value.id;
  const [watches] = await database()
    .select({ number: count() })
    .from(transferWatches)
    .where(eq(transferWatches.personId, personId));
  if ((watches?.number ?? 0) >= MAX_WATCHES) return fail({ kind: 'not-now', reason: TOO_MANY });
  await database()
    .insert(transferWatches)
    .values({ personId, ...given.data })
    .onConflictDoNothing();
  return ok(await readWatchesOf(person.value));
}

/** Ends watches of the current person by their keys; others stay. Takes unchecked input. Returns the remaining ones. */
export async function dismissWatches(input: unknown): Promise<Result<Watch[], CaseFailure>> {
  const person = await authorize('readTransfers', { limit: 'submit' });
  if (!person.ok) return person;
  const given = dismissSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: INVALID_INPUT });
  await database()
    .delete(transferWatches)
    .where(and(eq(transferWatches.personId, person.value.id), inArray(transferWatches.id, given.data.watchIds)));
  return ok(await readWatchesOf(person.value));
}

/** Explains why a transfer cannot be watched; undefined where it can. */
async function checkTransfer(reader: Reader, transferId: string): Promise<CaseFailure | undefined> {
  const [transfer] = await database()
    .select({ status: mirrorTransfers.status })
    .from(mirrorTransfers)
    .where(and(eq(mirrorTransfers.id, transferId), ...visibleTransfers(reader)));
  if (!transfer) return { kind: 'not-found' };
  return isFinalStatus(transfer.status)
    ? { kind: 'not-now', reason: 'This transfer has an outcome already.' }
    : undefined;
}

/** Explains why a request cannot be watched; undefined where it can. */
async function checkRequest(reader: Reader, requestId: string): Promise<CaseFailure | undefined> {
  const allowed = await authorize('readWithdrawals');
  if (!allowed.ok) return allowed.error;
  const [row] = await selectRequests(reader).where(eq(withdrawalRequests.id, requestId));
  if (!row) return { kind: 'not-found' };
  return isSettled(toSummary(row, reader))
    ? { kind: 'not-now', reason: 'This request has an outcome already.' }
    : undefined;
}

interface WatchRow extends Record<string, unknown> {
  id: number;
  request_id: string | null;
  transfer_id: string | null;
  record: unknown;
  is_gone: boolean;
  age_ms: number | null;
  updated_ms: number | null;
  done_ms: number | null;
  now_ms: number;
}

async function readWatchesOf(reader: Reader): Promise<Watch[]> {
  const joined = [
    sql`mirror.id = coalesce(watches.transfer_id, sends.transfer_id)`,
    ...visibleTransfers(reader, sql`mirror.profile_id`),
  ];
  const { rows } = await database().execute<WatchRow>(sql`
    select watches.id::int, watches.request_id, coalesce(watches.transfer_id, sends.transfer_id) as transfer_id,
      mirror.record, mirror.gone_at is not null as is_gone, ${since('mirror.created_at')} as age_ms,
      ${since('mirror.updated_at')} as updated_ms, ${since('watches.done_at')} as done_ms,
      (extract(epoch from now()) * 1000)::float8 as now_ms
    from transfer_watches as watches left join sends on sends.request_id = watches.request_id
    left join mirror_transfers as mirror on ${joinConditions(joined)}
    where watches.person_id = ${reader.id} order by watches.id desc`);
  const requests = await readRequests(
    reader,
    rows.flatMap(({ request_id, record }) => (request_id !== null && !record ? [request_id] : [])),
  );
  const watches = await withTypicalDurations(
    reader,
    rows.map((row) => toWatch(row, requests.get(row.request_id ?? ''))),
  );
  await storeOutcomes(rows, watches);
  return watches.toSorted((a, b) => Number(b.doneForMs !== null) - Number(a.doneForMs !== null));
}

/** Builds the milliseconds since a time; null where it is unknown, and 0 for one in the future. */
function since(column: string) {
  const time = sql.raw(column);
  return sql`case when isfinite(${time}) then greatest(extract(epoch from now() - ${time}) * 1000, 0)::float8 end`;
}

async function readRequests(reader: Reader, ids: readonly string[]): Promise<Map<string, RequestSummary>> {
  if (ids.length === 0) return new Map();
  const rows = await selectRequests(reader).where(inArray(withdrawalRequests.id, [...ids]));
  return new Map(rows.map((row) => [row.request.id, toSummary(row, reader)]));
}

function toWatch(row: WatchRow, request: RequestSummary | undefined): Watch {
  const transfer = row.record ? (decodeRow(row.record) as TransferRow) : null;
  const isFinal = isFinalStatus(transfer?.status);
  const isDone = isFinal || row.is_gone || (request !== undefined && isSettled(request));
  const doneForMs = (isFinal ? row.updated_ms : null) ?? row.done_ms ?? 0;
  const requestAgeMs = request ? Math.max(0, row.now_ms - Date.parse(request.createdAt)) : null;
  return {
    id: row.id,
    transferId: row.transfer_id,
    requestId: row.request_id,
    transfer,
    request: request ?? null,
    ageMs: row.age_ms ?? requestAgeMs,
    typical: null,
    isGone: row.is_gone,
    doneForMs: isDone ? doneForMs : null,
  };
}

/** Adds the typical durations of the transfers that are pending. */
async function withTypicalDurations(reader: Reader, watches: readonly Watch[]): Promise<Watch[]> {
  const kinds = new Map(
    watches.flatMap((each) => {
      const key = kindKeyOf(each);
      return key !== undefined && each.transfer ? [[key, toKind(each.transfer)] as const] : [];
    }),
  );
  const durations = await readTypicalDurations(reader, [...kinds.values()]);
  const typical = new Map([...kinds.keys()].map((key, index) => [key, durations[index]]));
  return watches.map((each) => ({ ...each, typical: typical.get(kindKeyOf(each) ?? '') ?? null }));
}

function kindKeyOf({ transfer, doneForMs }: Watch): string | undefined {
  return transfer && doneForMs === null ? JSON.stringify(toKind(transfer)) : undefined;
}

/** Stores since when watches have an outcome; a request that was rejected and changed has none any more. */
async function storeOutcomes(rows: readonly WatchRow[], watches: readonly Watch[]): Promise<void> {
  const changed = (isDone: boolean) =>
    watches.flatMap(({ id, doneForMs }, index) =>
      (doneForMs !== null) === isDone && (rows[index]?.done_ms !== null) !== isDone ? [id] : [],
    );
  const [done, undone] = [changed(true), changed(false)];
  if (done.length > 0)
    await database()
      .update(transferWatches)
      .set({ doneAt: sql`now()` })
      .where(inArray(transferWatches.id, done));
  if (undone.length > 0)
    await database().update(transferWatches).set({ doneAt: null }).where(inArray(transferWatches.id, undone));
}

const TOO_MANY = `You watch ${MAX_WATCHES} transfers, the most that one person can. Dismiss some on the home page.`;
