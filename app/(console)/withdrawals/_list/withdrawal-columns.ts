import { clsx } from 'clsx';
import { createColumnSettings } from '@/components/list/column-settings';
import type { ListColumns } from '@/components/list/list-table';
import { REQUEST_COLUMNS, type RequestColumnId } from '@/lib/requests/list/columns';

/** The columns of the list of withdrawals, as they are chosen in this browser. */
export const REQUEST_COLUMN_SETTINGS = createColumnSettings<RequestColumnId>({
  key: 'countersign.withdrawal-columns',
  ids: REQUEST_COLUMNS.map(({ id }) => id),
  defaults: ['created', 'reference', 'amount', 'recipient', 'network', 'requester', 'status'],
  fixed: 'reference',
});

interface ColumnStyle {
  /** The minimum width (rem), and the share of the remaining width. */
  min: number;
  share: number;
  /** The class of the place in a card (components/list/rows.css). Other columns are not in the card. */
  card?: string;
  className?: string;
}

const CUT = 't-cut';
const CODE = 't-cut t-code';
const NUMBER = 't-number';

const STYLES: Record<RequestColumnId, ColumnStyle> = {
  created: { min: 6.75, share: 0, card: 't-p7', className: 't-cut t-dim' },
  reference: { min: 10, share: 1.4, card: 't-p1' },
  amount: { min: 12, share: 1.2, card: 't-p2', className: NUMBER },
  memo: { min: 8, share: 1, className: CUT },
  recipient: { min: 10, share: 1.3, card: 't-p5', className: CUT },
  destination: { min: 10, share: 1.3, className: CODE },
  network: { min: 8, share: 0.8, className: CUT },
  requester: { min: 8, share: 0.8, card: 't-p8', className: CUT },
  status: { min: 11, share: 1.2, card: 't-p6', className: 't-cut t-status' },
  expires: { min: 6.75, share: 0, className: 't-cut t-dim' },
  batch: { min: 8, share: 1, className: CUT },
  request: { min: 10, share: 1, className: CODE },
};

const GAP_REM = 1;

/** Gives the grid of rows with these columns. */
export function gridOf(columns: readonly RequestColumnId[]): ListColumns {
  const styles = columns.map((id) => STYLES[id]);
  return {
    count: columns.length,
    template: styles.map(({ min, share }) => (share === 0 ? `${min}rem` : `minmax(${min}rem,${share}fr)`)).join(' '),
    minWidth: styles.reduce((sum, { min }) => sum + min + GAP_REM, 0.75),
  };
}

/** Gives the classes of a column's cells. */
export function cellClass(id: RequestColumnId): string {
  return clsx('t-cell', STYLES[id].card, STYLES[id].className);
}

/** Gives the classes of a column's heading. */
export function headClass(id: RequestColumnId): string {
  return clsx('t-cell', STYLES[id].card, CUT, id === 'amount' && 't-right');
}
