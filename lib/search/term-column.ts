import { parse } from 'papaparse';

// The heads of a column of references, the best first: the bulk lookup's own export has all three.
const HEADS = [
  /^terms?$/i,
  /^(?:(?:transfer )?ref(?:erence)?s?(?:[ _]?(?:id|no|number))?|client reference)$/i,
  /^(?:transfer[ _]?)?ids?$/i,
];

/**
 * Reads the terms to look up from a file: a text with one or more on each line, or CSV with commas, semicolons or tabs,
 * whose column is the one headed "term", "reference" or "transfer id", else the first. Removes the apostrophe that
 * exports put before formulas, and the remarks below the table (`# ...`). Gives the cells in their order, without empty
 * ones.
 */
export function readTermColumn(text: string): string[] {
  // One kind of line end: a mix of them would hide some.
  const lines = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const { data } = parse<string[]>(lines, { newline: '\n', skipEmptyLines: 'greedy' });
  return pickTermColumn(data.map((cells) => cells.map(plainCell)));
}

/** Picks the terms to look up from the rows of a table, by the same rules. */
export function pickTermColumn([head = [], ...rest]: readonly (readonly string[])[]): string[] {
  const [column] = HEADS.map((wanted) => head.findIndex((name) => wanted.test(name))).filter((index) => index >= 0);
  const rows = column === undefined ? [head, ...rest] : rest;
  return rows.map((cells) => cells[column ?? 0] ?? '').filter((cell) => cell !== '' && !cell.startsWith('# '));
}

function plainCell(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '');
}
