import { createColumnSettings } from '@/components/list/columns/column-settings';
import { TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';

/** The columns of the list of transfers, as they are chosen in this browser. */
export const TRANSFER_COLUMN_SETTINGS = createColumnSettings<TransferColumnId>({
  key: 'countersign.columns',
  ids: TRANSFER_COLUMNS.map(({ id }) => id),
  defaults: ['created', 'reference', 'amount', 'destination', 'type', 'status'],
  fixed: 'reference',
});
