import type { Encoding } from '@/lib/sheets/decode-text';
import type { Workbook } from '@/lib/sheets/workbook/read-workbook';

/** A file as far as it is read without a person: text, bytes whose encoding is asked, or a workbook. */
export type SheetFile =
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array; encodings: readonly Encoding[] }
  | { kind: 'workbook'; workbook: Workbook };

/** A question that a file leaves open. */
export interface SheetQuestion {
  id: string;
  title: string;
  /** What is asked, in a few words, for a note of the answer. */
  topic: string;
  options: readonly SheetOption[];
  /** The value of the chosen option; undefined while there is no answer. */
  chosen: string | undefined;
}

export interface SheetOption {
  value: string;
  label: string;
  /** Cells of the sheet that show what the option means. */
  samples?: readonly string[];
}

/** Answers by the ID of their question. */
export type SheetAnswers = Readonly<Record<string, string>>;

const MAX_SAMPLES = 4;

/** Gives the first cells with a text, to show what a row or a column is. */
export function firstCells(cells: readonly string[]): string[] {
  return cells.filter((cell) => cell.trim() !== '').slice(0, MAX_SAMPLES);
}
