/*
 * The store behind the list of transfers: one instance for each query, read page by page and kept while the reader is
 * elsewhere, so that Back finds the list as it was. Components subscribe with useSyncExternalStore
 * (_list/use-transfer-list.ts); nothing here knows React or draws anything.
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
 * - Every transfer has one row, at the index where it was first read, even if it moves along the order meanwhile.
 * - New transfers are counted (`newer`) and announced, never inserted above what the reader is looking at; only
 *   `readTop` replaces the rows, and raises `edition`.
 * - At most one page is being read: `readTop` cancels it, `readMore` waits for it. A cancelled read changes nothing.
 * - A failed read keeps the rows and the cursor, so that it can be repeated.
 * - Rows that are not final are refreshed in place, page by page as they were read, and only while they are visible.
 */

import { fetchJson, POLLING } from '@/components/data/fetch-json';
import type { Coverage } from '@/lib/mirror/coverage';
import type { Explanation } from '@/lib/http/problems';
import { isFinalStatus, type NewerTransfers, type TransferListPage } from '@/lib/transfers/transfer';
import { newerTransfersEndpoint, transferPageEndpoint } from '@/lib/transfers/contract';

/** A row of the list: a transfer, with its match in a search. */
export type ListedItem = Extract<TransferListPage['items'][number], { id: string }>;

/** The state of a list, as far as it was read. Replaced as a whole with every change. */
export interface ListState {
  items: readonly ListedItem[];
  /** The coverage and notes of the last answer; undefined before the first page. */
  info: Pick<TransferListPage, 'coverage' | 'liveLookup' | 'note' | 'similar'> | undefined;
  /** The time when `info` was received (performance.now). */
  receivedAt: number;
  /** The cursor of the next page; null if there is none. */
  next: string | null;
  /** The cursor of the first row. */
  top: string | null;
  /** The number of transfers that have come above the first row since. */
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

const EMPTY_STATE: ListState = {
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

/** The transfers of one query, read page by page: a small first page, then larger ones. */
export class TransferList {
  /** The scroll position of the reader (px). */
  scrollTop = 0;
  readonly #parameters: string;
  readonly #listeners = new Set<() => void>();
  readonly #indexes = new Map<string, number>();
  /** The first index of each page, and the cursor and limit with which it was read. */
  #pages: { start: number; cursor: string | null; rows: number }[] = [];
  #state = EMPTY_STATE;
  #drawn = { start: 0, end: 0 };
  #reading: AbortController | undefined;

  constructor(parameters: string) {
    this.#parameters = parameters;
  }

  subscribe = (onChange: () => void) => {
    this.#listeners.add(onChange);
    return () => void this.#listeners.delete(onChange);
  };
  state = (): ListState => this.#state;

  /** Gives the index of a transfer's row; undefined if it was not read. */
  indexOf(id: string): number | undefined {
    return this.#indexes.get(id);
  }

  /** Starts with a page that the server has read, or with the reason why it could not. */
  start(first: TransferListPage | Explanation): void {
    if (!('items' in first)) return this.#set({ error: { of: 'top', reason: first } });
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

  /** Counts the transfers above the first row and updates the coverage. Throws if the read fails. */
  async countNewer(signal: AbortSignal): Promise<void> {
    const { top, items, edition } = this.#state;
    const init = { ...POLLING, signal };
    let answer: NewerTransfers;
    if (top !== null) answer = await fetchJson(newerTransfersEndpoint(this.#search({ than: top })), init);
    else if (items.length === 0) {
      const page = await fetchJson(transferPageEndpoint(this.#search({ limit: FIRST_ROWS })), init);
      answer = { count: page.items.length, coverage: page.coverage };
    } else return;
    if (this.#state.edition === edition)
      this.#set({ newer: answer.count, ...this.#receive({ ...this.#state.info, coverage: answer.coverage }) });
  }

  /** Records which rows are drawn: `start` included, `end` excluded. */
  setDrawnRows(start: number, end: number): void {
    this.#drawn = { start, end };
  }

  /** Reads the drawn pages that have rows without a final status again. Throws if a read fails. */
  async refreshDrawn(signal: AbortSignal): Promise<void> {
    const { start, end } = this.#drawn;
    const isOpen = (page: { start: number }, next: { start: number } | undefined) =>
      this.#state.items
        .slice(Math.max(start, page.start), Math.min(end, next?.start ?? end))
        .some(({ status }) => !isFinalStatus(status));
    const pages = this.#pages.filter((page, index) => isOpen(page, this.#pages[index + 1]));
    for (const { cursor, rows } of pages) {
      const search = this.#search({ limit: rows, ...(cursor !== null && { cursor }) });
      const { items } = await fetchJson(transferPageEndpoint(search), { ...POLLING, signal });
      this.update(items.filter((item) => item.id !== null));
    }
  }

  /** Updates the rows of transfers that were read elsewhere; keeps their matches. */
  update(seen: readonly ListedItem[]): void {
    const items = [...this.#state.items];
    let isChanged = false;
    for (const row of seen) {
      const index = this.#indexes.get(row.id);
      const old = index === undefined ? undefined : items[index];
      if (index === undefined || !old) continue;
      items[index] = { ...row, ...(old.match && { match: old.match }) };
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
  async #read(what: 'top' | 'more', more: Record<string, string | number>): Promise<TransferListPage | undefined> {
    this.stop();
    const reading = new AbortController();
    this.#reading = reading;
    this.#set({ reading: what, error: undefined });
    try {
      const page = await fetchJson(transferPageEndpoint(this.#search(more)), {
        signal: reading.signal,
      });
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

  // A transfer that moves along the order during the read can come twice; it keeps its first row.
  #add(items: readonly ListedItem[], page: TransferListPage, cursor: string | null): Partial<ListState> {
    const all = [...items];
    this.#pages.push({ start: all.length, cursor, rows: page.items.length });
    for (const item of page.items) {
      // An item without an ID is a rejected record, which the status page lists.
      if (item.id === null || this.#indexes.has(item.id)) continue;
      this.#indexes.set(item.id, all.length);
      all.push(item);
    }
    return { items: all, next: page.nextCursor, reading: undefined, error: undefined, ...this.#receive(page) };
  }

  #receive({
    coverage,
    liveLookup,
    note,
    similar,
  }: { coverage: Coverage } & Partial<TransferListPage>): Pick<ListState, 'info' | 'receivedAt'> {
    return {
      info: {
        coverage,
        ...(liveLookup && { liveLookup }),
        ...(note !== undefined && { note }),
        ...(similar && { similar }),
      },
      receivedAt: performance.now(),
    };
  }

  #set(change: Partial<ListState>): void {
    this.#state = { ...this.#state, ...change };
    for (const onChange of this.#listeners) onChange();
  }
}
