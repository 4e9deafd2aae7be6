import { clsx } from 'clsx';

/** What a row shows, in its order. */
export const COLUMNS = ['Created', 'Reference', 'Type', 'Amount', 'Network', 'Status'] as const;
export type Column = (typeof COLUMNS)[number];

/** A row that is not made of columns. */
export const PLAIN_ROW = 'relative h-(--row) border-b border-line px-3';

// The list decides by its own width (`@container/list`), because the details beside it take some of the window's:
// below 640 px a row is a card of two lines, below 900 px there is no room for the type.
export const ROW = clsx(
  PLAIN_ROW,
  'flex flex-wrap content-center items-baseline gap-x-3 gap-y-0.5',
  // Where the second line of a card begins.
  "before:order-3 before:h-0 before:basis-full before:content-[''] @min-[640px]/list:before:hidden",
  '@min-[640px]/list:grid @min-[640px]/list:items-center @min-[640px]/list:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1.6fr)_6.5rem_12.5rem] @min-[640px]/list:gap-x-5',
  '@min-[900px]/list:grid-cols-[6rem_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1.5fr)_7rem_minmax(12.5rem,1.2fr)]',
);

/** The height of a row, which the virtual list reads back from the style. */
export const ROW_HEIGHT = '[--row:68px] @min-[640px]/list:[--row:44px]';

// In a card the order is Reference, Amount; Created, Network, Status.
const CELLS: Record<Column, string> = {
  Created: 'order-4 @max-[640px]/list:text-xs',
  Reference: 'order-1 flex flex-1 items-center gap-2',
  Type: 'hidden @min-[900px]/list:block',
  Amount: 'order-2 max-w-[74%] text-right @min-[640px]/list:max-w-none',
  Network: 'order-5 flex-1 @max-[640px]/list:text-xs',
  Status: 'order-6 max-w-[60%] @max-[640px]/list:text-xs @min-[640px]/list:max-w-none',
};

export function cellClass(column: Column, className?: string): string {
  return clsx('min-w-0 @min-[640px]/list:order-none', CELLS[column], className);
}
