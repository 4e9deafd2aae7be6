import type { TransferListPage, TransferRow, UnusableItem } from '@/lib/transfers';

/** One line of the list. */
export interface ListedItem {
  key: string;
  item: TransferRow | UnusableItem;
}

/** A walk through the service's pages: what it brought, and how it stands at its end. */
export interface Walk {
  rows: ListedItem[];
  /** The row of each transfer, by id. */
  indexes: ReadonlyMap<string, number>;
  /** Where the next page starts; null where the walk is over. */
  next: string | null;
  /** `repeated`: the service goes in circles, so the walk was stopped and may be incomplete. */
  end: 'more' | 'complete' | 'repeated';
}

// New transfers push known ones onto the next page, so a page of known rows alone can be honest. Three are not.
const MAX_PAGES_WITHOUT_NEWS = 3;

const walks = new WeakMap<readonly TransferListPage[], Walk>();

/**
 * Puts pages together. `cursors` says how each page was asked for (null: the first). Pages drift while transfers are
 * made, so a transfer that comes twice is listed once, where it came first; nothing else is left out.
 */
export function walkPages(pages: readonly TransferListPage[], cursors: readonly (string | null)[]): Walk {
  const known = walks.get(pages);
  if (known) return known;

  const rows: ListedItem[] = [];
  const indexes = new Map<string, number>();
  const unreadable = new Set<string>();
  let pagesWithoutNews = 0;
  for (const { items } of pages) {
    const countBefore = indexes.size + unreadable.size;
    for (const item of items) {
      if (item.id === null) {
        unreadable.add(JSON.stringify(item.raw));
        rows.push({ key: `unreadable ${rows.length}`, item });
      } else if (!indexes.has(item.id)) {
        indexes.set(item.id, rows.length);
        rows.push({ key: `transfer ${item.id}`, item });
      }
    }
    pagesWithoutNews = indexes.size + unreadable.size > countBefore ? 0 : pagesWithoutNews + 1;
  }

  const next = pages.at(-1)?.nextCursor ?? null;
  const isCircle = next !== null && (cursors.includes(next) || pagesWithoutNews >= MAX_PAGES_WITHOUT_NEWS);
  const walk: Walk = { rows, indexes, next: isCircle ? null : next, end: isCircle ? 'repeated' : next === null ? 'complete' : 'more' };
  walks.set(pages, walk);
  return walk;
}
