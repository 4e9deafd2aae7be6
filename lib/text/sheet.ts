import { parse } from 'papaparse';
import { fail, ok, type Result } from '@/lib/result';

/** A table that was pasted or opened from a file. Every row has one trimmed cell per column. */
export interface Sheet {
  columns: string[];
  rows: string[][];
}

const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 900_000;
const DELIMITERS = ['\t', ';', ','];

/**
 * Reads a sheet whose first row names the columns: CSV (RFC 4180) with commas, semicolons or tabs, with or without
 * quotes and byte order mark, with any line ends. Removes the apostrophe that an export puts before formulas. Fails
 * with a sentence that names the row as a spreadsheet numbers it.
 */
export function readSheet(text: string): Result<Sheet, string> {
  if (text.length > MAX_CHARACTERS)
    return fail(
      `The sheet has more than ${MAX_CHARACTERS.toLocaleString('en-GB')} characters. ` +
        'Split the sheet and import the parts.',
    );
  const { errors, rows } = splitIntoRows(text);
  const [broken] = errors;
  if (broken)
    return fail(
      `Row ${(broken.row ?? 0) + 1} has an unmatched quote, so the end of its cells is unclear. Correct the quotes.`,
    );
  const [head, ...rest] = rows;
  if (!head) return fail('The sheet is empty.');
  const columns = trimTrailingEmpty(head.cells);
  if (rest.length === 0)
    return fail('The sheet has only a header row. The first row names the columns; add at least one row below.');
  if (rest.length > MAX_ROWS) {
    return fail(
      `The sheet has ${rest.length.toLocaleString('en-GB')} rows; the most is ${MAX_ROWS.toLocaleString('en-GB')}. ` +
        'Split the sheet and import the parts.',
    );
  }
  const wide = rest.find(({ cells }) => trimTrailingEmpty(cells).length > columns.length);
  if (wide)
    return fail(
      `Row ${wide.number} has more cells than there are columns. ` +
        'Put quotes around any text that contains the separator.',
    );
  return ok({ columns, rows: rest.map(({ cells }) => columns.map((_column, index) => cells[index] ?? '')) });
}

// Chooses the delimiter that splits the first row into most columns; a comma in an amount further down does not count.
function splitIntoRows(text: string) {
  const [best] = DELIMITERS.map((delimiter) => {
    const { data, errors } = parse<string[]>(text, { delimiter });
    const rows = data
      .map((cells, index) => ({ number: index + 1, cells: cells.map(plainCell) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
    return { errors, rows, width: trimTrailingEmpty(rows[0]?.cells ?? []).length };
  }).toSorted((a, b) => b.width - a.width);
  return best ?? { errors: [], rows: [] };
}

// The inverse of `formatCsvCell` (lib/transfers/export/format), one run at a time for the same reason.
function plainCell(text: string): string {
  return text
    .replace(/^'(?=[=+\-@\t\r])/, '')
    .replaceAll(/[;"\s]+(?:'[=+\-@])?/g, (run) =>
      run.at(-2) === "'" && /[;\r\n]/.test(run) ? run.slice(0, -2) + run.slice(-1) : run,
    )
    .trim();
}

function trimTrailingEmpty(cells: readonly string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
