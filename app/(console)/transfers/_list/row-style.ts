import { clsx } from 'clsx';

/** The classes of a row without columns. */
export const PLAIN_ROW = 'relative h-(--row) border-b border-line px-3';

// By the width of the list (`@container/list`), since the details take some of the window: below 800 px, a row is a
// card of two lines, above, it has the chosen columns.
export const ROW = clsx(
  PLAIN_ROW,
  'flex flex-wrap content-center items-baseline gap-x-3 gap-y-0.5',
  // The second line of a card begins here.
  "before:order-3 before:h-0 before:basis-full before:content-[''] @min-[800px]/list:before:hidden",
  '@min-[800px]/list:grid @min-[800px]/list:min-w-(--columns-min) @min-[800px]/list:grid-cols-(--columns) @min-[800px]/list:items-center @min-[800px]/list:gap-x-4',
);

/** The height of a row, which useListGeometry reads from the style. */
export const ROW_HEIGHT = '[--row:68px] @min-[800px]/list:[--row:44px]';
