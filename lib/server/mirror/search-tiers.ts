import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import {
  keysetCondition,
  orderByClause,
  type SearchPosition,
  sortKeyText,
} from '@/lib/server/mirror/keyset-pagination';
import { readRows } from '@/lib/server/mirror/reader-pool';
import { joinConditions, filterConditions, sanitizeText } from '@/lib/server/mirror/filter-conditions';
import { isPart } from '@/lib/search/mentions';
import { textIndexSupport, type Exactness, type SearchTerm } from '@/lib/search/search-terms';
import { escapeLike } from '@/lib/server/database/escape-like';
import type { TransferQuery } from '@/lib/transfers/query';
import type { Match } from '@/lib/transfers/transfer';

/** One way to match a search term; the results of a tier come before those of the next. */
export interface Tier {
  how: Match['how'];
  target: 'keys' | 'references' | 'texts';
  condition: SQL;
}

/** How many characters of a key are stored, and compared. */
export const MAX_KEY_LENGTH = 200;
// Longer than a numbered reference: no other reference begins with such a key.
const LONG_KEY_LENGTH = 16;

/**
 * Lists the ways in which a term can match, best first: a whole key or text, the beginning of one, the end of a hash or an
 * address, a part of a text.
 */
export function listTiers(term: SearchTerm): Tier[] {
  const { whole, part } = textIndexSupport(term);
  const text = sanitizeText(term.text);
  const hasKey = Array.from(text).length <= MAX_KEY_LENGTH;
  const exact = [
    ...(hasKey ? [anyKeyCondition(text, (column, key) => sql`${column} = ${key}`)] : []),
    ...(term.money ? [moneyCondition(term.money)] : []),
  ];
  const line = sql`E'\n'`;
  const tiers: (Tier | false)[] = [
    exact.length > 0 && { how: 'exact', target: 'keys', condition: sql`(${sql.join(exact, sql` or `)})` },
    hasKey && { how: 'prefix', target: 'references', condition: sql`ref_key ^@ ${toKey(text)}` },
    whole && { how: 'exact', target: 'texts', condition: textCondition(line, text, line) },
    hasKey && {
      how: 'prefix',
      target: 'keys',
      condition: anyKeyCondition(text, (column, key) => sql`${column} ^@ ${key}`),
    },
    part && { how: 'prefix', target: 'texts', condition: textCondition(line, text, sql`''`) },
    hasKey && part && { how: 'suffix', target: 'keys', condition: endCondition(text) },
    part && { how: 'contains', target: 'texts', condition: textCondition(sql`''`, text, sql`''`) },
  ];
  return tiers.filter((tier) => tier !== false);
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

/** Builds the statement for a page of one tier, without the results of the tiers before it. */
export function searchStatement(reader: Reader, { query, tier, before = [], known = [], after, limit }: TierRead): SQL {
  const conditions = [
    tier.condition,
    ...before.map(({ condition }) => sql`(${condition}) is not true`),
    ...(known.length > 0 ? [sql`id <> all(${sql.param(known)}::text[])`] : []),
    ...filterConditions(reader, query),
    ...(after ? [keysetCondition(query, after)] : []),
  ];
  return sql`select id, record, is_settled, ${sortKeyText(query)} as key from mirror_transfers
    where ${joinConditions(conditions)} order by ${orderByClause(query)} limit ${limit}`;
}

/** Builds the condition that a row matches the term in any tier, for totals and exports. */
export function foundCondition(term: SearchTerm, exactness: Exactness): SQL {
  const tiers = listTiers(term).filter((tier) => !isRedundant(tier, exactness, term));
  return tiers.length === 0
    ? sql`false`
    : sql`(${sql.join(
        tiers.map(({ condition }) => condition),
        sql` or `,
      )})`;
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

// Keys are stored in lower case; an ID as the service wrote it, which is nearly always lower case.
function anyKeyCondition(text: string, fits: (column: SQL, key: SQL) => SQL): SQL {
  const key = toKey(text);
  const columns = [sql`ref_key`, sql`hash_key`, sql`address_key`, sql`group_key`].map((column) => fits(column, key));
  const ids = [fits(sql`id`, sql`${text}::text`), fits(sql`id`, sql`lower(${text}::text)`)];
  return sql`(${sql.join([...ids, ...columns], sql` or `)})`;
}

function toKey(text: string): SQL {
  return sql`left(lower(${text}::text), ${sql.raw(String(MAX_KEY_LENGTH))})`;
}

// How many of the last characters of a hash or an address are indexed, in reverse (migration 0056).
const INDEXED_END = 12;

/** Builds the condition that a hash or an address ends with a text. */
function endCondition(text: string): SQL {
  const key = toKey(text);
  const length = sql.raw(String(INDEXED_END));
  const conditions = [sql`hash_key`, sql`address_key`].map(
    (column) => sql`(reverse(right(${column}, ${length})) ^@ reverse(right(${key}, ${length}))
      and right(${column}, length(${key})) = ${key})`,
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Builds the condition on mirror_text (migration 0057), which holds what is searched by a part on a line of its own. */
function textCondition(start: SQL, text: string, end: SQL): SQL {
  // A text without a trigram would read every row, so it matches nothing here.
  const pattern = sql`'%' || ${start} || lower(${escapeLike(text)}::text) || ${end} || '%'`;
  return sql`(show_trgm(${text}::text) <> '{}' and mirror_text(record) like ${pattern})`;
}

function moneyCondition({ amount, asset }: NonNullable<SearchTerm['money']>): SQL {
  return sql`(upper(asset) = ${asset} and (coalesce(amount, -1) = ${amount}::numeric or total = ${amount}::numeric))`;
}
