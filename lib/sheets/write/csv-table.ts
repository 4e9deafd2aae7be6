import type { Table, TableColumn, TableWriter } from '@/lib/sheets/write/table';
import { formatCsvLine } from '@/lib/text/csv';

/** Creates the writer of a table as CSV (RFC 4180, UTF-8 with a byte order mark). No cell is a formula. */
export function createCsvTable(columns: readonly TableColumn[]): TableWriter {
  // With as many cells as a row, since every line of a table has the same number.
  const remark = (text: string) => formatCsvLine([`# ${text}`, ...columns.slice(1).map(() => '')]);
  return {
    format: 'csv',
    // Without the byte order mark, spreadsheets misread UTF-8.
    head: `\uFEFF${formatCsvLine(columns.map(({ title }) => title))}`,
    row: formatCsvLine,
    remark,
    interruption: remark,
    pack: (text) => text,
  };
}

/** Writes a table as the text of a CSV file. */
export function writeCsv({ columns, rows }: Table): string {
  const writer = createCsvTable(columns);
  return writer.head + Array.from(rows, writer.row).join('');
}
