import { ok, type Result } from '@/lib/result';
import { describeFacts, type FactSentence } from '@/lib/sheets/describe-facts';
import { readLines } from '@/lib/sheets/read-lines';
import { firstCells, type SheetAnswers, type SheetFile, type SheetQuestion } from '@/lib/sheets/sheet-file';
import { columnLetters } from '@/lib/sheets/workbook/places';
import { findHead, type Sheet, type SheetLine, toSheet } from '@/lib/text/sheet';

/** The columns that a page reads. */
export interface ColumnNames {
  /** Tells whether the page knows a column of this name. */
  knows: (name: string) => boolean;
  /** Gives the label of the field that a column of this name fills alone; undefined for all others. */
  fieldOf: (name: string) => string | undefined;
}

/** A file read as a table, as far as the answers go. */
export interface TableReading {
  questions: SheetQuestion[];
  facts: FactSentence[];
  /** The table, or why there is none; undefined while a question is open. */
  value: Result<Sheet, string> | undefined;
}

/** Reads a file as a table whose columns have names, and asks which row names them, and which of two columns counts. */
export function readTable(file: SheetFile, answers: SheetAnswers, names: ColumnNames): TableReading {
  const { questions, facts, lines, columns } = readLines(file, answers, names.knows);
  const read: TableReading = { questions: [...questions], facts: describeFacts(facts), value: undefined };
  if (!lines) return read;
  if (!lines.ok) return { ...read, value: lines };
  const found = findHead(lines.value, names.knows);
  const asked = found === 0 ? undefined : askHead(lines.value, found, answers);
  if (asked) read.questions.push(asked);
  const at = asked ? lines.value.findIndex(({ number }) => String(number) === asked.chosen) : 0;
  const sheet = toSheet(lines.value, at);
  if (!sheet.ok) return { ...read, value: sheet };
  const doubles = findDoubles(sheet.value, names).map((double) => askColumn(double, sheet.value, { answers, columns }));
  read.questions.push(...doubles);
  if (read.questions.some(({ chosen }) => chosen === undefined)) return read;
  return { ...read, value: ok(setAside(sheet.value, doubles)) };
}

/** Says how a file was read: what its questions were answered with, and what to know of its cells. */
export function describeReading({
  questions,
  facts,
}: {
  questions: readonly SheetQuestion[];
  facts: readonly FactSentence[];
}): string[] {
  const answered = questions.flatMap(({ topic, options, chosen }) => {
    const option = options.find(({ value }) => value === chosen);
    return option ? [`${topic}: ${option.label}.`] : [];
  });
  return [...answered, ...facts.map(({ text }) => text)];
}

const MAX_HEADS = 8;

function askHead(lines: readonly SheetLine[], found: number, answers: SheetAnswers): SheetQuestion {
  const shown = lines.slice(0, Math.max(0, Math.min(found, MAX_HEADS - 2)));
  const [head, after] = [lines[found], lines[found + 1]];
  const options = [...shown, ...(head ? [head] : []), ...(after ? [after] : [])].map(({ number, cells }) => ({
    value: String(number),
    label: `Row ${number}`,
    samples: firstCells(cells),
  }));
  const isOffered = options.some(({ value }) => value === answers.head);
  return {
    id: 'head',
    topic: 'Names of the columns',
    title: 'Which row names the columns? Rows above it are left out.',
    options,
    chosen: isOffered ? answers.head : String(head?.number),
  };
}

interface Double {
  field: string;
  columns: number[];
}

/** Finds the fields that several columns would fill with different cells. */
function findDoubles({ columns, rows }: Sheet, { fieldOf }: ColumnNames): Double[] {
  const byField = new Map<string, number[]>();
  for (const [index, name] of columns.entries()) {
    const field = fieldOf(name);
    if (field !== undefined) byField.set(field, [...(byField.get(field) ?? []), index]);
  }
  return [...byField].flatMap(([field, found]) => {
    const [first = 0, ...others] = found;
    const differ = rows.some((cells) => others.some((index) => cells[index] !== cells[first]));
    return differ ? [{ field, columns: found }] : [];
  });
}

function askColumn(
  { field, columns }: Double,
  sheet: Sheet,
  { answers, columns: places }: { answers: SheetAnswers; columns: readonly number[] | undefined },
): SheetQuestion & Double {
  const id = `column ${field}`;
  const options = columns.map((index) => ({
    value: String(index),
    label: `Column ${columnLetters(places?.[index] ?? index)}, “${sheet.columns[index]}”`,
    samples: firstCells(sheet.rows.map((cells) => cells[index] ?? '')),
  }));
  const isOffered = options.some(({ value }) => value === answers[id]);
  return {
    id,
    topic: field,
    title: `${columns.length} columns can be “${field}”. Which one is meant?`,
    options,
    chosen: isOffered ? answers[id] : undefined,
    field,
    columns,
  };
}

/** Renames the columns that were not chosen, so that the page ignores them and says so. */
function setAside({ columns, rows }: Sheet, doubles: readonly (SheetQuestion & Double)[]): Sheet {
  const unused = new Set(
    doubles.flatMap(({ columns: found, chosen }) => found.filter((index) => String(index) !== chosen)),
  );
  return { columns: columns.map((name, index) => (unused.has(index) ? `${name} (not used)` : name)), rows };
}
