import { describeShown } from '@/lib/sheets/workbook/number-format';
import { readNumber } from '@/lib/sheets/workbook/digits';
import { decodeEscapes, isStringText, isTrue, type WorkbookParts } from '@/lib/sheets/workbook/parts';
import { type Area, LAST_ROW, type Place, readArea, readPlace } from '@/lib/sheets/workbook/places';
import { damaged, UnreadableWorkbook } from '@/lib/sheets/workbook/unreadable';
import { type Attributes, readXml } from '@/lib/sheets/workbook/xml';

/** What a person has to know of a cell, since its text alone does not show it. */
export type CellFact =
  /** A formula, whose saved value is read. */
  | 'formula'
  /** A formula without a saved value. */
  | 'formula-without-value'
  | 'error'
  | 'date'
  /** A number of more than 15 digits. */
  | 'long'
  /** A number that the file writes with more digits than a spreadsheet shows. */
  | 'shortened'
  /** A number that looks different on screen. */
  | 'shown-otherwise';

export interface FactAt extends Place {
  fact: CellFact;
  /** What is there, such as the digits, the error or how the cell looks. */
  detail: string;
}

/** A row with a value in at least one cell. */
export interface WorkbookRow {
  number: number;
  isHidden: boolean;
  cells: string[];
}

/** The cells of a sheet with a value, and what to know of them. */
export interface SheetCells {
  rows: WorkbookRow[];
  hiddenColumns: number[];
  merged: Area[];
  facts: FactAt[];
}

// The rows that an import takes, and some above the names of the columns.
const MAX_ROWS = 1_100;
const MAX_COLUMNS = 100;
const MAX_MERGED = 10_000;

interface OpenCell extends Place {
  type: string;
  style: number;
  value: string | undefined;
  inline: string;
  formula: string | undefined;
}

/**
 * Reads the cells of a sheet: texts exact, numbers in the file's own digits, dates as ISO 8601, formulas by their saved
 * value. Empty cells count for nothing. Throws an UnreadableWorkbook, also above 1,100 rows or 100 columns with values.
 */
export function readCells(part: Uint8Array, { strings, formats, is1904 }: WorkbookParts): SheetCells {
  const sheet: SheetCells = { rows: [], hiddenColumns: [], merged: [], facts: [] };
  const hidden: { from: number; to: number }[] = [];
  let row: WorkbookRow | undefined;
  let rowNumber = 0;
  let column = -1;
  let cell: OpenCell | undefined;

  const openRow = (attributes: Attributes) => {
    const number = Number(attributes.get('r') ?? rowNumber + 1);
    if (!Number.isInteger(number) || number <= rowNumber || number > LAST_ROW)
      throw damaged('its rows are not in order');
    rowNumber = number;
    column = -1;
    const isHidden = isTrue(attributes.get('hidden')) || Number(attributes.get('ht') ?? 1) === 0;
    row = { number, isHidden, cells: [] };
  };
  const openCell = (attributes: Attributes) => {
    const reference = attributes.get('r');
    const place = reference === undefined ? { row: rowNumber, column: column + 1 } : readPlace(reference);
    if (place?.row !== rowNumber || place.column <= column) throw damaged('its cells are not in order');
    column = place.column;
    cell = {
      row: rowNumber,
      column,
      type: attributes.get('t') ?? 'n',
      style: Number(attributes.get('s') ?? 0),
      value: undefined,
      inline: '',
      formula: undefined,
    };
  };
  const closeCell = () => {
    if (!cell || !row) return;
    // Formatted and empty, as most cells are in some workbooks.
    if (cell.value === undefined && cell.inline === '' && cell.formula === undefined) return;
    const { text, facts } = readCell(cell, { strings, format: formats[cell.style], is1904 });
    if (text === '') return;
    if (cell.column >= MAX_COLUMNS)
      throw new UnreadableWorkbook(
        `The sheet has a value beyond its first ${MAX_COLUMNS} columns. Delete what is not part of the table, ` +
          'or copy the table to a sheet of its own.',
      );
    while (row.cells.length < cell.column) row.cells.push('');
    row.cells.push(text);
    for (const fact of facts) sheet.facts.push({ row: cell.row, column: cell.column, ...fact });
  };
  const closeRow = () => {
    if (!row || row.cells.length === 0) return;
    if (sheet.rows.length >= MAX_ROWS)
      throw new UnreadableWorkbook(
        'The sheet has more than 1,000 rows, hidden ones included. Split the sheet and import the parts.',
      );
    sheet.rows.push(row);
  };

  readXml(part, {
    open: (path, attributes) => {
      const name = path.at(-1);
      if (path.length === 3) {
        if (path[1] === 'sheetData' && name === 'row') openRow(attributes);
        else if (path[1] === 'cols' && name === 'col' && isHiddenColumn(attributes))
          hidden.push({ from: Number(attributes.get('min')) - 1, to: Number(attributes.get('max')) - 1 });
        else if (path[1] === 'mergeCells' && name === 'mergeCell') {
          const area = readArea(attributes.get('ref') ?? '');
          if (!area || sheet.merged.length >= MAX_MERGED) throw damaged('its merged cells cannot be read');
          sheet.merged.push(area);
        }
      } else if (path[1] === 'sheetData' && path.length === 4 && name === 'c') openCell(attributes);
      else if (cell && path.length === 5 && name === 'f') cell.formula = '';
      else if (cell && path.length === 5 && name === 'v') cell.value = '';
    },
    text: (path, text) => {
      if (!cell || path[1] !== 'sheetData') return;
      if (path.length === 5 && path[4] === 'v') cell.value = (cell.value ?? '') + text;
      else if (path.length === 5 && path[4] === 'f') cell.formula = (cell.formula ?? '') + text;
      else if (path[4] === 'is' && isStringText(path, 4)) cell.inline += text;
    },
    close: (path) => {
      if (path[1] !== 'sheetData') return;
      if (path.length === 4) {
        closeCell();
        cell = undefined;
      } else if (path.length === 3) {
        closeRow();
        row = undefined;
      }
    },
  });
  const used = Math.max(0, ...sheet.rows.map(({ cells }) => cells.length));
  const isHidden = (index: number) => hidden.some(({ from, to }) => from <= index && index <= to);
  const hasValue = (index: number) => sheet.rows.some(({ cells }) => (cells[index] ?? '') !== '');
  sheet.hiddenColumns = Array.from({ length: used }, (_, index) => index).filter(
    (index) => isHidden(index) && hasValue(index),
  );
  return sheet;
}

function isHiddenColumn(attributes: Attributes): boolean {
  return isTrue(attributes.get('hidden')) || Number(attributes.get('width') ?? 1) === 0;
}

type CellContext = Pick<WorkbookParts, 'strings' | 'is1904'> & { format: WorkbookParts['formats'][number] | undefined };

interface CellText {
  text: string;
  facts: { fact: CellFact; detail: string }[];
}

function readCell(cell: OpenCell, context: CellContext): CellText {
  const { formula, value } = cell;
  const read = readValue(cell, context);
  if (formula === undefined) return read;
  const hasValue = cell.type === 'str' ? value !== undefined : read.text !== '';
  if (hasValue) return { ...read, facts: [{ fact: 'formula', detail: '' }, ...read.facts] };
  // Its own text, which no field takes in silence.
  const text = `=${formula}`;
  return { text, facts: [{ fact: 'formula-without-value', detail: '' }] };
}

function readValue({ type, value = '', inline }: OpenCell, { strings, format, is1904 }: CellContext): CellText {
  switch (type) {
    case 's': {
      const text = value === '' ? '' : strings[Number(value)];
      if (text === undefined) throw damaged('a cell has a text that is missing');
      return plain(text);
    }
    case 'inlineStr':
      return plain(decodeEscapes(inline));
    case 'str':
      return plain(decodeEscapes(value));
    case 'b':
      return plain(value === '' ? '' : isTrue(value.trim()) ? 'TRUE' : 'FALSE');
    case 'e':
      return value === '' ? plain('') : { text: value, facts: [{ fact: 'error', detail: value }] };
    case 'd':
      return value === '' ? plain('') : { text: value, facts: [{ fact: 'date', detail: value }] };
    default:
      return readNumberCell(value, { format, is1904 });
  }
}

function readNumberCell(value: string, { format, is1904 }: Pick<CellContext, 'format' | 'is1904'>): CellText {
  const number = readNumber(value);
  if (!number) return plain(value.trim());
  const date = format?.isDate ? serialToIso(Number(value), is1904) : undefined;
  if (date !== undefined) return { text: date, facts: [{ fact: 'date', detail: date }] };
  const { text, isLong, stored } = number;
  const facts: CellText['facts'] = [];
  if (isLong) facts.push({ fact: 'long', detail: text });
  if (stored !== undefined) facts.push({ fact: 'shortened', detail: stored });
  const shown = format && describeShown(text, format);
  if (shown !== undefined) facts.push({ fact: 'shown-otherwise', detail: `${text}, ${shown}` });
  return { text, facts };
}

const plain = (text: string): CellText => ({ text, facts: [] });

const DAY = 86_400;
const LAST_SERIAL = 2_958_466;
// The day before 1 January 1900, and the day 0 of workbooks that count from 1904.
const EPOCH_1900 = Date.UTC(1899, 11, 31);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
// 29 February 1900, which Excel counts though it never was.
const PHANTOM_DAY = 60;

/**
 * Gives the date of a serial number as ISO 8601: a day, a day with its time, or a time alone below 1; undefined where
 * no spreadsheet shows a date. Rounded to seconds.
 */
function serialToIso(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return undefined;
  const seconds = Math.round(serial * DAY);
  const [day, rest] = [Math.floor(seconds / DAY), seconds % DAY];
  const time = new Date(rest * 1000).toISOString().slice(11, 19);
  if (day === 0) return time;
  const date = is1904 ? dateOf(EPOCH_1904, day) : dateOf1900(day);
  return rest === 0 ? date : `${date}T${time}`;
}

function dateOf1900(day: number): string {
  if (day === PHANTOM_DAY) return '1900-02-29';
  return dateOf(EPOCH_1900, day > PHANTOM_DAY ? day - 1 : day);
}

function dateOf(epoch: number, day: number): string {
  return new Date(epoch + day * DAY * 1000).toISOString().slice(0, 10);
}
