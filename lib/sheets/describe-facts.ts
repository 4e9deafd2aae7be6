import { joinSome } from '@/lib/text/join-list';
import { columnLetters } from '@/lib/sheets/workbook/places';
import type { CellFact, FactAt } from '@/lib/sheets/workbook/read-cells';
import { formatCount } from '@/lib/text/locale';

/** How the cells of a kind are counted, what is done with them, and whether a person need not see that first. */
const SENTENCES: Record<CellFact, { one: string; many: (count: string) => string; then: string; isCalm?: true }> = {
  formula: {
    one: '1 cell is a formula',
    many: (count) => `${count} cells are formulas`,
    then: 'Saved values are read; formulas are not calculated again',
  },
  'formula-without-value': {
    one: '1 formula has no saved value',
    many: (count) => `${count} formulas have no saved value`,
    then: 'Enter the values in the next step, or save the workbook in a spreadsheet first',
  },
  error: {
    one: '1 cell has an error',
    many: (count) => `${count} cells have errors`,
    then: 'Enter the right values in the next step',
  },
  date: {
    one: '1 cell is a date',
    many: (count) => `${count} cells are dates`,
    then: 'Dates are read as year, month and day',
  },
  long: {
    one: '1 number has more than 15 digits',
    many: (count) => `${count} numbers have more than 15 digits`,
    then: 'A spreadsheet keeps 15 digits, so the others may be wrong. Compare them with the source',
  },
  shortened: {
    one: '1 number is stored with more digits than a spreadsheet shows',
    many: (count) => `${count} numbers are stored with more digits than a spreadsheet shows`,
    then: 'The digits that it shows are read',
    isCalm: true,
  },
  'shown-otherwise': {
    one: '1 number looks different in the workbook',
    many: (count) => `${count} numbers look different in the workbook`,
    then: 'The stored number is read',
  },
};

/** What to know of a sheet, in a sentence; calm where it changes nothing that a person would see in the sheet. */
export interface FactSentence {
  text: string;
  isCalm: boolean;
}

/** Describes facts, one sentence for each kind, with the places of the first cells. */
export function describeFacts(facts: readonly FactAt[]): FactSentence[] {
  return Object.entries(SENTENCES).flatMap(([kind, { one, many, then, isCalm }]) => {
    const cells = facts.filter(({ fact }) => fact === kind);
    if (cells.length === 0) return [];
    const subject = cells.length === 1 ? one : many(formatCount(cells.length));
    return [{ text: `${subject}: ${listCells(cells)}. ${then}.`, isCalm: isCalm === true }];
  });
}

function listCells(cells: readonly FactAt[]): string {
  return joinSome(
    cells.map(({ row, column, detail }) => {
      const place = `${columnLetters(column)}${row}`;
      return detail === '' ? place : `${place} (${detail.slice(0, 60)})`;
    }),
  );
}
