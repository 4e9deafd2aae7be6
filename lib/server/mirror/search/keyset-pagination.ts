import 'server-only';
import { parseJson } from '@/lib/text/parse-json';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { EXACTNESS, type Exactness } from '@/lib/search/search-terms';
import { toInstant } from '@/lib/server/mirror/filter-conditions';
import type { Range, TransferQuery } from '@/lib/transfers/query';

type Sorting = Pick<TransferQuery, 'sort' | 'isAscending'>;

/** The position of a row in a list: its sort value as exact text, and its id. */
export interface RowPosition {
  value: string;
  id: string;
}

/** The position of a row among search results, which come in tiers. */
export interface SearchPosition extends RowPosition {
  tier: number;
  /** The exact matches so far. */
  exactness: Exactness;
}

interface SortKey {
  /** The expression of the index. */
  column: SQL;
  /** The value as text, without loss. */
  asText: SQL;
  pattern: RegExp;
  read: (value: string) => SQL;
}

const timeKey = (column: SQL): SortKey => ({
  column,
  // Microseconds since 1970, or -Infinity.
  asText: sql`trunc(extract(epoch from ${column}) * 1000000)::text`,
  pattern: /^(?:-?\d{1,17}|-Infinity)$/,
  read: (value) => (value === '-Infinity' ? sql`timestamptz '-infinity'` : toInstant(value)),
});

const SORT_KEYS: Record<Range, SortKey> = {
  created: timeKey(sql`created_at`),
  updated: timeKey(sql`updated_at`),
  amount: {
    column: sql`coalesce(amount, -1)`,
    asText: sql`coalesce(amount, -1)::text`,
    pattern: /^(?:-1|\d{1,60}(?:\.\d{1,60})?)$/,
    read: (value) => sql`${value}::numeric`,
  },
};

/** Builds the expression for a row's sort value as text. */
export function sortKeyText({ sort }: Sorting): SQL {
  return SORT_KEYS[sort].asText;
}

/** Builds the `order by` of a list: by (value, id), so that the order is stable. */
export function orderByClause({ sort, isAscending }: Sorting): SQL {
  const way = isAscending ? sql`asc` : sql`desc`;
  return sql`${SORT_KEYS[sort].column} ${way}, id ${way}`;
}

/** Builds the condition for rows after, or before, a position: one row comparison, which the index answers. */
export function keysetCondition(
  { sort, isAscending }: Sorting,
  { value, id }: RowPosition,
  side: 'after' | 'before' = 'after',
): SQL {
  const key = SORT_KEYS[sort];
  const sign = isAscending === (side === 'after') ? sql`>` : sql`<`;
  return sql`(${key.column}, id) ${sign} (${key.read(value)}, ${id})`;
}

const positionSchema = z.strictObject({
  sort: z.string(),
  value: z.string(),
  id: z.string().min(1).max(400),
  tier: z.int().min(0).max(9).optional(),
  exactness: z.enum(EXACTNESS).optional(),
});

/** Writes a position as an opaque cursor. A cursor belongs to one order, and to either a list or a search. */
export function writeCursor(sorting: Sorting, place: RowPosition | SearchPosition): string {
  return Buffer.from(JSON.stringify({ sort: nameSorting(sorting), ...place })).toString('base64url');
}

/** Reads the cursor of a list; undefined if it is malformed or belongs to another order. */
export function readListCursor(sorting: Sorting, cursor: string): RowPosition | undefined {
  const place = decodeCursor(sorting, cursor);
  return place && place.tier === undefined ? { value: place.value, id: place.id } : undefined;
}

/** Reads the cursor of a search; undefined if it is malformed or belongs to another order. */
export function readSearchCursor(sorting: Sorting, cursor: string): SearchPosition | undefined {
  const { value, id, tier, exactness } = decodeCursor(sorting, cursor) ?? {};
  return value !== undefined && id !== undefined && tier !== undefined && exactness !== undefined
    ? { value, id, tier, exactness }
    : undefined;
}

function decodeCursor(sorting: Sorting, cursor: string) {
  const place = positionSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!place.success) return undefined;
  const { sort, value, id } = place.data;
  const isValid =
    sort === nameSorting(sorting) &&
    SORT_KEYS[sorting.sort].pattern.test(value) &&
    id.isWellFormed() &&
    !id.includes('\0');
  return isValid ? place.data : undefined;
}

function nameSorting({ sort, isAscending }: Sorting): string {
  return `${isAscending ? '' : '-'}${sort}`;
}
