import { createCsvTable } from '@/lib/sheets/write/csv-table';
import type { Table } from '@/lib/sheets/write/table';
import { isWithDecimalCommas, type SheetColumn } from '@/lib/requests/import/columns';
import type { Sheet } from '@/lib/text/sheet';
import type { EditedSheet } from '@/lib/requests/import/edit-sheet';
import type { SheetRow } from '@/lib/requests/import/read-row';

// Begins a comment instead of a withdrawal, as in the console's exports.
const COMMENT = '#';

const EXAMPLE = [
  ['Profile', '# example, ignored on import: p-operations'],
  ['Asset', 'USDC'],
  ['Network', 'Ethereum'],
  ['Recipient', ''],
  ['Address', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['Amount', '1250.75'],
  ['Total', ''],
  ['Reference', 'invoice-2041'],
  ['Memo', ''],
  ['No memo', ''],
  ['Note', 'October invoice'],
  ['Metadata: ticket', 'OPS-4411'],
] as const;

/** Writes a template as CSV: the columns that most withdrawals need, and an example row that an import ignores. */
export function writeTemplate(): string {
  const { head, row } = createCsvTable(EXAMPLE.map(([title]) => ({ title })));
  return head + row(EXAMPLE.map(([, cell]) => cell));
}

/**
 * Gives a sheet as a table, with all cells as they are. A comment says that the sheet had decimal commas, so that a
 * point is asked about when it is read again; its amounts then are texts, since a point may separate thousands.
 */
export function toTable({ columns, rows }: EditedSheet): Table {
  const hasCommas = isWithDecimalCommas(columns);
  return {
    sheet: 'Withdrawals',
    columns: columns.map(({ name, field }) => ({
      title: name,
      ...(!hasCommas && (field === 'amount' || field === 'total') && { kind: 'amount' as const }),
    })),
    rows: [
      ...rows.map(({ cells }) => columns.map((_column, index) => cells[index] ?? '')),
      ...(hasCommas ? [columns.map(describeDecimalComma)] : []),
    ],
  };
}

function describeDecimalComma({ field }: SheetColumn, index: number): string {
  if (index === 0) return `${COMMENT} this sheet had amounts with a decimal comma, such as 0,5`;
  return field === 'amount' || field === 'total' ? '0,5' : '';
}

/** Separates the withdrawals of a sheet from its comment rows, which begin with #. */
export function separateComments({ rows }: Sheet): { rows: SheetRow[]; comments: number } {
  const withdrawals = rows.filter(([first]) => !first?.startsWith(COMMENT));
  return {
    rows: withdrawals.map((cells, index) => ({ number: index + 1, cells, chosenAddress: '' })),
    comments: rows.length - withdrawals.length,
  };
}
