import 'server-only';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { FoundRequest } from '@/lib/requests/list/entry';
import type { FoundBatch } from '@/lib/search/found';
import { findRequestMatch } from '@/lib/search/match-request';
import type { Reader } from '@/lib/identity/reader';
import { type SearchTerm, textIndexSupport } from '@/lib/search/search-terms';
import { prepared } from '@/lib/server/database/client';
import { nameStatement, visibleRequests } from '@/lib/server/database/visible-profiles';
import { readRows } from '@/lib/server/database/query/reader-pool';
import {
  completeOutcomes,
  type OutcomeRow,
  readRequestsWithOutcomes,
  selectOutcomes,
} from '@/lib/server/requests/outcomes';
import { ADDRESS, beginsWith, EXACT, listArms, REFERENCE, selectCurrent } from '@/lib/server/requests/search/arms';
import { UUID } from '@/lib/text/uuid';
import { containsWords } from '@/lib/server/database/query/escape-like';
import { personLabel } from '@/lib/server/database/person-label';
import type { AmountRange } from '@/lib/search/read-amounts';
import { nearestStatement } from '@/lib/server/database/query/nearest';

/** How many requests to find, and the signal that cancels the search, down to the database. */
interface FindOptions {
  limit: number;
  signal?: AbortSignal | undefined;
}

const MAX_KEY_LENGTH = 200;

/**
 * Finds withdrawal requests by reference, request ID, transfer ID, address, amount, memo, metadata, note, comments, the
 * IDs of profile, identity and account, and the names of requester and recipient; in their current version.
 * Exact matches come first, then beginnings, then parts, the newest first. Whole references, IDs and addresses answer
 * the search alone; with a whole reference come the requests that follow it, or that it follows.
 */
export async function findRequests(
  reader: Reader,
  term: SearchTerm,
  { limit, signal }: FindOptions,
): Promise<FoundRequest[]> {
  const byKey = await findByKey(reader, term, limit, signal);
  const isAnswered = byKey.some(({ rank }) => rank === EXACT);
  const others = isAnswered ? [] : await readRows<RankedId>(textStatement(reader, term, limit), signal);
  const ranks = new Map<string, number>();
  for (const { request, rank } of byKey) ranks.set(request.id, rank);
  for (const { id, rank } of others) ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
  const fields = new Map(others.flatMap(({ id, field }) => (field ? [[id, field] as const] : [])));
  const known = new Set(byKey.map(({ request }) => request.id));
  const missing = [...ranks.keys()].filter((id) => !known.has(id));
  const [first, more] = await Promise.all([completeOutcomes(reader, byKey), readRequestsWithOutcomes(reader, missing)]);
  const found = new Map([...first, ...more]);
  return [...found.values()]
    .toSorted((a, b) => rankOf(ranks, a) - rankOf(ranks, b) || compare(b.createdAt, a.createdAt))
    .slice(0, limit)
    .map((request) => {
      const { transferId = null } = request.outcome.send ?? {};
      const match = findRequestMatch({ ...request, transferId }, term);
      const field = match.field === 'record' ? fields.get(request.id) : undefined;
      return { ...request, transferId, match: field === undefined ? match : { ...match, field } };
    });
}

interface RankedId {
  id: string;
  rank: number;
  /** The member that matched, where the request itself does not tell. */
  field?: string | null;
}

const rankOf = (ranks: ReadonlyMap<string, number>, { id }: { id: string }) => ranks.get(id) ?? Infinity;
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** Finds requests by a whole reference, ID or address, and by the beginning of a reference or an address. */
async function findByKey(
  reader: Reader,
  { text }: SearchTerm,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<OutcomeRow[]> {
  signal?.throwIfAborted();
  const key = sanitizeText(text);
  if (Array.from(key).length > MAX_KEY_LENGTH) return [];
  return prepareByKey(reader).execute({ text: key, id: UUID.test(key) ? key : null, limit });
}

// The best rank of each: a reference that is equal to the key begins with it, too.
const prepareByKey = (reader: Reader) =>
  prepared(nameStatement(reader, 'requests.by-key'), () =>
    selectOutcomes(reader, sql`(select id, min(rank) as rank from (${keyStatement(reader)}) as any_hit group by id)`),
  );

/** Builds the statement of `findByKey`. The end of a range stands for every text that begins with the key. */
export function keyStatement(reader: Reader): SQL {
  const current = selectCurrent(reader);
  // Without the join where nothing is hidden: planning it takes longer than reading.
  const requests = visibleRequests(reader) ? current : sql`withdrawal_requests`;
  const text = sql`${sql.placeholder('text')}::text`;
  const limit = sql.placeholder('limit');
  const begins = (column: SQL) => sql`${beginsWith(column, text)} order by ${column} limit ${limit}`;
  return sql`
    (select id, 0 as rank from ${requests} where ${REFERENCE} = lower(${text}))
    union all (select id, 0 from ${requests} where id = ${sql.placeholder('id')}::uuid)
    union all (select request_id, 0 from sends where transfer_id in (${text}, lower(${text})))
    union all (select id, 0 from ${current} where ${ADDRESS} = lower(${text})
      order by created_at desc limit ${limit})
    union all (select id, 1 from ${requests} where id in (select link.request_id from request_follow_ups link
      join withdrawal_requests followed on followed.id = link.follows_id
      where (lower(followed.ref_id) collate "C") = lower(${text})))
    union all (select id, 1 from ${requests} where id in (select link.follows_id from request_follow_ups link
      join withdrawal_requests follower on follower.id = link.request_id
      where (lower(follower.ref_id) collate "C") = lower(${text})))
    union all (select id, 2 from ${requests} where ${begins(REFERENCE)})
    union all (select id, 2 from ${current} where ${begins(ADDRESS)})`;
}

/** Builds the statement that finds requests by everything but whole keys and their beginnings (`listArms`). */
export function textStatement(reader: Reader, term: SearchTerm, limit: number): SQL {
  const current = selectCurrent(reader);
  // Batches have results of their own.
  const arms = listArms(reader, term).filter(({ field }) => field !== 'batch');
  const parts = arms.map(
    ({ rank, condition, field = null }) =>
      sql`(select id, ${sql.raw(String(rank))} as rank, ${field}::text as field from ${current} where ${condition}
        order by created_at desc limit ${limit})`,
  );
  return parts.length === 0
    ? sql`select null::uuid as id, 0 as rank, null::text as field where false`
    : sql.join(parts, sql` union all `);
}

/** Builds the statement of `findBatches`. */
export function batchStatement(reader: Reader, text: string, limit: number): SQL {
  const visible = visibleRequests(reader, sql`version.body`);
  // Only what the reader may see counts, and a batch of which they see nothing is none.
  const itemsOf = (batch: SQL) => sql`select request.id from withdrawal_requests request
    join request_versions version on version.request_id = request.id and version.version = request.version
    where request.bundle_id = ${batch} ${visible ? sql`and ${visible}` : sql``}`;
  return sql`select found.id, found.name, found."isExact", ${personLabel()} as "requesterName",
      to_json(found.created_at)#>>'{}' as "createdAt", (select count(*)::int from (${itemsOf(sql`found.id`)}) as item) as count
    from (
      select batch.*, fold_case(batch.name) = fold_case(${text}::text) as "isExact" from bundles batch
      where batch.kind = 'batch' and ${containsWords(sql`batch.name`, text)}
        ${visible ? sql`and exists (${itemsOf(sql`batch.id`)})` : sql``}
      order by "isExact" desc, batch.created_at desc, batch.id limit ${limit}) as found
    join people on people.id = found.requester_id
    order by found."isExact" desc, found.created_at desc, found.id`;
}

/** Finds batches that have every word of a term in their name, the whole name first, then the newest. */
export async function findBatches(
  reader: Reader,
  term: SearchTerm,
  { limit, signal }: { limit: number; signal?: AbortSignal | undefined },
): Promise<FoundBatch[]> {
  if (!textIndexSupport(term).part) return [];
  const rows = await readRows<FoundBatch>(batchStatement(reader, sanitizeText(term.text), limit), signal);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
}

/** Builds the statement for the IDs of the requests with the amounts or totals nearest to one. */
export function nearRequestsStatement(
  reader: Reader,
  { range, asset, limit }: { range: AmountRange; asset: string | undefined; limit: number },
): SQL {
  const visible = visibleRequests(reader, sql`version.body`);
  return nearestStatement(range, {
    id: sql`request.id`,
    table: sql`withdrawal_requests request
      join request_versions version on version.request_id = request.id and version.version = request.version`,
    amounts: [sql`version.fixed_amount`],
    conditions: [
      ...(asset === undefined ? [] : [sql`upper(version.fixed_asset) = ${asset}`]),
      ...(visible ? [visible] : []),
    ],
    limit,
  });
}

/** Reads the requests whose amount or total is nearest to an amount, without those that equal it; the nearest first. */
export async function findRequestsNear(
  reader: Reader,
  near: Parameters<typeof nearRequestsStatement>[1],
  signal?: AbortSignal,
): Promise<FoundRequest[]> {
  const rows = await readRows<{ id: string }>(nearRequestsStatement(reader, near), signal);
  const ids = rows.map(({ id }) => id);
  const requests = await readRequestsWithOutcomes(reader, ids);
  return ids.flatMap((id) => {
    const request = requests.get(id);
    if (!request) return [];
    const { transferId = null } = request.outcome.send ?? {};
    return { ...request, transferId, match: { field: 'amount', how: 'near' } as const };
  });
}
