/** A cell by its row, from 1, and its column, from 0. */
export interface Place {
  row: number;
  column: number;
}

/** The most rows and columns that a workbook can have. */
export const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_383;

/** Reads a reference such as “XFD1048576”; undefined for what is none. */
export function readPlace(text: string): Place | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(text) ?? [];
  if (letters === undefined) return undefined;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  const row = Number(digits);
  return column > LAST_COLUMN || row > LAST_ROW ? undefined : { row, column };
}

/** Gives the letters of a column: 0 is “A”, 26 is “AA”. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : columnLetters(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

/** A rectangle of cells, all edges included. */
export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Reads a reference such as “A4:B6”; undefined for what is none. */
export function readArea(text: string): Area | undefined {
  const [from = '', to = from] = text.split(':');
  const [start, end] = [readPlace(from), readPlace(to)];
  if (!start || !end || end.row < start.row || end.column < start.column) return undefined;
  return { top: start.row, left: start.column, bottom: end.row, right: end.column };
}
