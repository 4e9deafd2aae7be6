import { parse } from 'papaparse';
import type { SheetColumn } from '@/lib/withdrawals/import/columns';
import type { SheetRow } from '@/lib/withdrawals/import/read-row';

/** A sheet of withdrawals while somebody mends it. */
export interface EditedSheet {
  columns: readonly SheetColumn[];
  rows: readonly SheetRow[];
}

/** One cell: the number of its row, and its place among all columns. */
export interface CellPlace {
  number: number;
  column: number;
}

/** Puts texts into cells, without the spaces around them. Rows in which nothing changes stay the very same. */
export function putIntoCells<Sheet extends EditedSheet>(
  sheet: Sheet,
  edits: readonly (CellPlace & { text: string })[],
): Sheet {
  const rows = sheet.rows.map((row) => {
    const cells = sheet.columns.map((_column, index) => row.cells[index] ?? '');
    const changed = edits.filter(
      ({ number, column, text }) =>
        number === row.number && cells[column] !== undefined && cells[column] !== text.trim(),
    );
    if (changed.length === 0) return row;
    for (const { column, text } of changed) cells[column] = text.trim();
    // What was said to be meant was meant where it was.
    const isElsewhere = changed.some(({ column }) =>
      ['address', 'network', 'recipient'].includes(sheet.columns[column]?.field ?? ''),
    );
    return { ...row, cells, chosenAddress: isElsewhere ? '' : row.chosenAddress };
  });
  return { ...sheet, rows };
}

/**
 * A text that is pasted at a cell, as a spreadsheet copies a block: cells to the right by tabs, rows below by line ends,
 * over the rows and columns that are shown. What does not fit any more is left out.
 */
export function spreadPasted(
  text: string,
  at: CellPlace,
  numbers: readonly number[],
  columns: readonly number[],
): (CellPlace & { text: string })[] {
  const block = /[\t\n\r]/.test(text)
    ? parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' }).data
    : [[text]];
  const [top, left] = [numbers.indexOf(at.number), columns.indexOf(at.column)];
  if (top === -1 || left === -1) return [];
  return block.flatMap((cells, down) =>
    cells.flatMap((cell, right) => {
      const [number, column] = [numbers[top + down], columns[left + right]];
      return number === undefined || column === undefined ? [] : [{ number, column, text: cell }];
    }),
  );
}

/** The sheet without a row; the others keep their numbers. */
export function removeRow<Sheet extends EditedSheet>(sheet: Sheet, number: number): Sheet {
  return { ...sheet, rows: sheet.rows.filter((row) => row.number !== number) };
}

/** Keeps which address somebody said is meant in a row. */
export function chooseAddress<Sheet extends EditedSheet>(sheet: Sheet, number: number, chosenAddress: string): Sheet {
  return { ...sheet, rows: sheet.rows.map((row) => (row.number === number ? { ...row, chosenAddress } : row)) };
}
