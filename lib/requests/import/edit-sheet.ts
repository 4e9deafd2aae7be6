import { parse } from 'papaparse';
import { noteDecimalCommas, type SheetColumn } from '@/lib/requests/import/columns';
import type { SheetRow } from '@/lib/requests/import/read-row';

/** A sheet of withdrawals while it is edited. */
export interface EditedSheet {
  columns: readonly SheetColumn[];
  rows: readonly SheetRow[];
}

/** Place of a cell: the number of its row and the index of its column. */
export interface CellPlace {
  number: number;
  column: number;
}

/**
 * Writes trimmed texts into cells, and notes what they show of the sheet's separators. A row without changes stays the
 * same object.
 */
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
    // The confirmation was for the earlier address.
    const hasNewAddress = changed.some(({ column }) =>
      ['address', 'network', 'recipient'].includes(sheet.columns[column]?.field ?? ''),
    );
    return { ...row, cells, chosenAddress: hasNewAddress ? '' : row.chosenAddress };
  });
  return { ...sheet, columns: noteDecimalCommas(sheet.columns, edits), rows };
}

/**
 * Splits a pasted text into edits of cells, as a spreadsheet copies a block: tabs separate columns, line breaks rows.
 * The block covers the shown rows and columns from `at` on; cells that do not fit are dropped.
 */
export function spreadPasted(
  text: string,
  at: CellPlace,
  { numbers, columns }: { numbers: readonly number[]; columns: readonly number[] },
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

/** Removes a row; the others keep their numbers. */
export function removeRow<Sheet extends EditedSheet>(sheet: Sheet, number: number): Sheet {
  return { ...sheet, rows: sheet.rows.filter((row) => row.number !== number) };
}

/** Stores the address that a person confirmed for a row. */
export function confirmAddress<Sheet extends EditedSheet>(sheet: Sheet, number: number, chosenAddress: string): Sheet {
  return { ...sheet, rows: sheet.rows.map((row) => (row.number === number ? { ...row, chosenAddress } : row)) };
}
