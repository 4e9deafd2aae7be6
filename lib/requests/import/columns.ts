import { OPTIONAL_FIELDS } from '@/lib/withdrawals/fields';
import { showsDecimalComma } from '@/lib/money/amount-readings';
import { defineColumns, type MappedColumn } from '@/lib/sheets/columns';
import type { Sheet } from '@/lib/text/sheet';

/** Fields of a sheet's columns, with other names that people use. Only metadata can fill several columns. */
export const SHEET_FIELDS = [
  { id: 'profile', label: 'Profile', names: ['profile id', 'from', 'from profile', 'source', 'source profile'] },
  { id: 'asset', label: 'Asset', names: ['currency', 'coin', 'token', 'ticker', 'symbol', 'crypto asset'] },
  {
    id: 'network',
    label: 'Network',
    names: ['crypto network', 'chain', 'chain id', 'network id', 'blockchain', 'blockchain network'],
  },
  { id: 'recipient', label: 'Recipient', names: ['recipient name', 'payee', 'counterparty', 'saved recipient'] },
  {
    id: 'address',
    label: 'Address',
    names: [
      'to',
      'to address',
      'destination',
      'destination address',
      'recipient address',
      'wallet',
      'wallet address',
      'crypto address',
      'send to',
    ],
  },
  {
    id: 'amount',
    label: 'Amount',
    names: ['value', 'quantity', 'qty', 'sum', 'recipient gets', 'recipient gets exactly'],
  },
  {
    id: 'total',
    label: 'Total',
    names: [
      'total amount',
      'total with fees',
      'total including fees',
      'balance falls by',
      'balance falls by exactly',
      'gross',
    ],
  },
  { id: 'reference', label: 'Reference', names: ['reference id', 'ref', 'ref id', 'client reference', 'external id'] },
  { id: 'memo', label: 'Memo', names: ['tag', 'destination tag', 'memo id', 'memo or tag', 'memo tag'] },
  { id: 'noMemo', label: 'No memo', names: ['needs no memo', 'without memo', 'memo not needed'] },
  { id: 'note', label: 'Note', names: ['notes', 'comment', 'comments', 'description', 'remark', 'note not sent'] },
  { id: 'firstName', label: 'Beneficiary first name', names: ['first name', 'given name'] },
  { id: 'lastName', label: 'Beneficiary last name', names: ['last name', 'surname', 'family name'] },
  {
    id: 'institution',
    label: 'Beneficiary institution',
    names: ['institution', 'institution name', 'beneficiary company', 'company'],
  },
  ...OPTIONAL_FIELDS.map(({ name, label, headings }) => ({ id: name, label, names: headings })),
] as const;

export type SheetField = (typeof SHEET_FIELDS)[number]['id'];

/** A column of a sheet of withdrawals, with its field (`MappedColumn`). */
export interface SheetColumn extends MappedColumn<SheetField | 'metadata'> {
  /** Set once a cell showed a decimal comma or points between thousands; stays when the cell is corrected. */
  hasDecimalComma?: true;
}

const METADATA = /^meta(?:data)?[\s:._/-]+(?=\S)/i;

/** The columns of a sheet of withdrawals. */
export const WITHDRAWAL_COLUMNS = defineColumns<SheetField | 'metadata'>({
  fields: SHEET_FIELDS,
  repeated: { id: 'metadata', label: 'Metadata', fits: METADATA },
  required: [
    { field: 'profile', label: 'Profile' },
    { field: 'asset', label: 'Asset' },
    { field: 'network', label: 'Network', or: ['recipient'] },
    { field: 'address', label: 'Address (or Recipient, by name in the address book)', or: ['recipient'] },
    { field: 'amount', label: 'Amount (or Total)', or: ['total'] },
  ],
});

/** Maps the columns of a sheet by name, and notes what the cells of all rows, comments too, show of separators. */
export function readColumns({ columns, rows }: Sheet): readonly SheetColumn[] {
  const cells = rows.flatMap((row) => row.map((text, column) => ({ column, text })));
  return noteDecimalCommas(WITHDRAWAL_COLUMNS.mapColumns(columns), cells);
}

/** Notes which columns have a cell that shows a decimal comma; gives the same columns where nothing changes. */
export function noteDecimalCommas(
  columns: readonly SheetColumn[],
  cells: Iterable<{ column: number; text: string }>,
): readonly SheetColumn[] {
  const found = new Set<number>();
  for (const { column, text } of cells)
    if (columns[column]?.hasDecimalComma === undefined && !found.has(column) && showsDecimalComma(text))
      found.add(column);
  if (found.size === 0) return columns;
  return columns.map((column, index) => (found.has(index) ? { ...column, hasDecimalComma: true } : column));
}

/**
 * Tells whether a sheet is written with decimal commas: one of its columns of amounts shows that, or a column that is
 * ignored. Other columns hold texts, which say nothing about amounts.
 */
export function isWithDecimalCommas(columns: readonly SheetColumn[]): boolean {
  return columns.some(
    ({ field, hasDecimalComma }) =>
      hasDecimalComma === true && (field === undefined || field === 'amount' || field === 'total'),
  );
}

/** Gives the key under which a metadata column is sent: “metadata: ticket” gives “ticket”. */
export function metadataKeyOf({ name }: SheetColumn): string {
  return name.replace(METADATA, '');
}

/** Gives the label of a column. */
export function labelOf(column: SheetColumn): string {
  if (column.field === 'metadata') return `Metadata: ${metadataKeyOf(column)}`;
  return SHEET_FIELDS.find(({ id }) => id === column.field)?.label ?? column.name;
}
