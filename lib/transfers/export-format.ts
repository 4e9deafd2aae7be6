import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';
import { describeQuery } from '@/lib/transfers/describe-query';
import type { TransferColumn } from '@/lib/transfers/columns';
import { type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';
import type { AssetTotal } from '@/lib/transfers/transfer';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What stands below the rows of an export: without it, the file was cut off. */
export interface ExportTrailer {
  rows: number;
  totals: readonly AssetTotal[];
  query: TransferQuery;
  coverage: Coverage;
  /** ISO 8601. */
  at: string;
  by: string;
}

/** How a format is written, piece by piece. */
export interface ExportWriter {
  head: string;
  /** A row whose cells stand in one text with a mark between them, as the database gives it quickest. An empty cell is none. */
  row: (marked: string) => string;
  trailer: (trailer: ExportTrailer) => string;
}

/**
 * The writer of a format for these columns. CSV is that of RFC 4180 in UTF-8 with a byte order mark; the other is JSON
 * Lines. `mark`: letters, digits, `~`, `-` and `_` that no cell holds; cells of a column of objects are JSON.
 */
export function exportWriter(format: ExportFormat, columns: readonly TransferColumn[], mark: string): ExportWriter {
  return format === 'csv' ? csvWriter(columns, mark) : jsonWriter(columns, mark);
}

function csvWriter(columns: readonly TransferColumn[], mark: string): ExportWriter {
  // Where a cell needs a second look; most rows have none, and looking at whole rows is several times quicker.
  const special = new RegExp(String.raw`[",;\r\n]|(?:^|${mark})[=+\-@\t]`);
  // As wide as the rows, since every line of a table has the same number of cells.
  const remark = (text: string) => csvLine([`# ${text}`, ...columns.slice(1).map(() => '')]);
  return {
    head: `\uFEFF${csvLine(columns.map(({ title }) => title))}`,
    row: (marked) => (special.test(marked) ? csvLine(marked.split(mark)) : `${marked.replaceAll(mark, ',')}\r\n`),
    trailer: ({ rows, totals, query, coverage, at, by }) =>
      [
        `Rows: ${rows}`,
        ...totals.map(
          ({ asset, transfers, amount, total, fee }) =>
            `${asset || 'No asset'}: ${transfers} rows, amount ${amount}, total ${total}, fee ${fee}`,
        ),
        `Filter: ${describeQuery(query)}`,
        `Mirror: ${describeCoverage(coverage, 'UTC')}`,
        `Exported: ${at} by ${by}`,
      ]
        .map(remark)
        .join(''),
  };
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell of a CSV file: quoted where it must be, and never a formula to a spreadsheet. A number stays one, also a negative one. */
export function csvCell(text: string): string {
  // Where a spreadsheet separates by other than commas, quotes inside of a line keep nothing together.
  const inner = STARTS_A_CELL.test(text) ? text.charAt(0) + text.slice(1).replaceAll(STARTS_CELLS, "$1'$2") : text;
  const safe = beginsLikeFormula(text) && !PLAIN_NUMBER.test(text) ? `'${inner}` : inner;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const NEEDS_QUOTES = /[",\r\n]/;
const STARTS_A_CELL = /[;\r\n]["\s]*[=+\-@]/;
const STARTS_CELLS = /([;\r\n]["\s]*)([=+\-@])/g;
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
// https://owasp.org/www-community/attacks/CSV_Injection
const FORMULA_STARTS: ReadonlySet<number> = new Set([
  TAB,
  CARRIAGE_RETURN,
  ...Array.from('=+-@', (character) => character.charCodeAt(0)),
]);

function beginsLikeFormula(text: string): boolean {
  return FORMULA_STARTS.has(text.charCodeAt(0));
}

function jsonWriter(columns: readonly TransferColumn[], mark: string): ExportWriter {
  const starts = columns.map(({ id }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(id)}:`);
  const isObject = columns.map(({ kind }) => kind === 'object');
  return {
    head: '',
    row: (marked) => {
      const cells = marked.split(mark);
      let text = '';
      for (let index = 0; index < cells.length; index += 1) {
        const cell = cells[index];
        text += starts[index] + (cell ? (isObject[index] ? cell : jsonText(cell)) : 'null');
      }
      return `${text}}\n`;
    },
    trailer: ({ rows, totals, query, coverage, at, by }) =>
      `${JSON.stringify({ trailer: { rows, totals, filter: describeQuery(query), query: writeTransferQuery(query).toString(), coverage, at, by } })}\n`,
  };
}

// What JSON writes as it is, which is nearly all there is; looking costs less than asking for it to be written.
const ESCAPED_IN_JSON = /[^\x20\x21\x23-\x5b\x5d-\x7e]/;

function jsonText(text: string): string {
  return ESCAPED_IN_JSON.test(text) ? JSON.stringify(text) : `"${text}"`;
}
