/*
 * The store behind a list: one instance for each query, read page by page and held while the reader is elsewhere, so
 * that Back finds the list as it was. Components subscribe with useSyncExternalStore (use-list.ts); nothing here knows
 * React or draws anything.
 *
 *   state                  info        items    reading    error    next      what the page shows
 *   ---------------------  ----------  -------  ---------  -------  --------  --------------------------------------
 *   new                    undefined   none     -          -        null      the list of the query before, dimmed
 *   loading the top        any         as were  'top'      -        any       the rows as they were
 *   shown                  set         some     -          -        a cursor  rows, and "Load more" at their end
 *   shown to the end       set         any      -          -        null      rows and their number, or the empty list
 *   loading more           set         some     'more'     -        a cursor  rows, and "Loading more transfers…"
 *   failed at the top      any         as were  -          'top'    any       a notice above the rows, "Try again"
 *   failed at the end      set         some     -          'more'   a cursor  a notice below the rows, "Try again"
 *
 * Invariants:
 * - Every item has one row, at the index where it was first read, even if it moves along the order meanwhile.
 * - New items are counted (`newer`) and announced, never inserted above what the reader is looking at; only `readTop`
 *   replaces the rows, and raises `edition`.
 * - At most one page is being read: `readTop` cancels it, `readMore` waits for it. A cancelled read changes nothing.
 * - A failed read keeps the rows and the cursor, so that it can be repeated.
 * - Items that are not final are refreshed in place, page by page as they were read, and only while they are visible.
 */

import { fetchJson, POLLING } from '@/components/data/fetch-json';
import type { AnyPage, InfoOf, ListDefinition } from '@/components/list/list-kind';
import type { Explanation } from '@/lib/http/problems';

/** The state of a list, as far as it was read. Replaced as a whole with every change. */
export interface ListState<Item, Page extends AnyPage> {
  items: readonly Item[];
  /** Facts of the last answer about the whole list; undefined before the first page. */
  info: InfoOf<Page> | undefined;
  /** The time when `info` was received (performance.now). */
  receivedAt: number;
  /** The cursor of the next page; null if there is none. */
  next: string | null;
  /** The cursor of the first row. */
  top: string | null;
  /** The number of items that have come above the first row since. */
  newer: number;
  /** The page that is being read. */
  reading: 'top' | 'more' | undefined;
  /** The page whose last read failed, and why. */
  error: { of: 'top' | 'more'; reason: Error | Explanation } | undefined;
  /** Increases whenever the rows are replaced. */
  edition: number;
}

const FIRST_ROWS = 50;
const PAGE_ROWS = 200;

const EMPTY_STATE = {
  items: [],
  info: undefined,
  receivedAt: 0,
  next: null,
  top: null,
  newer: 0,
  reading: undefined,
  error: undefined,
  edition: 0,
};

/** The items of one query, read page by page: a small first page, then larger ones. */
export class ListStore<Item, Page extends AnyPage> {
  /** The scroll position of the reader (px). */
  scrollTop = 0;
  readonly #kind: ListDefinition<Item, Page>;
  readonly #parameters: string;
  readonly #listeners = new Set<() => void>();
  readonly #indexes = new Map<string, number>();
  /** The first index of each page, and the cursor and limit with which it was read. */
  #pages: { start: number; cursor: string | null; rows: number }[] = [];
  #state: ListState<Item, Page> = EMPTY_STATE;
  #drawn: readonly string[] = [];
  #reading: AbortController | undefined;

  /** `parameters`: the query as it is in the address. */
  constructor(kind: ListDefinition<Item, Page>, parameters: string) {
    this.#kind = kind;
    this.#parameters = parameters;
  }

  subscribe = (onChange: () => void) => {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  };
  state = (): ListState<Item, Page> => this.#state;

  /** Gives the index of an item by its key; undefined if it was not read. */
  indexOf(key: string): number | undefined {
    return this.#indexes.get(key);
  }

  /** Starts with a page that the server has read, or with the reason why it could not. */
  start(first: Page | Explanation): void {
    if (!isPage(first)) return this.#set({ error: { of: 'top', reason: first } });
    this.#indexes.clear();
    this.#pages = [];
    this.#set({
      ...EMPTY_STATE,
      ...this.#add([], first, null),
      top: first.topCursor,
      edition: this.#state.edition + 1,
    });
  }

  /** Reads the first page, which then replaces all rows. */
  async readTop(): Promise<void> {
    const page = await this.#read('top', { limit: FIRST_ROWS });
    if (!page) return;
    this.scrollTop = 0;
    this.start(page);
  }

  /** Reads the next page, unless a page is being read. */
  async readMore(): Promise<void> {
    const { next, reading } = this.#state;
    if (next === null || reading) return;
    const page = await this.#read('more', { limit: PAGE_ROWS, cursor: next });
    if (page) this.#set(this.#add(this.#state.items, page, next));
  }

  /** Cancels the page that is being read. */
  stop(): void {
    this.#reading?.abort();
  }

  /** Counts the items above the first row, and updates what is said about the list. Throws if the read fails. */
  async countNewer(signal: AbortSignal): Promise<void> {
    const { top, items, edition } = this.#state;
    const { newerEndpoint, pageEndpoint } = this.#kind;
    const init = { ...POLLING, signal };
    let change: Partial<ListState<Item, Page>>;
    if (!newerEndpoint) return;
    if (top !== null) {
      const { count, ...info }: { count: number } = await fetchJson(newerEndpoint(this.#search({ than: top })), init);
      change = { newer: count, ...this.#receive(info) };
    } else if (items.length === 0) {
      const page = await fetchJson(pageEndpoint(this.#search({ limit: FIRST_ROWS })), init);
      change = { newer: page.items.length, ...this.#receive(infoOf(page)) };
    } else return;
    if (this.#state.edition === edition) this.#set(change);
  }

  /** Records which items are drawn, by their keys; unknown keys are ignored. */
  setDrawn(keys: readonly string[]): void {
    this.#drawn = keys;
  }

  /** Reads the drawn pages that have items which are not final again. Throws if a read fails. */
  async refreshDrawn(signal: AbortSignal): Promise<void> {
    const { items } = this.#state;
    const open = this.#drawn
      .map((key) => this.#indexes.get(key) ?? -1)
      .filter((index) => items[index] !== undefined && !this.#kind.isFinal(items[index]));
    const pages = this.#pages.filter(({ start }, number) => {
      const end = this.#pages[number + 1]?.start ?? items.length;
      return open.some((index) => start <= index && index < end);
    });
    for (const { cursor, rows } of pages) {
      const search = this.#search({ limit: rows, ...(cursor !== null && { cursor }) });
      const page = await fetchJson(this.#kind.pageEndpoint(search), { ...POLLING, signal });
      this.update(this.#kind.rowsOf(page));
    }
  }

  /** Updates the rows of items that were read elsewhere. */
  update(seen: readonly Item[]): void {
    const { keyOf, merge } = this.#kind;
    const items = [...this.#state.items];
    let isChanged = false;
    for (const item of seen) {
      const index = this.#indexes.get(keyOf(item));
      const shown = index === undefined ? undefined : items[index];
      if (index === undefined || shown === undefined) continue;
      items[index] = merge ? merge(item, shown) : item;
      isChanged = true;
    }
    if (isChanged) this.#set({ items });
  }

  #search(more: Record<string, string | number>): URLSearchParams {
    const parameters = new URLSearchParams(this.#parameters);
    for (const [name, value] of Object.entries(more)) parameters.set(name, String(value));
    return parameters;
  }

  /** Reads a page. The caller must reset `reading` together with what it does with the page. */
  async #read(what: 'top' | 'more', more: Record<string, string | number>): Promise<Page | undefined> {
    this.stop();
    const reading = new AbortController();
    this.#reading = reading;
    this.#set({ reading: what, error: undefined });
    try {
      const page = await fetchJson(this.#kind.pageEndpoint(this.#search(more)), { signal: reading.signal });
      reading.signal.throwIfAborted();
      return page;
    } catch (error) {
      if (this.#reading === reading)
        this.#set({
          reading: undefined,
          ...(!reading.signal.aborted && { error: { of: what, reason: error as Error } }),
        });
      return undefined;
    }
  }

  // An item that moves along the order during the read can come twice; it keeps its first row.
  #add(items: readonly Item[], page: Page, cursor: string | null): Partial<ListState<Item, Page>> {
    const all = [...items];
    this.#pages.push({ start: all.length, cursor, rows: page.items.length });
    for (const item of this.#kind.rowsOf(page)) {
      const key = this.#kind.keyOf(item);
      if (this.#indexes.has(key)) continue;
      this.#indexes.set(key, all.length);
      all.push(item);
    }
    return {
      items: all,
      next: page.nextCursor,
      reading: undefined,
      error: undefined,
      info: infoOf(page),
      receivedAt: performance.now(),
    };
  }

  #receive(info: Partial<InfoOf<Page>>): Pick<ListState<Item, Page>, 'info' | 'receivedAt'> {
    return { info: { ...this.#state.info, ...info } as InfoOf<Page>, receivedAt: performance.now() };
  }

  #set(change: Partial<ListState<Item, Page>>): void {
    this.#state = { ...this.#state, ...change };
    for (const onChange of this.#listeners) onChange();
  }
}

/** A kind of list, with the lists that were read in this browser by their query. */
export interface ListKind<Item, Page extends AnyPage> extends ListDefinition<Item, Page> {
  lists: Map<string, ListStore<Item, Page>>;
}

/** Creates a kind of list. Call it once for each kind, outside components. */
export function createListKind<Item, Page extends AnyPage>(
  definition: ListDefinition<Item, Page>,
): ListKind<Item, Page> {
  return { ...definition, lists: new Map() };
}

function isPage<Page extends AnyPage>(first: Page | Explanation): first is Page {
  return 'items' in first;
}

function infoOf<Page extends AnyPage>(page: Page): InfoOf<Page> {
  const { items: _items, nextCursor: _nextCursor, topCursor: _topCursor, ...info } = page;
  return info;
}
