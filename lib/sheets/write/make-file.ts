import { writeCsv } from '@/lib/sheets/write/csv-table';
import { type Table, TABLE_TYPES, type TableFormat } from '@/lib/sheets/write/table';

/** Makes the file of a table in the browser. What writes workbooks is loaded with the first one. */
export async function makeTableFile(table: Table, format: TableFormat): Promise<Blob> {
  const type = TABLE_TYPES[format];
  if (format === 'csv') return new Blob([writeCsv(table)], { type });
  const [{ createWorkbookTable }, { BROWSER_PACKER: packer }] = await Promise.all([
    import('@/lib/sheets/write/workbook-table'),
    import('@/lib/sheets/write/packer'),
  ]);
  const writer = createWorkbookTable({ ...table, packer });
  const text = new Blob([writer.head, ...Array.from(table.rows, writer.row)]);
  const packed = await new Response(writer.pack(text.stream())).blob();
  return new Blob([packed], { type });
}
