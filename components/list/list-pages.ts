import type { InfiniteData } from '@tanstack/react-query';
import type { AnyPage, InfoOf, ListKind } from '@/components/list/list-kind';

/** Where a page begins: its cursor, the index of its first row, and the beginning of the page before it. */
export interface PageStart {
  cursor: string | null;
  index: number;
  before: PageStart | null;
}

/** A page as a list holds it: its rows, what the answer says about the whole list, and when it came (ms since 1970). */
export interface HeldPage<Item, Page extends AnyPage> {
  /** Undefined where a row has moved along the order since the page was first read. */
  items: readonly (Item | undefined)[];
  answer: Omit<Page, 'items'>;
  readAtMs: number;
}

/** The pages of a list that are held: the latest that were read, in their order. */
export type HeldPages<Item, Page extends AnyPage> = InfiniteData<HeldPage<Item, Page>, PageStart>;

/** Rows of a list: `start` included, `end` excluded. */
export interface RowRange {
  start: number;
  end: number;
}

/** The beginning of a list. */
export const TOP: PageStart = { cursor: null, index: 0, before: null };

/**
 * Makes a page of an answer. An item that moves along the order during the read comes twice, and keeps its first row. A
 * page that is read again, above those that are held, has as many rows as before.
 */
export function holdPage<Item, Page extends AnyPage>(
  { rowsOf, keyOf }: Pick<ListKind<Item, Page>, 'rowsOf' | 'keyOf'>,
  page: Page,
  { start, held }: { start: PageStart; held?: HeldPages<Item, Page> | undefined },
): HeldPage<Item, Page> {
  const seen = new Set(itemsOf(held).map((item) => item && keyOf(item)));
  const items = rowsOf(page).filter((item) => {
    const key = keyOf(item);
    return !seen.has(key) && seen.add(key);
  });
  const below = held?.pageParams[0];
  const { items: _items, ...answer } = page;
  const readAtMs = Date.now();
  if (below?.before !== start) return { items, answer, readAtMs };
  return { items: Array.from({ length: below.index - start.index }, (_, row) => items[row]), answer, readAtMs };
}

/** Gives the beginning of the page after the last one; undefined at the end of the list. */
export function startAfter<Item, Page extends AnyPage>(
  { items, answer }: HeldPage<Item, Page>,
  start: PageStart,
): PageStart | undefined {
  const { nextCursor } = answer;
  return nextCursor === null ? undefined : { cursor: nextCursor, index: start.index + items.length, before: start };
}

/**
 * Gives the beginning of the page before the first one that is held. The first page of the list is none: newer rows
 * have come above it, so the list begins again there.
 */
export function startBefore({ before }: PageStart): PageStart | undefined {
  return before?.before ? before : undefined;
}

/** Gives the beginning of the page with a row, before a page that is held. */
export function startOf(index: number, held: PageStart): PageStart {
  let start = held;
  while (start.index > index && start.before) start = start.before;
  return start;
}

/** Gives all rows that are held. */
export function itemsOf<Item, Page extends AnyPage>(held: HeldPages<Item, Page> | undefined): (Item | undefined)[] {
  return held?.pages.flatMap(({ items }) => items) ?? [];
}

/** Gives the pages with items that were read elsewhere; the same pages if none of these has a row. */
export function updateItems<Item, Page extends AnyPage>(
  { keyOf, merge }: Pick<ListKind<Item, Page>, 'keyOf' | 'merge'>,
  held: HeldPages<Item, Page>,
  seen: readonly Item[],
): HeldPages<Item, Page> {
  const fresh = new Map(seen.map((item) => [keyOf(item), item]));
  let isChanged = false;
  const pages = held.pages.map((page) => {
    if (!page.items.some((item) => item && fresh.has(keyOf(item)))) return page;
    isChanged = true;
    return {
      ...page,
      items: page.items.map((shown) => {
        const item = shown && fresh.get(keyOf(shown));
        return item && merge ? merge(item, shown) : (item ?? shown);
      }),
    };
  });
  return isChanged ? { ...held, pages } : held;
}

/** Lists the held pages with drawn rows that are not final: the cursor of each, and the number of its rows. */
export function openPages<Item, Page extends AnyPage>(
  { isFinal }: Pick<ListKind<Item, Page>, 'isFinal'>,
  { pages, pageParams }: HeldPages<Item, Page>,
  drawn: RowRange,
): { cursor: string | null; rows: number }[] {
  return pages.flatMap(({ items }, number) => {
    const { cursor = null, index = 0 } = pageParams[number] ?? {};
    const shown = items.slice(Math.max(0, drawn.start - index), Math.max(0, drawn.end - index));
    return shown.some((item) => item && !isFinal(item)) ? [{ cursor, rows: items.length }] : [];
  });
}

/** Gives what an answer says about the whole list. */
export function infoOf<Page extends AnyPage>(answer: Omit<Page, 'items'>): InfoOf<Page> {
  const { nextCursor: _nextCursor, topCursor: _topCursor, items: _items, ...info } = answer as Page;
  return info;
}
