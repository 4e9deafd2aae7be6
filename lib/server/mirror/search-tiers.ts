import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { isBeyond, orderOf, type SearchPlace, writtenKey } from '@/lib/server/mirror/keyset-pagination';
import { readRows } from '@/lib/server/mirror/reader-pool';
import { allOf, filterConditions, sanitizeText } from '@/lib/server/mirror/filter-conditions';
import { canBeInTexts, type Exactness, type SearchTerm } from '@/lib/search/search-terms';
import type { TransferQuery } from '@/lib/transfers/query';
import type { Match } from '@/lib/transfers/transfer';

/** One way to match; the answers of one come before those of the next. */
export interface Tier {
  how: Match['how'];
  of: 'keys' | 'references' | 'texts';
  condition: SQL;
}

const LONGEST_KEY = 200;
// Longer than references that are numbered: nothing begins with it but itself.
const LONG_KEY = 16;

/** The ways in which a term can match, the best first: a whole key or text, the beginning of one, a part of one. */
export function tiersOf(term: SearchTerm): Tier[] {
  const { whole, part } = canBeInTexts(term);
  const text = sanitizeText(term.text);
  const hasKey = Array.from(text).length <= LONGEST_KEY;
  const exact = [
    ...(hasKey ? [anyKey(text, (column, key) => sql`${column} = ${key}`)] : []),
    ...(term.money ? [isMoney(term.money)] : []),
  ];
  const line = sql`E'\n'`;
  const tiers: (Tier | false)[] = [
    exact.length > 0 && { how: 'exact', of: 'keys', condition: sql`(${sql.join(exact, sql` or `)})` },
    hasKey && { how: 'prefix', of: 'references', condition: sql`ref_key ^@ ${keyOf(text)}` },
    whole && { how: 'exact', of: 'texts', condition: hasText(line, text, line) },
    hasKey && { how: 'prefix', of: 'keys', condition: anyKey(text, (column, key) => sql`${column} ^@ ${key}`) },
    part && { how: 'prefix', of: 'texts', condition: hasText(line, text, sql`''`) },
    part && { how: 'contains', of: 'texts', condition: hasText(sql`''`, text, sql`''`) },
  ];
  return tiers.filter((tier) => tier !== false);
}

/**
 * Whether a tier need not be looked at, given what matched exactly: a whole key answers a search by itself, but for
 * references that begin with it; a whole text does but for parts.
 */
export function isRedundant({ how, of }: Tier, exactness: Exactness, { text }: SearchTerm): boolean {
  if (of === 'references') return exactness !== 'key' || text.length >= LONG_KEY;
  if (exactness === 'key') return !(how === 'exact' && of === 'keys');
  return exactness === 'text' && how === 'contains';
}

/** A page of one tier: what fits it, and none of those that were looked at before. */
export function searchStatement(
  query: TransferQuery,
  tier: Tier,
  before: readonly Tier[],
  after: SearchPlace | undefined,
  limit: number,
): SQL {
  const conditions = [
    tier.condition,
    ...before.map(({ condition }) => sql`(${condition}) is not true`),
    ...filterConditions(query),
    ...(after ? [isBeyond(query, after)] : []),
  ];
  return sql`select id, record, ${writtenKey(query)} as key from mirror_transfers where ${allOf(conditions)} order by ${orderOf(query)} limit ${limit}`;
}

/** Whether a row is among the answers, whatever its tier: for sums and exports. */
export function isFound(term: SearchTerm, exactness: Exactness): SQL {
  const tiers = tiersOf(term).filter((tier) => !isRedundant(tier, exactness, term));
  return tiers.length === 0
    ? sql`false`
    : sql`(${sql.join(
        tiers.map(({ condition }) => condition),
        sql` or `,
      )})`;
}

/** Whether the database's index of texts knows the characters of a term: in some locales it knows no letters but those of ASCII. */
export async function isIndexed({ text }: SearchTerm, signal: AbortSignal): Promise<boolean> {
  if (/[a-z0-9]/i.test(text)) return true;
  const [row] = await readRows<{ known: boolean }>(
    sql`select show_trgm(${sanitizeText(text)}::text) <> '{}' as known`,
    signal,
  );
  return row?.known ?? false;
}

// Keys are kept in lower case; an id as the service wrote it, which is lower case nearly always.
function anyKey(text: string, fits: (column: SQL, key: SQL) => SQL): SQL {
  const key = keyOf(text);
  const columns = [sql`ref_key`, sql`hash_key`, sql`address_key`, sql`group_key`].map((column) => fits(column, key));
  return sql`(${sql.join([fits(sql`id`, sql`${text}::text`), fits(sql`id`, sql`lower(${text}::text)`), ...columns], sql` or `)})`;
}

function keyOf(text: string): SQL {
  return sql`left(lower(${text}::text), ${sql.raw(String(LONGEST_KEY))})`;
}

/** A part of the text of all that can be found (mirror_text, migration 0005), where each value is a line of its own. */
function hasText(start: SQL, text: string, end: SQL): SQL {
  // What has no piece in the index is not looked for, since that would read every row.
  return sql`(show_trgm(${text}::text) <> '{}' and mirror_text(record) like '%' || ${start} || lower(${escapeLike(text)}::text) || ${end} || '%')`;
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

function isMoney({ amount, asset }: NonNullable<SearchTerm['money']>): SQL {
  return sql`(upper(asset) = ${asset} and (coalesce(amount, -1) = ${amount}::numeric or total = ${amount}::numeric))`;
}
