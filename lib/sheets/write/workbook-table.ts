import type { Packer } from '@/lib/sheets/write/packer';
import { MAX_WORKBOOK_ROWS, type TableColumn, type TableWriter } from '@/lib/sheets/write/table';
import {
  CELL_STYLES,
  columnLetters,
  sheetEnd,
  sheetHead,
  sheetPath,
  textContent,
  workbookParts,
} from '@/lib/sheets/write/workbook-xml';
import { createZipStream, type ZipPart } from '@/lib/sheets/write/zip-stream';
import { formatCount } from '@/lib/text/locale';

/** The cell formats of the kinds of columns that have numbers. */
const NUMBER_STYLES: Record<string, number | undefined> = { amount: CELL_STYLES.amount, count: CELL_STYLES.count };

const COLUMN_WIDTH = 22;
const REMARK_WIDTH = 120;

interface WorkbookOptions {
  /** The name of the sheet, in letters and spaces. */
  sheet: string;
  columns: readonly TableColumn[];
  packer: Packer;
}

/**
 * Creates the writer of a table as an Excel workbook (ECMA-376). Every cell is text, but amounts that a spreadsheet
 * holds to their last digit. Remarks are the sheet "About", which also says how many amounts are text.
 */
export function createWorkbookTable({ sheet, columns, packer }: WorkbookOptions): TableWriter {
  const letters = columns.map((_column, index) => columnLetters(index));
  const styles = columns.map(({ kind }) => NUMBER_STYLES[kind ?? '']);
  const starts = letters.map((letter) => `<c r="${letter}`);
  const remarks: string[] = [];
  let rows = 1;
  let longAmounts = 0;
  const textStart = `" s="${CELL_STYLES.text}" t="inlineStr">`;
  const row = (cells: readonly string[]) => {
    rows += 1;
    // Of most exports, the rows are counted before (lib/server/exports/open-table.ts).
    if (rows > MAX_WORKBOOK_ROWS + 1) throw new Error(`workbook full: a sheet has at most ${MAX_WORKBOOK_ROWS} rows`);
    let text = `<row r="${rows}">`;
    for (let index = 0; index < starts.length; index += 1) {
      const cell = cells[index] ?? '';
      if (cell === '') continue;
      const start = `${starts[index]}${rows}`;
      const style = styles[index];
      if (style !== undefined && isPlainDecimal(cell)) {
        if (isExactNumber(cell)) {
          text += `${start}" s="${style}"><v>${withLeadingZero(cell)}</v></c>`;
          continue;
        }
        longAmounts += 1;
      }
      text += `${start}${textStart}${textContent(cell)}</c>`;
    }
    return `${text}</row>`;
  };
  const about = () => [...remarks, ...(longAmounts > 0 ? [describeLongAmounts(longAmounts)] : [])];
  return {
    format: 'xlsx',
    head: sheetHead(columns.length, COLUMN_WIDTH) + titleRow(columns.map(({ title }) => title)),
    row,
    remark: (text) => {
      remarks.push(text);
      return '';
    },
    interruption: () => '',
    pack: (text) =>
      createZipStream(
        listParts({
          sheet,
          content: endWith(text, () => sheetEnd(letters.filter((_letter, index) => styles[index] === undefined))),
          about,
        }),
        packer,
      ),
  };
}

/** Writes how many amounts are text, and what that means. */
function describeLongAmounts(count: number): string {
  const are = count === 1 ? 'amount has more than 15 digits and is' : 'amounts have more than 15 digits and are';
  return `${formatCount(count)} ${are} text, so that no digit is lost. Sums of a spreadsheet leave text out.`;
}

function withLeadingZero(decimal: string): string {
  return decimal.replace(/^(-?)\./, '$10.');
}

function titleRow(titles: readonly string[]): string {
  const cells = titles.map(
    (title, index) =>
      `<c r="${columnLetters(index)}1" s="${CELL_STYLES.title}" t="inlineStr">${textContent(title)}</c>`,
  );
  return `<row r="1">${cells.join('')}</row>`;
}

interface WorkbookContent {
  sheet: string;
  content: ReadableStream<Uint8Array>;
  /** Asked when the sheet has been read. */
  about: () => readonly string[];
}

/** Lists the parts of a workbook; those after the sheet depend on what it held. */
function* listParts({ sheet, content, about }: WorkbookContent): Generator<ZipPart> {
  yield { path: sheetPath(1), content };
  const remarks = about();
  if (remarks.length > 0) yield textPart(sheetPath(2), aboutSheet(remarks));
  const names = [sheet, ...(remarks.length > 0 ? ['About'] : [])];
  for (const [path, text] of Object.entries(workbookParts(names))) yield textPart(path, text);
}

function aboutSheet(remarks: readonly string[]): string {
  const table = remarks.map(
    (remark, index) => `<row r="${index + 2}"><c r="A${index + 2}" t="inlineStr">${textContent(remark)}</c></row>`,
  );
  return `${sheetHead(1, REMARK_WIDTH)}${titleRow(['About this file'])}${table.join('')}${sheetEnd([])}`;
}

function textPart(path: string, text: string): ZipPart {
  return { path, content: new Blob([text]).stream() };
}

/** Adds a text at the end of a stream. */
function endWith(content: ReadableStream<Uint8Array>, end: () => string): ReadableStream<Uint8Array> {
  return content.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      flush: (controller) => controller.enqueue(new TextEncoder().encode(end())),
    }),
  );
}

// As many digits as a double holds of any decimal, and as a spreadsheet shows and stores.
const MAX_DIGITS = 15;
// What the number format of a workbook's amounts shows, and the smallest unit of any asset.
const MAX_DECIMALS = 18;
const MAX_LENGTH = 40;
const PLAIN_DECIMAL = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** Tells whether a text is a decimal number without exponent, sign of plus or spaces. */
export function isPlainDecimal(text: string): boolean {
  return PLAIN_DECIMAL.test(text);
}

/**
 * Tells whether a spreadsheet holds a plain decimal as a number to its last digit: at most 15 significant digits, which
 * a double gives back as they are, and at most 18 decimals, which its format shows.
 */
export function isExactNumber(text: string): boolean {
  if (text.length <= MAX_DIGITS) return true;
  if (text.length > MAX_LENGTH) return false;
  const point = text.indexOf('.');
  if (point !== -1 && text.length - point - 1 > MAX_DECIMALS) return false;
  const digits = text.replace(/^-/, '').replace('.', '');
  return trimZeros(digits) <= MAX_DIGITS;
}

/** Counts the digits between the zeros at both ends. */
function trimZeros(digits: string): number {
  let [start, end] = [0, digits.length];
  while (digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return end - start;
}
