/** Formats a line of CSV, each cell as `formatCsvCell` does. */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}

/**
 * The most that Excel and LibreOffice read into a cell
 * (https://support.microsoft.com/en-us/office/excel-specifications-and-limits-1672b34d-7043-467e-8e27-269d656771c3).
 */
export const MAX_CELL_LENGTH = 32_767;
const CUT_MARK = ' [cut off: a cell holds at most 32,767 characters]';

/**
 * Formats a CSV cell: quoted where needed, never a formula for a spreadsheet, and at most as long as a spreadsheet
 * reads. Numbers stay numbers, negative ones too. Takes time in proportion to the length of the text.
 */
export function formatCsvCell(text: string): string {
  const short = cutCell(escapeFormulas(text));
  return NEEDS_QUOTES.test(short) ? `"${short.replaceAll('"', '""')}"` : short;
}

// A spreadsheet that separates by semicolons splits inside quotes, so each part must be safe.
function escapeFormulas(text: string): string {
  const inner = text.replaceAll(SEPARATOR_RUNS, (run) =>
    '=+-@'.includes(run.slice(-1)) && SEPARATOR.test(run) ? `${run.slice(0, -1)}'${run.slice(-1)}` : run,
  );
  return beginsLikeFormula(text) && !PLAIN_NUMBER.test(text) ? `'${inner}` : inner;
}

/** Cuts a text to the length that a spreadsheet reads into a cell, and says so at its end. */
export function cutCell(cell: string): string {
  if (cell.length <= MAX_CELL_LENGTH) return cell;
  return `${cell.slice(0, MAX_CELL_LENGTH - CUT_MARK.length).replace(/[\uD800-\uDBFF]$/, '')}${CUT_MARK}`;
}

const NEEDS_QUOTES = /[",\r\n]/;
// A whole run with what follows it: a pattern that ends after the run tries again from each of its characters.
const SEPARATOR_RUNS = /[;"\s]+[=+\-@]?/g;
const SEPARATOR = /[;\r\n]/;
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
