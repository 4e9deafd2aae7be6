import { fail, ok, type Result } from '@/lib/result';
import { readCursor, splitEmptyPages, writeCursor } from '@/sandbox/api/page-cursor';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** Finds the part of a list that a page of it has, and the cursor of the next page, empty at the end. */
export function pageOf(
  { limit: written = String(DEFAULT_LIMIT), page_cursor: cursor = '' }: Record<string, string | string[] | undefined>,
  list: string,
  size: number,
): Result<{ from: number; to: number; nextCursor: string }, string> {
  const limit = typeof written === 'string' && /^[0-9]{1,6}$/.test(written) ? Number(written) : 0;
  if (limit < 1 || limit > MAX_LIMIT) return fail(`limit must be a whole number from 1 to ${MAX_LIMIT}.`);
  const from = typeof cursor === 'string' ? placeOf(splitEmptyPages(cursor).place, list) : undefined;
  if (from === undefined) return fail('page_cursor is not a cursor from an earlier page.');
  const to = from + limit;
  return ok({ from, to, nextCursor: to < size ? writeCursor(list, to) : '' });
}

const placeOf = (cursor: string, list: string) => (cursor === '' ? 0 : readCursor(list, cursor));
