import { parse } from 'papaparse';
import { fail, ok, type Result } from '@/lib/result';

/** A table as somebody pasted or opened it: every row has as many cells as there are columns, all without spaces around. */
export interface Sheet {
  columns: string[];
  rows: string[][];
}

const MOST_ROWS = 1_000;
const LONGEST_TEXT = 900_000;
const DELIMITERS = ['\t', ';', ','];

/**
 * Reads a sheet whose first row names the columns: CSV (RFC 4180) with commas, semicolons or tabs, with or without quotes
 * and byte order mark, any line ends. Gives why it cannot be read, in words, with the row's number as a spreadsheet has
 * it. What an export put before a cell, so that it is no formula, is taken away again.
 */
export function readSheet(text: string): Result<Sheet, string> {
  if (text.length > LONGEST_TEXT)
    return fail(`This is longer than ${LONGEST_TEXT.toLocaleString('en-GB')} characters. Take it in several parts.`);
  const { errors, rows } = separate(text);
  const [broken] = errors;
  if (broken)
    return fail(
      `The quotes in row ${(broken.row ?? 0) + 1} do not fit together, so it is not sure where its cells end.`,
    );
  const [head, ...rest] = rows;
  if (!head) return fail('There is nothing in it.');
  const columns = withoutEmptyEnd(head.cells);
  if (rest.length === 0)
    return fail('There is only one row. The first row names the columns; what is to be read stands below it.');
  if (rest.length > MOST_ROWS) {
    return fail(
      `There are ${rest.length.toLocaleString('en-GB')} rows, and at most ${MOST_ROWS.toLocaleString('en-GB')} are taken at once. Take them in several parts.`,
    );
  }
  const wide = rest.find(({ cells }) => withoutEmptyEnd(cells).length > columns.length);
  if (wide)
    return fail(
      `Row ${wide.number} has more cells than there are columns. Put a text that holds the separator in quotes.`,
    );
  return ok({ columns, rows: rest.map(({ cells }) => columns.map((_column, index) => cells[index] ?? '')) });
}

// By what makes most of the first row: a comma in an amount further down then separates nothing.
function separate(text: string) {
  const [best] = DELIMITERS.map((delimiter) => {
    const { data, errors } = parse<string[]>(text, { delimiter });
    const rows = data
      .map((cells, index) => ({ number: index + 1, cells: cells.map(plainCell) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
    return { errors, rows, width: withoutEmptyEnd(rows[0]?.cells ?? []).length };
  }).toSorted((a, b) => b.width - a.width);
  return best ?? { errors: [], rows: [] };
}

// The inverse of `csvCell` (lib/transfers/export-format).
function plainCell(text: string): string {
  return text
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .replaceAll(/([;\r\n]["\s]*)'(?=[=+\-@])/g, '$1')
    .trim();
}

function withoutEmptyEnd(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
