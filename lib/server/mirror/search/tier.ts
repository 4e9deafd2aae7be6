import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { Amount } from '@/lib/money/amounts';
import type { Ends } from '@/lib/search/other-readings';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';
import { toKey } from '@/lib/server/mirror/field-conditions';
import { isToAddress } from '@/lib/server/mirror/search/to-address';
import type { Match } from '@/lib/transfers/transfer';

/** One way to match a search term; the results of a tier come before those of the next. */
export interface Tier {
  how: Match['how'];
  /** `members`: another reading of the term (lib/search/other-readings.ts). */
  target: 'keys' | 'references' | 'texts' | 'members';
  /** The conditions of which any holds. Each is read on its own, in the order of its index where it has one. */
  alternatives: readonly Alternative[];
}

/** One of the conditions of a tier. */
export interface Alternative {
  condition: SQL;
  /** True for the transfers to one address: any number of them, whose index has the order of the list. */
  isAddress?: boolean;
  /** The ends of an address that the condition is about. */
  ends?: Ends;
  /** The label that the condition is about (lib/search/other-readings.ts). */
  label?: string;
}

/** Gives the key of a text, as the mirror stores keys. */
export function keyOf(text: string): SQL {
  return toKey(sql`${text}::text`);
}

/** Makes the alternative for the transfers to the address with this key. */
export const toAddress = (key: SQL): Alternative => ({ condition: isToAddress(key), isAddress: true });

/** Makes the alternatives of a tier with one condition. */
export const only = (condition: SQL): Alternative[] => [{ condition }];

/** Compares a column with a whole key. */
export const wholeKey = (column: SQL, key: SQL) => sql`${column} = ${key}`;

/** Compares a column with the beginning of a key. */
export const beginsWith = (column: SQL, key: SQL) => sql`${column} ^@ ${key}`;

/** Lists the conditions on the columns that identify a payment, but for the address. */
export function keyConditions(text: string, fits: (column: SQL, key: SQL) => SQL): SQL[] {
  // Keys are stored in lower case; an ID as the service wrote it, which is nearly always lower case.
  const ids = [fits(sql`id`, sql`${text}::text`), fits(sql`id`, sql`lower(${text}::text)`)];
  return [...ids, ...[sql`ref_key`, sql`hash_key`, sql`group_key`].map((column) => fits(column, keyOf(text)))];
}

/** Builds the condition that the amount or the total is one of these, of the asset where one is named. */
export function amountCondition({ amounts, asset }: { amounts: readonly Amount[]; asset?: string | undefined }): SQL {
  const [first, ...more] = amounts;
  const is = (value: SQL) =>
    more.length === 0
      ? sql`${value} = ${first}::numeric`
      : sql`${value} = any(${sql.param([first, ...more])}::numeric[])`;
  const isAmount = sql`(${is(sql`coalesce(amount, -1)`)} or ${is(sql`total`)})`;
  return asset === undefined ? isAmount : sql`(upper(asset) = ${asset} and ${isAmount})`;
}

// How many of the last characters of a hash are indexed, in reverse.
const INDEXED_END = sql.raw('12');

/** Builds the condition that a hash ends so, by the index of its last characters. */
export function hashEnd(text: string): SQL {
  const key = keyOf(text);
  return sql`(reverse(right(hash_key, ${INDEXED_END})) ^@ reverse(right(${key}, ${INDEXED_END}))
    and right(hash_key, length(${key})) = ${key})`;
}

// The expression of the index, whose entries for one address lie together.
const BACKWARDS = sql`reverse(address_key)`;

/** Makes the alternative for an address that begins and ends so, longer than both; `begin` may be empty. */
export function addressEnds(ends: Ends): Alternative {
  const isEnd = sql`${BACKWARDS} ^@ reverse(${keyOf(ends.end)})`;
  return { ends, condition: ends.begin === '' ? isEnd : joinConditions([isEnd, beginsSo(sql`address_key`, ends)]) };
}

function beginsSo(column: SQL, { begin, end }: Ends): SQL {
  const [first, last] = [keyOf(begin), keyOf(end)];
  // Addresses of Bitcoin Cash are shortened with and without their prefix.
  return sql`((${column} ^@ ${first} or ${column} ^@ ('bitcoincash:' || ${first}))
    and length(${column}) > length(${first}) + length(${last}))`;
}

const MAX_ADDRESSES = 10;

/** Reads the addresses that begin and end so; undefined where there are more than ten, or no index finds them. */
export async function readAddressesWithEnds(
  reader: Reader,
  ends: Ends,
  signal: AbortSignal | undefined,
): Promise<string[] | undefined> {
  const key = sql`reverse(${keyOf(ends.end)})`;
  // Goes from one address to the next, without reading the transfers between.
  const next = (condition: SQL) =>
    sql`(select ${BACKWARDS} as backwards from mirror_transfers where ${condition} order by 1 limit 1)`;
  const begins = ends.begin === '' ? [] : [beginsSo(sql`reverse(backwards)`, ends)];
  const [row] = await readRowsFor<{ addresses: string[] | null }>(
    reader,
    // Without the index, each step would read all transfers.
    sql`select case when to_regclass('mirror_transfers_address_end') is not null then array(
      with recursive found as (
        ${next(sql`${BACKWARDS} >= ${key}`)}
        union all
        select ${next(sql`${BACKWARDS} > found.backwards`)} from found where found.backwards ^@ ${key}
      )
      select reverse(backwards) from found where ${joinConditions([sql`backwards ^@ ${key}`, ...begins])}
      limit ${MAX_ADDRESSES + 1}) end as addresses`,
    signal,
  );
  const addresses = row?.addresses;
  return addresses && addresses.length <= MAX_ADDRESSES ? addresses : undefined;
}
