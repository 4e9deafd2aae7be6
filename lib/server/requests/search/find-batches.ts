import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { FoundBatch } from '@/lib/search/found';
import { type SearchTerm, textIndexSupport } from '@/lib/search/search-terms';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { containsWords } from '@/lib/server/database/query/contains-words';
import { personLabel } from '@/lib/server/database/person-label';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { visibleRequests } from '@/lib/server/database/visible-profiles';

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
