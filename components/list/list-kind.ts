/*
 * The list engine: a long list of any kind of item, read page by page. react-query holds the pages (useInfiniteQuery),
 * @tanstack/react-virtual finds the rows in sight; all rows have one height.
 *
 *   file                    what it does
 *   ----------------------  ----------------------------------------------------------------------------------------
 *   list-kind.ts            what the engine must know of a list: the key, the endpoints, which items are final
 *   use-list.ts             gives a component the list of a query; its header has the states and invariants
 *   list-pages.ts           the pages that are held, and the rows in them: pure
 *   use-live-list.ts        counts new items, and reads drawn rows that are not final again
 *   list-address.ts         writes the query into the address
 *   list-head.tsx           draws the head in one row; list-search.tsx the box, filter-menu.tsx the filters' button
 *   filter-fields.tsx       draws what is in that menu; active-filters.tsx the filters that are on: loaded when needed
 *   list-view.tsx           draws the list: headings, the rows in sight, reading ahead, the end, keyboard
 *   rows/                   finds the rows to draw and the headings by day, and moves through rows by keyboard;
 *                           rows/rows-in-sight.tsx is loaded once the reader moves
 *   columns/                chooses, keeps and heads the columns
 *   open-beside.ts          opens an item beside the list, under an address of its own; a list may do without
 *   row-style.ts, rows.css  the looks of a row: a card below 800 px, columns above; the looks of columns
 *
 * Another list takes three steps:
 *
 * 1. Declare its kind once, outside components. A page endpoint takes the parameters of the query with `limit` and
 *    perhaps `cursor`, an endpoint for newer items takes them with `than`; without one, no new items are counted.
 * 2. Read the first page on the server (FIRST_ROWS rows) and give it to a client component as a FirstPage.
 * 3. In that component, within a QueryProvider:
 *
 *      const { parameters, query, changeQuery } = useListAddress(WITHDRAWAL_ADDRESS);
 *      const list = useList(WITHDRAWAL_LIST, parameters, first);
 *
 *    and draw RefreshFailure and ListView. The rows may differ from the items: an item that is expanded gives several
 *    rows, each with a key of its own. A row has the class ROW, `role="row"`, `data-index` and `aria-rowindex={index +
 *    2}`; its first link or button takes the focus.
 */

import type { EndpointCall } from '@/lib/http/endpoint';

/** Members of every page of a list. Its other members say something about the whole list, such as a coverage. */
export interface AnyPage {
  items: readonly unknown[];
  /** The cursor of the next page; null at the end. */
  nextCursor: string | null;
  /** The cursor of the first row, for counting newer ones; null where they are not counted. */
  topCursor: string | null;
}

/** The members of a page that say something about the whole list. */
export type InfoOf<Page extends AnyPage> = Omit<Page, keyof AnyPage>;

/** Kind of list, as the engine needs to know it. */
export interface ListKind<Item, Page extends AnyPage> {
  /** The name of the list among all that is read in this browser. */
  name: string;
  /** Gives the call for a page. `search`: the parameters of the query, `limit`, and `cursor` for a later page. */
  pageEndpoint: (search: URLSearchParams) => EndpointCall<Page>;
  /** Gives the call that counts the items above the one whose cursor is `than`. */
  newerEndpoint?: (search: URLSearchParams) => EndpointCall<{ count: number } & Partial<InfoOf<Page>>>;
  /** Gives the items of a page that have a row. */
  rowsOf: (page: Page) => readonly Item[];
  /** Gives the key of an item, which never changes. */
  keyOf: (item: Item) => string;
  /** Tells whether an item cannot change any more; the others are read again while their rows are in sight. */
  isFinal: (item: Item) => boolean;
  /** Merges an item that was read elsewhere into its row; it replaces the row unless given. */
  merge?: (fresh: Item, shown: Item) => Item;
}
