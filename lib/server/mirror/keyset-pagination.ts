import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { EXACTNESS, type Exactness } from '@/lib/search/search-terms';
import { instantOf } from '@/lib/server/mirror/filter-conditions';
import type { Range, TransferQuery } from '@/lib/transfers/query';

type Sorting = Pick<TransferQuery, 'sort' | 'isAscending'>;

/** Where a row stands in a list: what it is sorted by, as exact text, and its id. */
export interface Place {
  value: string;
  id: string;
}

/** A place in a search, whose answers come in tiers. */
export interface SearchPlace extends Place {
  tier: number;
  /** What matched exactly before. */
  exactness: Exactness;
}

interface SortKey {
  /** As its index has it. */
  column: SQL;
  /** The same as text that loses nothing. */
  written: SQL;
  pattern: RegExp;
  read: (value: string) => SQL;
}

const timeKey = (column: SQL): SortKey => ({
  column,
  // Microseconds since 1970, or -Infinity.
  written: sql`trunc(extract(epoch from ${column}) * 1000000)::text`,
  pattern: /^(?:-?\d{1,17}|-Infinity)$/,
  read: (value) => (value === '-Infinity' ? sql`timestamptz '-infinity'` : instantOf(value)),
});

const SORT_KEYS: Record<Range, SortKey> = {
  created: timeKey(sql`created_at`),
  updated: timeKey(sql`updated_at`),
  amount: {
    column: sql`coalesce(amount, -1)`,
    written: sql`coalesce(amount, -1)::text`,
    pattern: /^(?:-1|\d{1,60}(?:\.\d{1,60})?)$/,
    read: (value) => sql`${value}::numeric`,
  },
};

/** What a row is sorted by, as the text of its place. */
export function writtenKey({ sort }: Sorting): SQL {
  return SORT_KEYS[sort].written;
}

/** The order of a list: by (value, id), so that it is the same whenever it is asked. */
export function orderOf({ sort, isAscending }: Sorting): SQL {
  const way = isAscending ? sql`asc` : sql`desc`;
  return sql`${SORT_KEYS[sort].column} ${way}, id ${way}`;
}

/** What comes after a place in the order of a list, or before it. One comparison, which the index of the order answers. */
export function isBeyond(
  { sort, isAscending }: Sorting,
  { value, id }: Place,
  side: 'after' | 'before' = 'after',
): SQL {
  const key = SORT_KEYS[sort];
  const sign = isAscending === (side === 'after') ? sql`>` : sql`<`;
  return sql`(${key.column}, id) ${sign} (${key.read(value)}, ${id})`;
}

const placeSchema = z.strictObject({
  sort: z.string(),
  value: z.string(),
  id: z.string().min(1).max(400),
  tier: z.int().min(0).max(9).optional(),
  exactness: z.enum(EXACTNESS).optional(),
});

/** A place as a text that callers hand back and do not look into. It belongs to one order, and to a list or a search. */
export function writeCursor(sorting: Sorting, place: Place | SearchPlace): string {
  return Buffer.from(JSON.stringify({ sort: nameOf(sorting), ...place })).toString('base64url');
}

/** The place that a cursor of a list tells; undefined where it is none, or one of another order. */
export function readCursor(sorting: Sorting, cursor: string): Place | undefined {
  const place = readAny(sorting, cursor);
  return place && place.tier === undefined ? { value: place.value, id: place.id } : undefined;
}

/** The place that a cursor of a search tells; undefined where it is none, or one of another order. */
export function readSearchCursor(sorting: Sorting, cursor: string): SearchPlace | undefined {
  const { value, id, tier, exactness } = readAny(sorting, cursor) ?? {};
  return value !== undefined && id !== undefined && tier !== undefined && exactness !== undefined
    ? { value, id, tier, exactness }
    : undefined;
}

function readAny(sorting: Sorting, cursor: string) {
  const place = placeSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!place.success) return undefined;
  const { sort, value, id } = place.data;
  const isSound =
    sort === nameOf(sorting) && SORT_KEYS[sorting.sort].pattern.test(value) && id.isWellFormed() && !id.includes('\0');
  return isSound ? place.data : undefined;
}

function nameOf({ sort, isAscending }: Sorting): string {
  return `${isAscending ? '' : '-'}${sort}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
