/*
 * Decides what follows a page of the service's list. Everything that reads the list uses it: the walk of the mirror,
 * the polls for new transfers, the search for a withdrawal with an unknown outcome, and lookups by a filter.
 *
 *   the page                                                 what follows
 *   -------------------------------------------------------  ---------------------------------------------------
 *   has an empty cursor                                      the end (docs/specification/service-facts.md#reads)
 *   has no cursor member, but an earlier page had one        the end
 *   has records and a cursor not seen before                 the next page
 *   has no records and a cursor not seen before              the next page, up to 100 in a row
 *   the same, where TRANSFER_SERVICE_EMPTY_PAGE_ENDS is on   the end, unstated: it needs a proof of its own
 *   anything else                                            no end: the reading proves nothing
 */

import { TheService } from '@/lib/text/service-name';

/** The parts of a page that say what follows it. */
export interface ListPage {
  items: readonly unknown[];
  /** The cursor of the next page; null where the page has none, or an empty one. */
  nextCursor: string | null;
  /** True if the cursor member is text or null, even if empty. */
  isEndStated: boolean;
  /** True if the cursor member is neither text nor null. */
  hasStrangeCursor: boolean;
}

/** The place of a reading in the list. */
export interface ListPlace {
  /** The cursor that requested the page; null for the first page. */
  cursor: string | null;
  /** True if an earlier page had a cursor, which shows that the configured name of the member is right. */
  hasCursorName: boolean;
  /** The number of pages without records in a row before this page. */
  emptyPages: number;
}

/** Settings of the service that decide where its list ends. */
export interface EndRule {
  /**
   * TRANSFER_SERVICE_EMPTY_PAGE_ENDS: the service never gives an empty cursor, so that a page without records ends it.
   */
  endsAtEmptyPage: boolean;
}

export type PageStep =
  | { kind: 'next'; cursor: string; emptyPages: number }
  /** `isStated`: the service said so. If it did not, records may be missing behind the page. */
  | { kind: 'end'; isStated: boolean }
  | { kind: 'no-end'; cause: 'loop' | 'empty-pages' | 'no-cursor'; reason: string };

/** The most pages without records that are followed in a row. */
export const MAX_EMPTY_PAGES = 100;

/** Decides what follows a page. `seen`: the cursors of this reading. */
export function stepAfterList(
  page: ListPage,
  { cursor, hasCursorName, emptyPages }: ListPlace,
  seen: ReadonlySet<string>,
  { endsAtEmptyPage }: EndRule,
): PageStep {
  const { items, nextCursor, isEndStated, hasStrangeCursor } = page;
  const isEmpty = items.length === 0;
  if (nextCursor === null && !hasStrangeCursor && (isEndStated || hasCursorName))
    return { kind: 'end', isStated: true };
  if (isEmpty && endsAtEmptyPage && !hasStrangeCursor) return { kind: 'end', isStated: false };
  if (nextCursor === null) return noEnd('no-cursor', 'returned a page without saying whether another follows.');
  if (nextCursor === cursor || seen.has(nextCursor))
    return noEnd('loop', `returned a page cursor that it had already returned.${isEmpty ? ADVICE : ''}`);
  const empty = isEmpty ? emptyPages + 1 : 0;
  return empty > MAX_EMPTY_PAGES
    ? noEnd('empty-pages', `returned more than ${MAX_EMPTY_PAGES} pages without records in a row.${ADVICE}`)
    : { kind: 'next', cursor: nextCursor, emptyPages: empty };
}

const ADVICE = ' If it never returns an empty cursor, set TRANSFER_SERVICE_EMPTY_PAGE_ENDS.';

function noEnd(cause: Extract<PageStep, { kind: 'no-end' }>['cause'], predicate: string): PageStep {
  return { kind: 'no-end', cause, reason: `${TheService()} ${predicate}` };
}
