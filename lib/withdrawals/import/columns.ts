import { OPTIONAL_FIELDS } from '@/lib/withdrawals/fields';
import { showsDecimalComma } from '@/lib/money/amount-readings';
import type { ColumnNames } from '@/lib/sheets/read-table';
import type { Sheet } from '@/lib/text/sheet';

/** Fields of a sheet's columns, with other names that people use. Only metadata can fill several columns. */
export const SHEET_FIELDS = [
  { id: 'profile', label: 'Profile', names: ['profile id', 'from', 'from profile', 'source', 'source profile'] },
  { id: 'asset', label: 'Asset', names: ['currency', 'coin', 'token', 'ticker', 'symbol', 'crypto asset'] },
  { id: 'network', label: 'Network', names: ['crypto network', 'chain', 'blockchain', 'blockchain network'] },
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

/** A column with its name in the sheet and its field; ignored without a field. */
export interface SheetColumn {
  name: string;
  field?: SheetField | 'metadata' | undefined;
  /** Set once a cell showed a decimal comma or points between thousands; stays when the cell is corrected. */
  hasDecimalComma?: true;
}

const METADATA = /^meta(?:data)?[\s:._/-]+(?=\S)/i;

const FIELDS_BY_NAME: ReadonlyMap<string, SheetField> = new Map(
  SHEET_FIELDS.flatMap(({ id, label, names }) => [label, ...names].map((name) => [plain(name), id] as const)),
);

/** Gives the field that a column of this name has, ignoring case and punctuation; undefined for one that is unknown. */
function fieldOfName(name: string): SheetColumn['field'] {
  return METADATA.test(name) ? 'metadata' : FIELDS_BY_NAME.get(plain(name));
}

/** The columns by which the reader of a file finds the row of the names, and two columns for one field. */
export const SHEET_COLUMNS: ColumnNames = {
  knows: (name) => fieldOfName(name) !== undefined,
  fieldOf: (name) => SHEET_FIELDS.find(({ id }) => id === fieldOfName(name))?.label,
};

/** Maps columns to fields by name, ignoring case and punctuation. Of two columns for one field the first counts. */
export function mapColumns(names: readonly string[]): SheetColumn[] {
  const taken = new Set<SheetField>();
  return names.map((name) => {
    const field = fieldOfName(name);
    if (field === undefined || (field !== 'metadata' && taken.has(field))) return { name };
    if (field !== 'metadata') taken.add(field);
    return { name, field };
  });
}

/** Maps the columns of a sheet by name, and notes what the cells of all rows, comments too, show of separators. */
export function readColumns({ columns, rows }: Sheet): readonly SheetColumn[] {
  const cells = rows.flatMap((row) => row.map((text, column) => ({ column, text })));
  return noteDecimalCommas(mapColumns(columns), cells);
}

/** Maps a column to another field. A column that had this field loses it. */
export function assignColumn(
  columns: readonly SheetColumn[],
  index: number,
  field: SheetColumn['field'],
): SheetColumn[] {
  return columns.map((column, at) => {
    if (at === index) return { ...column, field };
    return column.field === field && field !== 'metadata' ? { ...column, field: undefined } : column;
  });
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

/** Finds the index of a field's column; -1 where there is none. */
export function columnOf(columns: readonly SheetColumn[], field: SheetField): number {
  return columns.findIndex((column) => column.field === field);
}

/** Finds the required fields that have no column, with their labels. */
export function findMissingColumns(columns: readonly SheetColumn[]): { field: SheetField; label: string }[] {
  const has = (...fields: SheetField[]) => fields.some((field) => columnOf(columns, field) !== -1);
  return [
    ...(has('profile') ? [] : [{ field: 'profile', label: 'Profile' } as const]),
    ...(has('asset') ? [] : [{ field: 'asset', label: 'Asset' } as const]),
    ...(has('network', 'recipient') ? [] : [{ field: 'network', label: 'Network' } as const]),
    ...(has('address', 'recipient')
      ? []
      : [{ field: 'address', label: 'Address (or Recipient, by name in the address book)' } as const]),
    ...(has('amount', 'total') ? [] : [{ field: 'amount', label: 'Amount (or Total)' } as const]),
  ];
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

/** Removes case, spaces and punctuation, which people write differently. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
