import 'server-only';
import { parseJson } from '@/lib/text/parse-json';
import { z } from 'zod';
import type { RequestListQuery } from '@/lib/requests/list/query';
import { UUID } from '@/lib/text/uuid';

/** The position of a request in the list: its sort value as exact text, with the asset of an amount, and its ID. */
export interface RequestPosition {
  asset: string | null;
  /** Microseconds since 1970, or a decimal. */
  value: string;
  id: string;
}

type Sorting = Pick<RequestListQuery, 'sort' | 'isAscending'>;

const positionSchema = z.strictObject({
  sort: z.string(),
  asset: z.string().max(400).nullable(),
  value: z.string(),
  id: z.string().regex(UUID),
});

const PATTERNS = { created: /^-?\d{1,17}$/, amount: /^(?:-1|\d{1,60}(?:\.\d{1,60})?)$/ };

/** Writes a position as an opaque cursor, which belongs to one order. */
export function writeRequestCursor(sorting: Sorting, { asset, value, id }: RequestPosition): string {
  return Buffer.from(JSON.stringify({ sort: nameSorting(sorting), asset, value, id })).toString('base64url');
}

/** Reads a cursor; undefined if it is malformed or belongs to another order. */
export function readRequestCursor(sorting: Sorting, cursor: string): RequestPosition | undefined {
  const place = positionSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!place.success) return undefined;
  const { sort, ...position } = place.data;
  const isValid =
    sort === nameSorting(sorting) &&
    PATTERNS[sorting.sort].test(position.value) &&
    (position.asset === null) === (sorting.sort === 'created') &&
    position.asset?.isWellFormed() !== false &&
    !position.asset?.includes('\0');
  return isValid ? position : undefined;
}

function nameSorting({ sort, isAscending }: Sorting): string {
  return `${isAscending ? '' : '-'}${sort}`;
}
