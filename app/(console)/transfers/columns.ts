import { clsx } from 'clsx';

/** What a row shows, in its order. */
export const COLUMNS = ['Created', 'Reference', 'Type', 'Amount', 'Network', 'Status'] as const;
export type Column = (typeof COLUMNS)[number];

// The list decides by its own width (`@container/list`), because the details beside it take some of the window's:
// below 42rem a row is a card of two lines, below 58rem there is no room for the type.
export const ROW = clsx(
  'relative flex h-(--row) flex-wrap content-center items-center gap-x-3 border-b border-line px-3',
  '@2xl/list:grid @2xl/list:grid-cols-[7.5rem_minmax(0,1.1fr)_minmax(0,1.35fr)_7rem_minmax(0,1.25fr)] @2xl/list:gap-x-4',
  '@4xl/list:grid-cols-[7.5rem_minmax(0,1.1fr)_minmax(0,1fr)_minmax(0,1.35fr)_7rem_minmax(0,1.25fr)]',
);

/** The height of a row, which the virtual list reads back from the style. */
export const ROW_HEIGHT = '[--row:68px] @2xl/list:[--row:44px]';

// In a card the order is Reference, Amount; Created, Network, Status.
const CELLS: Record<Column, string> = {
  Created: 'order-3 text-dim @max-2xl/list:text-xs',
  Reference: 'order-1 flex-1',
  Type: 'hidden text-dim @4xl/list:block',
  Amount: 'order-2 max-w-[68%] text-right',
  Network: 'order-4 flex-1 text-dim @max-2xl/list:text-xs @2xl/list:text-ink',
  Status: 'order-5 max-w-[60%] @max-2xl/list:text-xs @2xl/list:max-w-none',
};

export function cellClass(column: Column, className?: string): string {
  return clsx('min-w-0 @2xl/list:order-none', CELLS[column], className);
}
