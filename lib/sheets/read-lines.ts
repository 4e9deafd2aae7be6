import { fail, ok, type Result } from '@/lib/result';
import { decodeChosen, type Encoding } from '@/lib/sheets/decode-text';
import { firstCells, type SheetAnswers, type SheetFile, type SheetQuestion } from '@/lib/sheets/sheet-file';
import { type Area, columnLetters } from '@/lib/sheets/workbook/places';
import type { FactAt, SheetCells } from '@/lib/sheets/workbook/read-cells';
import type { Workbook } from '@/lib/sheets/workbook/read-workbook';
import { joinSome } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';
import { findHead, type KnowsColumn, type SheetLine, splitSheet } from '@/lib/text/sheet';

/** The rows of a file as far as they can be read with the answers so far. */
export interface LinesReading {
  questions: SheetQuestion[];
  facts: FactAt[];
  /** The rows, or why there are none; undefined while a question must be answered first. */
  lines: Result<SheetLine[], string> | undefined;
  /** Where each column is in the file, from 0. */
  columns: readonly number[] | undefined;
}

const EMPTY: LinesReading = { questions: [], facts: [], lines: undefined, columns: undefined };

/** Reads the rows of a file, and asks what only a person can say, such as its encoding and its sheet. */
export function readLines(file: SheetFile, answers: SheetAnswers, knows: KnowsColumn): LinesReading {
  switch (file.kind) {
    case 'text':
      return { ...EMPTY, lines: splitSheet(file.text, knows) };
    case 'bytes': {
      const questions = [askEncoding(file.encodings, answers)];
      const text = decodeChosen(file.bytes, answers.encoding);
      return { ...EMPTY, questions, lines: text === undefined ? undefined : splitSheet(text, knows) };
    }
    case 'workbook':
      return readWorkbookLines(file.workbook, answers, knows);
  }
}

/** Asks in which encoding a file is. */
export function askEncoding(encodings: readonly Encoding[], answers: SheetAnswers): SheetQuestion {
  return {
    id: 'encoding',
    topic: 'Encoding',
    title:
      'The encoding of this file is not known. Choose the one in which the cells read right. ' +
      'If none does, save the sheet as an Excel workbook (.xlsx) and choose that.',
    options: encodings.map(({ id, label, samples }) => ({ value: id, label, samples })),
    chosen: answers.encoding,
  };
}

/** Reads the rows of a workbook, and asks for its sheet and what to do with the hidden and the merged. */
export function readWorkbookLines({ sheets }: Workbook, answers: SheetAnswers, knows?: KnowsColumn): LinesReading {
  const questions = sheets.length > 1 ? [askSheet(sheets, answers)] : [];
  const sheet = sheets.length > 1 ? sheets[Number(answers.sheet ?? -1)] : sheets[0];
  if (!sheet) return { ...EMPTY, questions };
  if (!sheet.cells.ok) return { ...EMPTY, questions, lines: fail(sheet.cells.error) };
  // A hidden sheet that is the only one with values is read on purpose or not at all.
  if (sheets.length === 1 && sheet.isHidden) questions.push(askHiddenSheet(sheet.name, answers));
  return readSheetLines(sheet.cells.value, { questions, answers, knows });
}

function readSheetLines(
  { rows, hiddenColumns, merged, facts }: SheetCells,
  { questions, answers, knows }: { questions: SheetQuestion[]; answers: SheetAnswers; knows: KnowsColumn | undefined },
): LinesReading {
  const hiddenRows = rows.filter(({ isHidden }) => isHidden).map(({ number }) => number);
  if (hiddenRows.length > 0) {
    const first = rows.find(({ isHidden }) => isHidden)?.cells ?? [];
    questions.push(askHidden('hiddenRows', { subject: nameRows(hiddenRows), cells: first, answers }));
  }
  if (hiddenColumns.length > 0) {
    const first = rows.map(({ cells }) => cells[hiddenColumns[0] ?? 0] ?? '');
    questions.push(askHidden('hiddenColumns', { subject: nameColumns(hiddenColumns), cells: first, answers }));
  }
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) => index).filter(
    (index) => answers.hiddenColumns !== LEAVE || !hiddenColumns.includes(index),
  );
  const kept = rows.filter(({ isHidden }) => answers.hiddenRows !== LEAVE || !isHidden);
  const toLines = (read: typeof rows) =>
    read
      .map(({ number, cells }) => ({ number, cells: columns.map((index) => (cells[index] ?? '').trim()) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const lines = toLines(kept);
  const headRow = knows ? (lines[findHead(lines, knows)]?.number ?? 0) : 0;
  const last = rows.at(-1)?.number ?? 0;
  const spread = merged.filter(
    ({ top, left, bottom, right }) => bottom > headRow && top <= last && left < width && (bottom > top || right > left),
  );
  if (spread.length > 0) questions.push(askMerged(spread, answers));
  return {
    questions,
    facts: facts.filter(
      ({ row, column }) => row > headRow && columns.includes(column) && kept.some(({ number }) => number === row),
    ),
    lines: ok(answers.merged === REPEAT ? toLines(repeatMerged({ rows, kept, merged: spread, width })) : lines),
    columns,
  };
}

const LEAVE = 'leave';
const REPEAT = 'repeat';

function askSheet(sheets: Workbook['sheets'], answers: SheetAnswers): SheetQuestion {
  const options = sheets.map(({ name, isHidden, cells }, index) => {
    const rows = cells.ok ? cells.value.rows : [];
    const count = rows.length === 1 ? '1 row' : `${formatCount(rows.length)} rows`;
    const details = [isHidden && 'hidden', cells.ok ? count : 'cannot be read'].filter((detail) => detail !== false);
    const [first] = rows;
    return {
      value: String(index),
      label: `“${name}” (${details.join(', ')})`,
      samples: firstCells(first?.cells ?? []),
    };
  });
  const title = 'The workbook has several sheets. Which one is meant?';
  return { id: 'sheet', topic: 'Sheet', title, options, chosen: answers.sheet };
}

function askHiddenSheet(name: string, answers: SheetAnswers): SheetQuestion {
  return {
    id: 'hiddenSheet',
    topic: 'Hidden sheet',
    title: `The only sheet with values is hidden: “${name}”.`,
    options: [{ value: 'include', label: 'Read it' }],
    chosen: answers.hiddenSheet,
  };
}

/** Asks what becomes of hidden rows or columns, and shows the cells of the first. */
function askHidden(
  id: 'hiddenRows' | 'hiddenColumns',
  { subject, cells, answers }: { subject: string; cells: readonly string[]; answers: SheetAnswers },
): SheetQuestion {
  const options = [
    { value: LEAVE, label: 'Leave out what is hidden' },
    { value: 'include', label: 'Read it too', samples: firstCells(cells) },
  ];
  return { id, topic: subject, title: `${subject}.`, options, chosen: answers[id] };
}

function nameRows(numbers: readonly number[]): string {
  const list = joinSome(numbers.map(String));
  return numbers.length === 1 ? `Row ${list} is hidden` : `${numbers.length} rows are hidden (${list})`;
}

function nameColumns(columns: readonly number[]): string {
  const list = joinSome(columns.map(columnLetters));
  return columns.length === 1 ? `Column ${list} is hidden` : `${columns.length} columns are hidden (${list})`;
}

function askMerged(merged: readonly Area[], answers: SheetAnswers): SheetQuestion {
  const list = joinSome(
    merged.map(({ top, left, bottom, right }) => `${columnLetters(left)}${top}:${columnLetters(right)}${bottom}`),
  );
  return {
    id: 'merged',
    topic: `Merged cells (${list})`,
    title: `Merged cells have one value for several cells: ${list}.`,
    options: [
      { value: LEAVE, label: 'Only the first cell of each has the value' },
      { value: REPEAT, label: 'Each of the cells has the value' },
    ],
    chosen: answers.merged,
  };
}

function repeatMerged({
  rows,
  kept,
  merged,
  width,
}: {
  rows: SheetCells['rows'];
  kept: SheetCells['rows'];
  merged: readonly Area[];
  width: number;
}): SheetCells['rows'] {
  const valueOf = new Map(
    merged.map((area) => [area, rows.find(({ number }) => number === area.top)?.cells[area.left] ?? '']),
  );
  return kept.map((row) => {
    const cells = Array.from({ length: width }, (_, index) => row.cells[index] ?? '');
    let filled = 0;
    for (const area of merged) {
      if (area.top > row.number || area.bottom < row.number) continue;
      for (let column = area.left; column <= Math.min(area.right, width - 1); column += 1) {
        cells[column] ||= valueOf.get(area) ?? '';
        filled += 1;
      }
      // Merged cells do not overlap but in a file that is made to take time.
      if (filled > width) break;
    }
    return { ...row, cells };
  });
}
