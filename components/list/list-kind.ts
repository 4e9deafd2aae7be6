/*
 * The list engine: a long list of any kind of item, read page by page. Transfers use it, and withdrawals.
 *
 *   file                    what it does
 *   ----------------------  ----------------------------------------------------------------------------------------
 *   list-kind.ts            what the engine must know of a list: the key, the endpoints, which items are final
 *   list-store.ts           reads the pages of one query and holds them; its header has the states and invariants
 *   use-list.ts             gives a component the list of a query; counts new items; Back finds the list as it was
 *   list-address.ts         writes the query into the address
 *   list-view.tsx           draws the list: headings, the rows in sight, reading ahead, the end, keyboard
 *   column-heads.tsx        draws headings that sort, and move by dragging
 *   list-notices.tsx        the button "Show 3 new", and the notice that the rows could not be loaded
 *   list-search.tsx         draws the search box, which searches while typing
 *   list-filters.tsx        draws the filters and the active ones; filter-choices.tsx the values of one
 *   column-settings.ts      keeps the chosen columns in the browser; column-menu.tsx chooses them
 *   open-beside.ts          opens an item beside the list, under an address of its own; a list may do without
 *   row-style.ts, rows.css  the looks of a row: a card below 800 px, columns above; the looks of columns
 *
 * A second list takes five steps:
 *
 * 1. Declare its kind once, outside components. A page endpoint takes the parameters of the query with `limit` and
 *    perhaps `cursor`, an endpoint for newer items takes them with `than`; without one, no new items are counted.
 *
 *      const WITHDRAWAL_LIST = createListKind<ListEntry, RequestListPage>({
 *        pageEndpoint: requestListEndpoint,
 *        rowsOf: ({ items }) => items,
 *        keyOf: keyOfEntry,
 *        isFinal: isFinalEntry,
 *      });
 *
 * 2. Read the first page on the server (FIRST_ROWS rows) and give it to a client component as a FirstPage.
 * 3. In that component:
 *
 *      const { parameters, query, changeQuery } = useListAddress(WITHDRAWAL_ADDRESS);
 *      const { list, state, isStale } = useList(WITHDRAWAL_LIST, parameters, first);
 *
 * 4. Draw search and filters, which call changeQuery, and below them RefreshFailure and ListView. The rows may differ
 *    from the items: an item that is expanded gives several rows, each with a key of its own. All rows are as high as
 *    `--row` says. A row has the class ROW, `role="row"`, `data-index` and `aria-rowindex={index + 2}`; its first link
 *    or button takes the focus.
 * 5. Give each cell `role="cell"` and the class `t-cell`, with its place in a card (rows.css).
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
export interface ListDefinition<Item, Page extends AnyPage> {
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
  /** Joins an item that was read again with the one in its row; without it, the new item replaces the other. */
  merge?: (fresh: Item, shown: Item) => Item;
}
