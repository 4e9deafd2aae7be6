import type { Network } from '@/lib/networks/network-definition';
import { EMPTY_RECIPIENT_FORM, type RecipientForm } from '@/lib/recipients/form';
import { readJsonBook } from '@/lib/recipients/json-book';
import { RECIPIENT_CELLS, type RecipientCellId } from '@/lib/recipients/sheet';
import { columnOf, defineColumns, type MappedColumn, type MissingColumn } from '@/lib/sheets/columns';
import { readDestination } from '@/lib/sheets/read-destination';
import { readTable, type TableReading } from '@/lib/sheets/read-table';
import type { SheetAnswers, SheetFile } from '@/lib/sheets/sheet-file';

/** Field of a column: a cell of the form, or the asset, which no entry has and which may say the network. */
export type RecipientField = RecipientCellId | 'asset';
export type RecipientColumn = MappedColumn<RecipientField>;

const IDS = Object.keys(RECIPIENT_CELLS) as RecipientCellId[];

/** The columns of a sheet of recipients. */
export const RECIPIENT_COLUMNS = defineColumns<RecipientField>({
  fields: [
    ...IDS.map((id) => ({ id, label: RECIPIENT_CELLS[id].column, names: RECIPIENT_CELLS[id].names })),
    {
      id: 'asset',
      label: 'Asset',
      names: [
        'asset id',
        'asset name',
        'currency',
        'coin',
        'token',
        'ticker',
        'symbol',
        'crypto asset',
        'cryptocurrency',
      ],
    },
  ],
  required: [
    { field: 'name', label: 'Name' },
    { field: 'network', label: 'Network' },
    { field: 'address', label: 'Address' },
  ],
});

/** What a person typed into cells of a row, in place of what the sheet has. */
export type RowEdits = Readonly<Partial<Record<RecipientCellId, string>>>;

/** Row of a sheet of recipients, with what was typed into it. */
export interface RecipientRow {
  cells: readonly string[];
  edits: RowEdits;
}

/** Reads a file of recipients: a sheet, or a wallet's backup in JSON (`readJsonBook`). */
export function readRecipientFile(file: SheetFile, answers: SheetAnswers): TableReading {
  const book = file.kind === 'text' ? readJsonBook(file.text) : undefined;
  if (book && !book.ok) return { questions: [], facts: [], value: book };
  return readTable(book ? { kind: 'text', text: book.value } : file, answers, RECIPIENT_COLUMNS.names);
}

/**
 * Reads a row as a form, each cell as written but for what `readDestination` takes from network, address and asset. A
 * network that is none of `networks` stays as written. `asset` is what the sheet says of it; empty for nothing.
 */
export function readRecipientRow(
  { cells, edits }: RecipientRow,
  { columns, networks }: { columns: readonly RecipientColumn[]; networks: readonly Network[] },
): { form: RecipientForm; asset: string } {
  const text = (field: RecipientField) => cells[columnOf(columns, field)] ?? '';
  const asset = text('asset');
  const { network, named, address } = readDestination(
    { network: edits.network ?? text('network'), address: text('address'), asset },
    networks,
  );
  const read: RowEdits = { network: network ?? named, address, ...edits };
  let form = EMPTY_RECIPIENT_FORM;
  for (const id of IDS) form = RECIPIENT_CELLS[id].write(form, read[id] ?? text(id));
  return { form, asset };
}

/** Finds the columns that are missing; that of the network only where a row says nothing of its network. */
export function findMissingColumns(
  columns: readonly RecipientColumn[],
  forms: readonly RecipientForm[],
): MissingColumn<RecipientField>[] {
  return RECIPIENT_COLUMNS.findMissing(columns).filter(
    ({ field }) => field !== 'network' || forms.some(({ network }) => network === ''),
  );
}
