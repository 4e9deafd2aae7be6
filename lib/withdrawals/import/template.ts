import { formatCsvCell } from '@/lib/transfers/export-format';
import type { Sheet } from '@/lib/text/sheet';
import type { EditedSheet } from '@/lib/withdrawals/import/edit-sheet';
import type { SheetRow } from '@/lib/withdrawals/import/read-row';

// What begins a remark instead of a withdrawal, as in the console's own exports.
const REMARK = '#';

const EXAMPLE = [
  ['Profile', '# an example, left out when this is opened: p-operations'],
  ['Asset', 'USDC'],
  ['Network', 'Ethereum'],
  ['Recipient', ''],
  ['Address', '0x52908400098527886E0F7030069857D2E4169EE7'],
  ['Amount', '1250.75'],
  ['Total', ''],
  ['Reference', 'invoice-2041'],
  ['Memo', ''],
  ['No memo', ''],
  ['Note', 'The invoice of October'],
  ['Metadata: ticket', 'OPS-4411'],
] as const;

/** A sheet to be filled in, as CSV: the columns that most withdrawals need, and an example that is no withdrawal. */
export function writeTemplate(): string {
  return writeLines([EXAMPLE.map(([column]) => column), EXAMPLE.map(([, cell]) => cell)]);
}

/** A sheet as CSV, as it stands. */
export function writeSheet({ columns, rows }: EditedSheet): string {
  return writeLines([
    columns.map(({ name }) => name),
    ...rows.map(({ cells }) => columns.map((_column, index) => cells[index] ?? '')),
  ]);
}

function writeLines(lines: readonly (readonly string[])[]): string {
  // Without the mark, spreadsheets take UTF-8 for something else.
  return `\uFEFF${lines.map((cells) => `${cells.map(formatCsvCell).join(',')}\r\n`).join('')}`;
}

/** The rows of a sheet that are withdrawals, and how many are remarks. */
export function withoutRemarks({ rows }: Sheet): { rows: SheetRow[]; remarks: number } {
  const withdrawals = rows.filter(([first]) => !first?.startsWith(REMARK));
  return {
    rows: withdrawals.map((cells, index) => ({ number: index + 1, cells, chosenAddress: '' })),
    remarks: rows.length - withdrawals.length,
  };
}
