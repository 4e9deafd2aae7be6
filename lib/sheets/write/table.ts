/** The file formats of a table. */
export const TABLE_FORMATS = ['csv', 'xlsx'] as const;
/** One of TABLE_FORMATS. */
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** A column of a file, which every format of the file has. */
export interface TableColumn {
  title: string;
  /**
   * `amount`: decimal digits, which a workbook holds as a number where no digit is lost; `count`: the same of whole
   * numbers. Any other kind, and none, is text.
   */
  kind?: string;
}

/** A table that is held in memory. */
export interface Table {
  /** The name of the sheet in a workbook. */
  sheet: string;
  columns: readonly TableColumn[];
  rows: Iterable<readonly string[]>;
}

/** The content types of the formats. */
export const TABLE_TYPES: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Writes a file piece by piece, as text; `pack` makes the file of the text. */
export interface TableWriter {
  format: TableFormat;
  /** The beginning, with the titles of the columns. */
  head: string;
  /** Writes a row from the text of each of its cells. */
  row: (cells: readonly string[]) => string;
  /** Writes a remark about the table: below the rows of a CSV file, on a sheet of its own in a workbook. */
  remark: (text: string) => string;
  /**
   * Writes the last line of a file that ends before its end: nothing in a workbook, which no program opens then.
   */
  interruption: (reason: string) => string;
  /** Makes the file of all its text, in UTF-8, as fast as it is read. Fails as the text fails. */
  pack: (text: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>;
}

/** The most rows below the titles that a sheet of a workbook has, by the specification of Excel. */
export const MAX_WORKBOOK_ROWS = 1_048_575;

/** Says how a CSV file is opened without damage. */
export const HOW_TO_OPEN_CSV =
  'In Excel, open a CSV file by Data, From Text/CSV, and choose “Do not detect data types”: ' +
  'a double click turns long references into numbers.';

/** Says what a workbook makes of the amounts that a spreadsheet would round. */
export const EXACT_AMOUNTS = 'In the Excel file, amounts with more than 15 digits are text, so that no digit is lost.';

/** Reads a format from the `format` of an address; CSV where it is another. */
export function readTableFormat(format: string | null): TableFormat {
  return TABLE_FORMATS.find((known) => known === format) ?? 'csv';
}
