/**
 * The columns of the list from 1024 px on: Created, Reference, Amount, Recipient, Network, Requester, Status. Below, a
 * row is a card of two columns.
 */
const COLUMNS =
  'lg:grid-cols-[6.5rem_minmax(0,1.5fr)_minmax(0,1.2fr)_minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.1fr)]';

/** The classes of a row: relative, since the link of its reference covers it. */
export const ROW = `relative grid grid-cols-2 items-center gap-x-4 gap-y-1 px-3 py-2 text-body hover:bg-soft ${COLUMNS}`;
/** The classes of the row of headings, which only screen readers find below 1024 px. */
export const HEAD_ROW = `grid items-center gap-x-4 border-b border-line px-3 py-2 text-label text-dim max-lg:sr-only ${COLUMNS}`;
/** The classes of the link that covers its row. */
export const ROW_LINK =
  'outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';
/** The classes of the cells in a card, where they are not those of a row. */
export const CELLS = {
  created: 'order-5 text-label text-dim lg:order-none lg:text-body',
  reference: 'order-1 min-w-0 lg:order-none',
  amount: 'order-2 min-w-0 text-right lg:order-none',
  recipient: 'order-3 min-w-0 lg:order-none',
  network: 'order-6 min-w-0 text-right text-label text-dim lg:order-none lg:text-left lg:text-body',
  requester: 'order-7 col-span-2 min-w-0 truncate text-label text-dim lg:order-none lg:col-span-1 lg:text-body',
  status: 'order-4 min-w-0 text-right lg:order-none lg:text-left',
} as const;
