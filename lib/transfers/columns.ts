/** The parts of the column menu, in their order. */
export const COLUMN_GROUPS = ['Payment', 'Money', 'Network', 'Accounts', 'Service record'] as const;

/** A column of the list and of exports. */
export interface TransferColumn {
  id: string;
  title: string;
  /** The path in the record (docs/specification/service-interface.md#transfer-record); empty for the whole record. */
  path: readonly string[];
  /** The kind of value; an `object` is written as JSON. */
  kind: 'text' | 'amount' | 'time' | 'object';
  group: (typeof COLUMN_GROUPS)[number];
  /**
   * What an export makes of the member: its value with the sign of the direction, the same for completed transfers
   * only, the asset of the balance, or the name that administrators gave the profile. Without it, the member as the
   * service gave it.
   */
  computed?: 'signed' | 'balance change' | 'balance asset' | 'profile name';
}

/** All columns: those of the default export in its order, then the others. */
export const TRANSFER_COLUMNS = [
  { id: 'created', title: 'Created', path: ['created_at'], kind: 'time', group: 'Payment' },
  { id: 'reference', title: 'Reference', path: ['ref_id'], kind: 'text', group: 'Payment' },
  { id: 'transfer', title: 'Transfer', path: ['id'], kind: 'text', group: 'Payment' },
  { id: 'type', title: 'Type', path: ['type'], kind: 'text', group: 'Payment' },
  { id: 'direction', title: 'Direction', path: ['direction'], kind: 'text', group: 'Payment' },
  { id: 'status', title: 'Status', path: ['status'], kind: 'text', group: 'Payment' },
  { id: 'asset', title: 'Asset', path: ['asset'], kind: 'text', group: 'Money' },
  { id: 'amount', title: 'Amount', path: ['amount'], kind: 'amount', group: 'Money', computed: 'signed' },
  { id: 'fee', title: 'Fee', path: ['fee'], kind: 'amount', group: 'Money' },
  {
    id: 'balance_change',
    title: 'Balance change',
    path: ['total'],
    kind: 'amount',
    group: 'Money',
    computed: 'balance change',
  },
  {
    id: 'balance_asset',
    title: 'Balance asset',
    path: ['balance_asset'],
    kind: 'text',
    group: 'Money',
    computed: 'balance asset',
  },
  { id: 'network', title: 'Network', path: ['crypto_network'], kind: 'text', group: 'Network' },
  { id: 'total', title: 'Total', path: ['total'], kind: 'amount', group: 'Money' },
  { id: 'destination', title: 'Destination', path: ['destination_address'], kind: 'text', group: 'Network' },
  { id: 'hash', title: 'Transaction hash', path: ['crypto_tx_hash'], kind: 'text', group: 'Network' },
  { id: 'memo', title: 'Memo', path: ['memo'], kind: 'text', group: 'Payment' },
  { id: 'secondary', title: 'Secondary status', path: ['secondary_status', 'name'], kind: 'text', group: 'Payment' },
  { id: 'profile', title: 'Profile', path: ['profile_id'], kind: 'text', group: 'Accounts' },
  {
    id: 'profile_name',
    title: 'Profile name',
    path: ['profile_id'],
    kind: 'text',
    group: 'Accounts',
    computed: 'profile name',
  },
  { id: 'updated', title: 'Updated', path: ['updated_at'], kind: 'time', group: 'Payment' },
  { id: 'group', title: 'Group', path: ['group_id'], kind: 'text', group: 'Accounts' },
  { id: 'metadata', title: 'Metadata', path: ['metadata'], kind: 'object', group: 'Payment' },
  { id: 'amount_unsigned', title: 'Amount (unsigned)', path: ['amount'], kind: 'amount', group: 'Money' },
  { id: 'notional', title: 'USD value', path: ['notional_value'], kind: 'amount', group: 'Money' },
  {
    id: 'balance_asset_given',
    title: 'Balance asset (as given)',
    path: ['balance_asset'],
    kind: 'text',
    group: 'Money',
  },
  { id: 'conversion', title: 'Conversion', path: ['auto_conversion'], kind: 'object', group: 'Money' },
  { id: 'output', title: 'Transaction output', path: ['crypto_tx_index'], kind: 'text', group: 'Network' },
  { id: 'customer', title: 'Customer', path: ['customer_id'], kind: 'text', group: 'Accounts' },
  { id: 'identity', title: 'Identity', path: ['identity_id'], kind: 'text', group: 'Accounts' },
  { id: 'account', title: 'Account', path: ['account_id'], kind: 'text', group: 'Accounts' },
  { id: 'fiat_account', title: 'Fiat account', path: ['fiat_account_id'], kind: 'text', group: 'Accounts' },
  {
    id: 'secondary_status',
    title: 'Secondary status (JSON)',
    path: ['secondary_status'],
    kind: 'object',
    group: 'Service record',
  },
  {
    id: 'status_details',
    title: 'Status details (JSON)',
    path: ['status_details'],
    kind: 'object',
    group: 'Service record',
  },
  { id: 'record', title: 'Whole record (JSON)', path: [], kind: 'object', group: 'Service record' },
] as const satisfies readonly TransferColumn[];

/** The ID of a column, as in addresses and saved settings. */
export type TransferColumnId = (typeof TRANSFER_COLUMNS)[number]['id'];

/** The columns of an export for which none were chosen (docs/specification/console-contract.md#exports). */
export const EXPORT_COLUMNS: readonly (typeof TRANSFER_COLUMNS)[number][] = TRANSFER_COLUMNS.slice(
  0,
  TRANSFER_COLUMNS.findIndex(({ id }) => id === 'metadata') + 1,
);

/**
 * Reads a comma-separated list of column IDs, in its order and each once; skips unknown IDs, and gives the columns of
 * the default export where none is known.
 */
export function readColumns(ids: string | null): TransferColumn[] {
  const named = [...new Set((ids ?? '').split(','))].flatMap<TransferColumn>(
    (id) => TRANSFER_COLUMNS.find((column) => column.id === id) ?? [],
  );
  return named.length > 0 ? named : [...EXPORT_COLUMNS];
}

/** Gives the title of a column. */
export function columnTitle(id: TransferColumnId): string {
  return TRANSFER_COLUMNS.find((column) => column.id === id)?.title ?? id;
}
