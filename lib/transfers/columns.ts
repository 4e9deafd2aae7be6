/** A column of the list and of exports. */
export interface TransferColumn {
  id: string;
  title: string;
  /** The path in the record (docs/specification/service-interface.md#transfer-record). */
  path: readonly string[];
  /** The kind of value; an `object` is written as JSON. */
  kind: 'text' | 'amount' | 'time' | 'object';
}

/** All columns, in their default order. */
export const TRANSFER_COLUMNS = [
  { id: 'created', title: 'Created', path: ['created_at'], kind: 'time' },
  { id: 'updated', title: 'Updated', path: ['updated_at'], kind: 'time' },
  { id: 'reference', title: 'Reference', path: ['ref_id'], kind: 'text' },
  { id: 'transfer', title: 'Transfer', path: ['id'], kind: 'text' },
  { id: 'type', title: 'Type', path: ['type'], kind: 'text' },
  { id: 'direction', title: 'Direction', path: ['direction'], kind: 'text' },
  { id: 'amount', title: 'Amount', path: ['amount'], kind: 'amount' },
  { id: 'fee', title: 'Fee', path: ['fee'], kind: 'amount' },
  { id: 'total', title: 'Total', path: ['total'], kind: 'amount' },
  { id: 'asset', title: 'Asset', path: ['asset'], kind: 'text' },
  { id: 'network', title: 'Network', path: ['crypto_network'], kind: 'text' },
  { id: 'destination', title: 'Destination', path: ['destination_address'], kind: 'text' },
  { id: 'hash', title: 'Transaction hash', path: ['crypto_tx_hash'], kind: 'text' },
  { id: 'memo', title: 'Memo', path: ['memo'], kind: 'text' },
  { id: 'status', title: 'Status', path: ['status'], kind: 'text' },
  { id: 'secondary', title: 'Secondary status', path: ['secondary_status', 'name'], kind: 'text' },
  { id: 'profile', title: 'Profile', path: ['profile_id'], kind: 'text' },
  { id: 'group', title: 'Group', path: ['group_id'], kind: 'text' },
  { id: 'metadata', title: 'Metadata', path: ['metadata'], kind: 'object' },
] as const satisfies readonly TransferColumn[];

/** The ID of a column, as in addresses and saved settings. */
export type TransferColumnId = (typeof TRANSFER_COLUMNS)[number]['id'];

/**
 * Reads a comma-separated list of column IDs, in its order and each once; skips unknown IDs, and gives all columns
 * where none is known.
 */
export function readColumns(ids: string | null): TransferColumn[] {
  const named = [...new Set((ids ?? '').split(','))].flatMap(
    (id) => TRANSFER_COLUMNS.find((column) => column.id === id) ?? [],
  );
  return named.length > 0 ? named : [...TRANSFER_COLUMNS];
}
