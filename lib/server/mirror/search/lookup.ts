import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { toKey } from '@/lib/server/mirror/field-conditions';
import { toTransferRow } from '@/lib/server/mirror/search/list';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { readSearchTerm } from '@/lib/search/search-terms';
import type { TransferRow } from '@/lib/transfers/transfer';

const MAX_TRANSFERS_PER_TERM = 20;

/**
 * Builds the statement that finds, for each term, the transfers with that ID, reference, hash, address or group; at
 * most 20 each.
 */
export function lookupStatement(reader: Reader, terms: readonly string[]): SQL {
  const visible = visibleTransfers(reader);
  const texts = sql`${JSON.stringify(terms.map((term) => sanitizeText(readSearchTerm(term)?.text ?? '')))}::jsonb`;
  const byKey = ['ref_key', 'hash_key', 'address_key', 'group_key'].map(
    (column) =>
      sql`(select id from mirror_transfers
        where ${joinConditions([sql`${sql.raw(column)} = ${toKey(sql`text`)}`, ...visible])}
        limit ${MAX_TRANSFERS_PER_TERM})`,
  );
  const byId = sql`(select id from mirror_transfers where ${joinConditions([sql`id = text`, ...visible])})
    union (select id from mirror_transfers where ${joinConditions([sql`id = lower(text)`, ...visible])})`;
  return sql`
    select place::int, mirror.id, mirror.record
    from jsonb_array_elements_text(${texts}) with ordinality as term(text, place)
    cross join lateral (
      select id from (${sql.join([byId, ...byKey], sql` union `)}) as found limit ${MAX_TRANSFERS_PER_TERM}) as hit
    join mirror_transfers mirror on mirror.id = hit.id
    order by place, mirror.created_at desc, mirror.id desc`;
}

/**
 * Looks many terms up in the mirror with one statement; gives the transfers of each term, in the order of the terms.
 */
export async function lookUpTerms(reader: Reader, terms: readonly string[]): Promise<TransferRow[][]> {
  if (terms.length === 0) return [];
  const rows = await readRows<{ place: number; id: string; record: unknown }>(lookupStatement(reader, terms));
  const found = terms.map((): TransferRow[] => []);
  for (const { place, ...row } of rows) found[place - 1]?.push(toTransferRow(row));
  return found;
}

/** Finds the references of transfers that equal one of these keys (texts in lower case); one of each key. */
export async function findReferences(reader: Reader, keys: readonly string[], signal?: AbortSignal): Promise<string[]> {
  const conditions = joinConditions([sql`ref_key = left(given.key, 200)`, ...visibleTransfers(reader)]);
  const rows = await readRows<{ reference: string }>(
    sql`
      select hit.reference
      from jsonb_array_elements_text(${JSON.stringify(keys.map(sanitizeText))}::jsonb) as given(key)
      cross join lateral (
        select record ->> 'ref_id' as reference from mirror_transfers where ${conditions} limit 1) as hit`,
    signal,
  );
  return rows.map(({ reference }) => reference);
}
