import { clsx } from 'clsx';

/** A row that is not made of columns. */
export const PLAIN_ROW = 'relative h-(--row) border-b border-line px-3';

// The list decides by its own width (`@container/list`), because the details beside it take some of the window's: below
// 800 px a row is a card of two lines, above it has the columns that were chosen.
export const ROW = clsx(
  PLAIN_ROW,
  'flex flex-wrap content-center items-baseline gap-x-3 gap-y-0.5',
  // Where the second line of a card begins.
  "before:order-3 before:h-0 before:basis-full before:content-[''] @min-[800px]/list:before:hidden",
  '@min-[800px]/list:grid @min-[800px]/list:min-w-(--columns-min) @min-[800px]/list:grid-cols-(--columns) @min-[800px]/list:items-center @min-[800px]/list:gap-x-4',
);

/** The height of a row, which the list reads back from the style. */
export const ROW_HEIGHT = '[--row:68px] @min-[800px]/list:[--row:44px]';
