import 'server-only';
import { anyOf, joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import {
  keysetCondition,
  orderByClause,
  type SearchPosition,
  sortKeyText,
} from '@/lib/server/mirror/search/keyset-pagination';
import { readRows, readRowsFor } from '@/lib/server/database/query/reader-pool';
import { MAX_KEY_LENGTH, toKey } from '@/lib/server/mirror/field-conditions';
import { filterConditions } from '@/lib/server/mirror/filter-conditions';
import { isPart } from '@/lib/search/mentions';
import { addressOrder, isToAddress } from '@/lib/server/mirror/search/to-address';
import { textIndexSupport, type Exactness, type SearchTerm } from '@/lib/search/search-terms';
import { escapeLike } from '@/lib/server/database/query/escape-like';
import type { TransferQuery } from '@/lib/transfers/query';
import type { Match } from '@/lib/transfers/transfer';

/** One way to match a search term; the results of a tier come before those of the next. */
export interface Tier {
  how: Match['how'];
  target: 'keys' | 'references' | 'texts';
  /** The conditions of which any holds. Each is read on its own, in the order of its index where it has one. */
  alternatives: readonly Alternative[];
}

interface Alternative {
  condition: SQL;
  /** True for the transfers to one address: any number of them, whose index has the order of the list. */
  isAddress?: boolean;
}

// Longer than a numbered reference: no other reference begins with such a key.
const LONG_KEY_LENGTH = 16;

/**
 * Lists the ways in which a term can match, best first: a whole key or text, the beginning of one, the end of a hash or
 * an address, a part of a text.
 */
export function listTiers(term: SearchTerm): Tier[] {
  const { whole, part } = textIndexSupport(term);
  const text = sanitizeText(term.text);
  const hasKey = Array.from(text).length <= MAX_KEY_LENGTH;
  const exact = [
    ...(hasKey ? [...only(anyOf(keyConditions(text, wholeKey))), toAddress(keyOf(text))] : []),
    ...(term.money ? only(moneyCondition(term.money)) : []),
  ];
  const begins = anyOf([...keyConditions(text, beginsWith), beginsWith(sql`address_key`, keyOf(text))]);
  const line = sql`E'\n'`;
  const tiers: (Tier | false)[] = [
    exact.length > 0 && { how: 'exact', target: 'keys', alternatives: exact },
    hasKey && { how: 'prefix', target: 'references', alternatives: only(beginsWith(sql`ref_key`, keyOf(text))) },
    whole && { how: 'exact', target: 'texts', alternatives: only(textCondition(line, text, line)) },
    hasKey && { how: 'prefix', target: 'keys', alternatives: only(begins) },
    part && { how: 'prefix', target: 'texts', alternatives: only(textCondition(line, text, sql`''`)) },
    hasKey && part && { how: 'suffix', target: 'keys', alternatives: [hashEnd(text), { condition: addressEnd(text) }] },
    part && { how: 'contains', target: 'texts', alternatives: only(textCondition(sql`''`, text, sql`''`)) },
  ];
  return tiers.filter((tier) => tier !== false);
}

/** Builds the condition that a row belongs to a tier. */
function conditionOf({ alternatives }: Tier): SQL {
  return anyOf(alternatives.map(({ condition }) => condition));
}

/**
 * Tells whether a tier can be skipped after an exact match: a matching key answers the search, except for references
 * that begin with it; a matching text makes partial matches redundant.
 */
export function isRedundant(tier: Tier, exactness: Exactness, { text }: SearchTerm): boolean {
  const { how, target } = tier;
  if (target === 'references') return exactness !== 'key' || text.length >= LONG_KEY_LENGTH;
  if (exactness === 'key') return !(how === 'exact' && target === 'keys');
  return exactness === 'text' && isPart(tier);
}

/** A page of one tier to read. */
interface TierRead {
  query: TransferQuery;
  tier: Tier;
  /** The tiers whose results are left out, since they came before. */
  before?: readonly Tier[];
  /** The IDs of results that are left out as well: less work than `before` where they are known. */
  known?: readonly string[];
  after?: SearchPosition | undefined;
  limit: number;
}

/**
 * Builds the statement for a page of one tier, without the results of the tiers before it. Each alternative gives as
 * many IDs as the page has: joined by `or`, PostgreSQL would read all their rows before it gives the first.
 */
export function searchStatement(reader: Reader, { query, tier, before = [], known = [], after, limit }: TierRead): SQL {
  const others = [
    ...before.map((earlier) => sql`${conditionOf(earlier)} is not true`),
    ...(known.length > 0 ? [sql`id <> all(${sql.param(known)}::text[])`] : []),
    ...filterConditions(reader, query),
    ...(after ? [keysetCondition(query, after)] : []),
  ];
  const columns = sql`id, record, is_settled, ${sortKeyText(query)} as key`;
  const select = (selected: SQL, condition: SQL, order: SQL = orderByClause(query)) =>
    sql`select ${selected} from mirror_transfers where ${condition} order by ${order} limit ${limit}`;
  if (tier.alternatives.length === 1) return select(columns, joinConditions([conditionOf(tier), ...others]));
  const hits = tier.alternatives.map(({ condition, isAddress = false }) => {
    const order = isAddress ? addressOrder(query) : orderByClause(query);
    return sql`(${select(sql`id`, joinConditions([condition, ...others]), order)})`;
  });
  return select(columns, sql`id in (${sql.join(hits, sql` union `)})`);
}

/** A search term beside the filters of a query, and what matched it exactly. */
export interface SearchFilter {
  term: SearchTerm;
  exactness: Exactness;
}

/** Builds the condition on mirror_transfers of a query with its search term, for totals and exports. */
export function queryCondition(reader: Reader, query: TransferQuery, searched?: SearchFilter): SQL {
  const tiers = searched && listTiersOf(searched).map(conditionOf);
  const found = tiers && (tiers.length === 0 ? sql`false` : anyOf(tiers));
  return joinConditions([...filterConditions(reader, query), ...(found ? [found] : [])]);
}

/** Builds the number of the tier that a row is in, which comes first in the order of what was found. */
export function tierNumber(searched: SearchFilter): SQL {
  const whens = listTiersOf(searched).map(
    (tier, index) => sql`when ${conditionOf(tier)} then ${sql.raw(String(index))}`,
  );
  return whens.length === 0 ? sql`0` : sql`case ${sql.join(whens, sql` `)} end`;
}

function listTiersOf({ term, exactness }: SearchFilter): Tier[] {
  return listTiers(term).filter((tier) => !isRedundant(tier, exactness, term));
}

/** Tells whether the text index knows the characters of a term: in some locales it knows ASCII letters only. */
export async function isInTextIndex({ text }: SearchTerm, signal: AbortSignal): Promise<boolean> {
  if (/[a-z0-9]/i.test(text)) return true;
  const [row] = await readRows<{ known: boolean }>(
    sql`select show_trgm(${sanitizeText(text)}::text) <> '{}' as known`,
    signal,
  );
  return row?.known ?? false;
}

const MAX_ADDRESSES = 10;

/**
 * Replaces the end of an address in a tier by the addresses that have it, if there are few: the transfers to each are
 * then read in the order of the list. Other tiers are given back as they are. No answer may show these addresses: the
 * reader need not see any transfer to them.
 */
export async function nameAddresses(
  reader: Reader,
  tier: Tier,
  { term, signal }: { term: SearchTerm; signal?: AbortSignal },
): Promise<Tier> {
  if (tier.how !== 'suffix') return tier;
  const text = sanitizeText(term.text);
  const key = sql`reverse(${keyOf(text)})`;
  // Goes from one address to the next, without reading the transfers between.
  const next = (condition: SQL) =>
    sql`(select ${BACKWARDS} as backwards from mirror_transfers where ${condition} order by 1 limit 1)`;
  const [row] = await readRowsFor<{ addresses: string[] | null }>(
    reader,
    // Without the index, each step would read all transfers.
    sql`select case when to_regclass('mirror_transfers_address_end') is not null then array(
      with recursive found as (
        ${next(sql`${BACKWARDS} >= ${key}`)}
        union all
        select ${next(sql`${BACKWARDS} > found.backwards`)} from found where found.backwards ^@ ${key}
      )
      select reverse(backwards) from found where backwards ^@ ${key} limit ${MAX_ADDRESSES + 1}) end as addresses`,
    signal,
  );
  const addresses = row?.addresses;
  if (!addresses || addresses.length > MAX_ADDRESSES) return tier;
  return { ...tier, alternatives: [hashEnd(text), ...addresses.map((address) => toAddress(sql`${address}::text`))] };
}

const toAddress = (key: SQL): Alternative => ({ condition: isToAddress(key), isAddress: true });
const only = (condition: SQL): Alternative[] => [{ condition }];
const wholeKey = (column: SQL, key: SQL) => sql`${column} = ${key}`;
const beginsWith = (column: SQL, key: SQL) => sql`${column} ^@ ${key}`;

// Keys are stored in lower case; an ID as the service wrote it, which is nearly always lower case.
function keyConditions(text: string, fits: (column: SQL, key: SQL) => SQL): SQL[] {
  const ids = [fits(sql`id`, sql`${text}::text`), fits(sql`id`, sql`lower(${text}::text)`)];
  return [...ids, ...[sql`ref_key`, sql`hash_key`, sql`group_key`].map((column) => fits(column, keyOf(text)))];
}

function keyOf(text: string): SQL {
  return toKey(sql`${text}::text`);
}

// The expression of the index, whose entries for one address lie together.
const BACKWARDS = sql`reverse(address_key)`;

function addressEnd(text: string): SQL {
  return sql`${BACKWARDS} ^@ reverse(${keyOf(text)})`;
}

// How many of the last characters of a hash are indexed, in reverse.
const INDEXED_END = 12;

function hashEnd(text: string): Alternative {
  const key = keyOf(text);
  const length = sql.raw(String(INDEXED_END));
  return {
    condition: sql`(reverse(right(hash_key, ${length})) ^@ reverse(right(${key}, ${length}))
      and right(hash_key, length(${key})) = ${key})`,
  };
}

/** Builds the condition on mirror_text, which holds what is searched by a part on a line of its own. */
function textCondition(start: SQL, text: string, end: SQL): SQL {
  // A text without a trigram would read every row, so it matches nothing here.
  const pattern = sql`'%' || ${start} || lower(${escapeLike(text)}::text) || ${end} || '%'`;
  return sql`(show_trgm(${text}::text) <> '{}' and mirror_text(record) like ${pattern})`;
}

function moneyCondition({ amount, asset }: NonNullable<SearchTerm['money']>): SQL {
  return sql`(upper(asset) = ${asset} and (coalesce(amount, -1) = ${amount}::numeric or total = ${amount}::numeric))`;
}
