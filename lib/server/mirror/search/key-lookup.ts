import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { SearchTerm } from '@/lib/search/search-terms';
import { lookUp } from '@/lib/server/database/lookup-pool';
import { nameStatement, visibleTransfers } from '@/lib/server/database/visible-profiles';
import { sortKeyText } from '@/lib/server/mirror/search/keyset-pagination';
import type { MirrorRow } from '@/lib/server/mirror/search/list';
import { addressOrder, isToAddress } from '@/lib/server/mirror/search/to-address';
import { MAX_KEY_LENGTH, toKey } from '@/lib/server/mirror/field-conditions';
import { ALL_TRANSFERS, countFilters, type TransferQuery } from '@/lib/transfers/query';

/** A transfer whose key equals the term (tier 0), or whose reference begins with it (tier 1). */
export type KeyRow = MirrorRow & { tier: 0 | 1 };

/** Tells whether `lookUpKey` answers the first page of a search: it has no filters and the order of the plain list. */
export function isKeyLookup(query: TransferQuery, { text, money }: SearchTerm): boolean {
  const isPlain = countFilters(query) === 0 && query.sort === ALL_TRANSFERS.sort && !query.isAscending;
  return isPlain && !money && Array.from(sanitizeText(text)).length <= MAX_KEY_LENGTH;
}

/**
 * Finds transfers by a whole reference, ID, hash, address or group; and, where one matches and `hasBeginnings` is true,
 * those whose reference begins with the text. At most `limit` of each kind, the newest first.
 */
export function lookUpKey(
  reader: Reader,
  { text }: SearchTerm,
  { limit, hasBeginnings, signal }: { limit: number; hasBeginnings: boolean; signal?: AbortSignal | undefined },
): Promise<KeyRow[]> {
  const values = { text: sanitizeText(text), limit, hasBeginnings };
  return lookUp<KeyRow>(nameStatement(reader, 'transfers.by-key'), () => keyStatement(reader), values, signal);
}

/**
 * Builds the statement of `lookUpKey`. One plan serves all values, so each part can be read by one index only, and the
 * order is made afterwards: the planner could otherwise walk the index of the order through the whole mirror. The end
 * of a range stands for every text that begins with the key.
 */
export function keyStatement(reader: Reader): SQL {
  const text = sql`${sql.placeholder('text')}::text`;
  const key = toKey(text);
  const limit = sql`${sql.placeholder('limit')}::int`;
  const select = (condition: SQL) =>
    sql`select id, created_at from mirror_transfers
      where ${joinConditions([condition, ...visibleTransfers(reader)])}`;
  const latest = sql`order by created_at desc, id desc limit ${limit}`;
  const whole = [
    select(sql`id in (${text}, lower(${text}))`),
    ...[sql`ref_key`, sql`hash_key`, sql`group_key`].map((column) => select(sql`${column} = ${key}`)),
    sql`(${select(isToAddress(key))} order by ${addressOrder(ALL_TRANSFERS)} limit ${limit})`,
  ];
  return sql`
    with whole as materialized (${sql.join(whole, sql` union `)}),
    longer as materialized (
      ${select(sql`ref_key > ${key} and ref_key < ${key} || chr(1114111)`)}
        and ${sql.placeholder('hasBeginnings')}::boolean and exists (select from whole))
    select hit.id, transfer.record, transfer.is_settled, transfer.key, hit.tier
    from (
      (select id, created_at, 0 as tier from whole ${latest})
      union all
      (select id, created_at, 1 from longer where id not in (select id from whole) ${latest})) as hit
    cross join lateral (
      select record, is_settled, ${sortKeyText(ALL_TRANSFERS)} as key from mirror_transfers where id = hit.id) as transfer
    order by hit.tier, hit.created_at desc, hit.id desc`;
}
