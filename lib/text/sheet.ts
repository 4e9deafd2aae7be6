import { parse } from 'papaparse';
import { fail, ok, type Result } from '@/lib/result';
import { formatCount } from '@/lib/text/locale';

/** A table that was pasted or opened from a file. Every row has one trimmed cell per column. */
export interface Sheet {
  columns: string[];
  rows: string[][];
}

const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 900_000;
const DELIMITERS = ['\t', ';', ','];

/** A row of a sheet that is not empty, with the number that a spreadsheet gives it. */
export interface SheetLine {
  number: number;
  cells: readonly string[];
}

/** Tells whether a text names a column that the reader of the sheet knows. */
export type KnowsColumn = (name: string) => boolean;

const KNOWS_NONE: KnowsColumn = () => false;
const MAX_ABOVE = 50;

/**
 * Reads a sheet whose first row names the columns: CSV (RFC 4180) with commas, semicolons or tabs, with or without
 * quotes and byte order mark, with any line ends. Removes the apostrophe that an export puts before formulas. Fails
 * with a sentence that names the row as a spreadsheet numbers it.
 */
export function readSheet(text: string): Result<Sheet, string> {
  const lines = splitSheet(text);
  return lines.ok ? toSheet(lines.value, 0) : lines;
}

/**
 * Splits CSV into its rows. Takes the separator of a first line such as “sep=;”, as Excel does, otherwise the one that
 * splits the row of the names into most columns. Fails as `readSheet` does.
 */
export function splitSheet(text: string, knows: KnowsColumn = KNOWS_NONE): Result<SheetLine[], string> {
  if (text.length > MAX_CHARACTERS)
    return fail(
      `The sheet has more than ${formatCount(MAX_CHARACTERS)} characters. Split the sheet and import the parts.`,
    );
  const [first, separator] = /^\uFEFF?"?sep=([^"\r\n])"?\r?\n/i.exec(text) ?? [];
  const { errors, lines } =
    first === undefined ? splitLikely(text, knows) : splitBy(text.slice(first.length), separator);
  const [broken] = errors;
  if (broken)
    return fail(
      `Row ${(broken.row ?? 0) + 1} has an unmatched quote, so the end of its cells is unclear. Correct the quotes.`,
    );
  return ok(lines);
}

/** Finds the row that names the columns: the one with most known names, the first of them; 0 where no name is known. */
export function findHead(lines: readonly SheetLine[], knows: KnowsColumn): number {
  const counts = lines.slice(0, MAX_ABOVE).map(({ cells }) => cells.filter(knows).length);
  return Math.max(0, counts.indexOf(Math.max(...counts)));
}

/** Makes a sheet of rows, the one at `head` naming the columns, without those above. Fails as `readSheet` does. */
export function toSheet(lines: readonly SheetLine[], head: number): Result<Sheet, string> {
  const names = lines[head];
  const rest = lines.slice(head + 1);
  if (!names) return fail('The sheet is empty.');
  const columns = trimTrailingEmpty(names.cells);
  if (rest.length === 0)
    return fail('The sheet has only a header row. The first row names the columns; add at least one row below.');
  if (rest.length > MAX_ROWS) {
    return fail(
      `The sheet has ${formatCount(rest.length)} rows; the most is ${formatCount(MAX_ROWS)}. ` +
        'Split the sheet and import the parts.',
    );
  }
  const wide = rest.find(({ cells }) => trimTrailingEmpty(cells).length > columns.length);
  if (wide) return fail(explainWide(wide.number));
  return ok({ columns, rows: rest.map(({ cells }) => columns.map((_column, index) => cells[index] ?? '')) });
}

function explainWide(row: number): string {
  return (
    `Row ${row} has more cells than there are columns. ` +
    'Name the column, or put quotes around any text that contains the separator.'
  );
}

// A comma in an amount further down does not count.
function splitLikely(text: string, knows: KnowsColumn) {
  const [best] = DELIMITERS.map((delimiter) => {
    const split = splitBy(text, delimiter);
    const head = split.lines[findHead(split.lines, knows)]?.cells ?? [];
    return { split, known: head.filter(knows).length, width: trimTrailingEmpty(head).length };
  }).toSorted((a, b) => b.known - a.known || b.width - a.width);
  return best?.split ?? { errors: [], lines: [] };
}

function splitBy(text: string, delimiter = ',') {
  const { data, errors } = parse<string[]>(text, { delimiter });
  const lines = data
    .map((cells, index) => ({ number: index + 1, cells: cells.map(plainCell) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { errors, lines };
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
