import { fetchJson, POLLING } from '@/components/data/fetch-json';
import type { Coverage } from '@/lib/mirror/coverage';
import type { Explanation } from '@/lib/http/problems';
import { isFinalStatus, type NewerTransfers, type TransferListPage } from '@/lib/transfers/transfer';
import { newerTransfersEndpoint, transferPageEndpoint } from '@/lib/transfers/contract';

export type ListedItem = Extract<TransferListPage['items'][number], { id: string }>;

/** A list as far as it has been read. */
export interface ListState {
  items: readonly ListedItem[];
  /** Undefined until the first page is there. */
  about: Pick<TransferListPage, 'coverage' | 'liveLookup' | 'note'> | undefined;
  /** When `about` came (performance.now). */
  heardAt: number;
  /** Where the next page starts; null where there is none. */
  next: string | null;
  /** Where the first row stands. */
  top: string | null;
  /** How many rows have come above it since. */
  newer: number;
  reading: 'top' | 'more' | undefined;
  /** Why the last reading failed. */
  error: { of: 'top' | 'more'; why: Error | Explanation } | undefined;
  /** Goes up whenever the list begins anew. */
  edition: number;
}

const FIRST_ROWS = 50;
const PAGE_ROWS = 200;

const NOTHING: ListState = {
  items: [],
  about: undefined,
  heardAt: 0,
  next: null,
  top: null,
  newer: 0,
  reading: undefined,
  error: undefined,
  edition: 0,
};

/** The transfers that fit one query, read page by page: a small first one, then larger ones. */
export class TransferList {
  /** How far down the reader was. */
  leftAt = 0;
  readonly #parameters: string;
  readonly #listeners = new Set<() => void>();
  readonly #indexes = new Map<string, number>();
  /** Where each page begins, and how it was asked for. */
  #pages: { start: number; cursor: string | null; rows: number }[] = [];
  #state = NOTHING;
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

  /** In which row a transfer stands, as far as the list is read. */
  indexOf(id: string): number | undefined {
    return this.#indexes.get(id);
  }

  /** Begins with a page that was read elsewhere, or with why it could not be. */
  begin(first: TransferListPage | Explanation): void {
    if (!('items' in first)) return this.#set({ error: { of: 'top', why: first } });
    this.#indexes.clear();
    this.#pages = [];
    this.#set({ ...NOTHING, ...this.#add([], first, null), top: first.topCursor, edition: this.#state.edition + 1 });
  }

  /** Reads the first page, in the place of all that was read before. What is there stays until then. */
  async readTop(): Promise<void> {
    const page = await this.#read('top', { limit: FIRST_ROWS });
    if (!page) return;
    this.leftAt = 0;
    this.begin(page);
  }

  /** Reads the next page, unless one is being read. */
  async readMore(): Promise<void> {
    const { next, reading } = this.#state;
    if (next === null || reading) return;
    const page = await this.#read('more', { limit: PAGE_ROWS, cursor: next });
    if (page) this.#set(this.#add(this.#state.items, page, next));
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#reading?.abort();
  }

  /** Asks how many rows have come above the first one, and how fresh the mirror is. Throws where it cannot. */
  async lookForNewer(signal: AbortSignal): Promise<void> {
    const { top, items, edition } = this.#state;
    const init = { ...POLLING, signal };
    let heard: NewerTransfers;
    if (top !== null) heard = await fetchJson(newerTransfersEndpoint(this.#search({ than: top })), init);
    else if (items.length === 0) {
      const page = await fetchJson(transferPageEndpoint(this.#search({ limit: FIRST_ROWS })), init);
      heard = { count: page.items.length, coverage: page.coverage };
    } else return;
    if (this.#state.edition === edition)
      this.#set({ newer: heard.count, ...this.#hear({ ...this.#state.about, coverage: heard.coverage }) });
  }

  /** Says which rows are drawn. */
  draws(start: number, end: number): void {
    this.#drawn = { start, end };
  }

  /** Reads again what is drawn and not final yet, so that it shows how it stands. Throws where it cannot. */
  async freshen(signal: AbortSignal): Promise<void> {
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

  /** Shows transfers as they were seen since, in the rows where they stand. */
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

  /** What was read; whoever gets it says that it is no longer being read, together with what came of it. */
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
        this.#set({ reading: undefined, ...(!reading.signal.aborted && { error: { of: what, why: error as Error } }) });
      return undefined;
    }
  }

  // A transfer that moves along the order while the list is read can come twice; it stays where it came first.
  #add(items: readonly ListedItem[], page: TransferListPage, cursor: string | null): Partial<ListState> {
    const all = [...items];
    this.#pages.push({ start: all.length, cursor, rows: page.items.length });
    for (const item of page.items) {
      // What has no id is no transfer: it is on /status, among what was set aside.
      if (item.id === null || this.#indexes.has(item.id)) continue;
      this.#indexes.set(item.id, all.length);
      all.push(item);
    }
    return { items: all, next: page.nextCursor, reading: undefined, error: undefined, ...this.#hear(page) };
  }

  #hear({
    coverage,
    liveLookup,
    note,
  }: { coverage: Coverage } & Partial<TransferListPage>): Pick<ListState, 'about' | 'heardAt'> {
    return {
      about: { coverage, ...(liveLookup && { liveLookup }), ...(note !== undefined && { note }) },
      heardAt: performance.now(),
    };
  }

  #set(change: Partial<ListState>): void {
    this.#state = { ...this.#state, ...change };
    for (const onChange of this.#listeners) onChange();
  }
}
