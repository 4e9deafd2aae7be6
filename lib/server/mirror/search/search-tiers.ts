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
import { readRows } from '@/lib/server/database/query/reader-pool';
import { MAX_KEY_LENGTH } from '@/lib/server/mirror/field-conditions';
import { filterConditions } from '@/lib/server/mirror/filter-conditions';
import { isPart } from '@/lib/search/mentions';
import { addressOrder } from '@/lib/server/mirror/search/to-address';
import { listOtherTiers } from '@/lib/server/mirror/search/other-tiers';
import {
  addressEnds,
  amountCondition,
  beginsWith,
  hashEnd,
  keyConditions,
  keyOf,
  only,
  readAddressesWithEnds,
  type Tier,
  toAddress,
  wholeKey,
} from '@/lib/server/mirror/search/tier';
import { textIndexSupport, type Exactness, type SearchTerm } from '@/lib/search/search-terms';
import { escapeLike } from '@/lib/server/database/query/escape-like';
import type { TransferQuery } from '@/lib/transfers/query';

// Longer than a numbered reference: no other reference begins with such a key.
const LONG_KEY_LENGTH = 16;

const HEX = /^[0-9a-f]{6,}$/i;

/**
 * Lists the ways in which a term can match, best first: a whole key or text, another reading of it, the beginning of a
 * key or text, the end of a hash or an address, a part of a text.
 */
export function listTiers(term: SearchTerm): Tier[] {
  const { whole, part } = textIndexSupport(term);
  const text = sanitizeText(term.text);
  const hasKey = Array.from(text).length <= MAX_KEY_LENGTH;
  const exact = [
    ...(hasKey ? [...only(anyOf(keyConditions(text, wholeKey))), toAddress(keyOf(text))] : []),
    ...(term.money ? only(amountCondition(term.money)) : []),
  ];
  // Read out or copied from where it is printed in chunks, an address may lack its 0x.
  const addresses = HEX.test(text) ? [text, `0x${text}`] : [text];
  const begins = anyOf([
    ...keyConditions(text, beginsWith),
    ...addresses.map((start) => beginsWith(sql`address_key`, keyOf(start))),
  ]);
  const line = sql`E'\n'`;
  const tiers: (Tier | false)[] = [
    exact.length > 0 && { how: 'exact', target: 'keys', alternatives: exact },
    hasKey && { how: 'prefix', target: 'references', alternatives: only(beginsWith(sql`ref_key`, keyOf(text))) },
    whole && { how: 'exact', target: 'texts', alternatives: only(textCondition(line, text, line)) },
    ...listOtherTiers(term),
    hasKey && { how: 'prefix', target: 'keys', alternatives: only(begins) },
    part && { how: 'prefix', target: 'texts', alternatives: only(textCondition(line, text, sql`''`)) },
    hasKey &&
      part && {
        how: 'suffix',
        target: 'keys',
        alternatives: [...only(hashEnd(text)), addressEnds({ begin: '', end: text })],
      },
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
 * that begin with it; a matching text makes partial matches redundant; another reading of the text, nothing.
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

/**
 * Replaces the ends of an address in a tier by the addresses that have them, if there are few: the transfers to each
 * are then read in the order of the list. Other tiers are given back as they are. No answer may show these addresses:
 * the reader need not see any transfer to them.
 */
export async function nameAddresses(reader: Reader, tier: Tier, { signal }: { signal?: AbortSignal }): Promise<Tier> {
  const named = tier.alternatives.map(async (alternative) => {
    const { ends } = alternative;
    const addresses = ends && (await readAddressesWithEnds(reader, ends, signal));
    return addresses?.map((address) => toAddress(sql`${address}::text`)) ?? [alternative];
  });
  return tier.alternatives.some(({ ends }) => ends)
    ? { ...tier, alternatives: (await Promise.all(named)).flat() }
    : tier;
}

/** Builds the condition on mirror_text, which holds what is searched by a part on a line of its own. */
function textCondition(start: SQL, text: string, end: SQL): SQL {
  // A text without a trigram would read every row, so it matches nothing here.
  const pattern = sql`'%' || ${start} || lower(${escapeLike(text)}::text) || ${end} || '%'`;
  return sql`(show_trgm(${text}::text) <> '{}' and mirror_text(record) like ${pattern})`;
}
