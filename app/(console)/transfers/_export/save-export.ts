import { readErrorOf } from '@/components/data/fetch-json';
import { type ExportFormat, type ExportOptions, writeExportOptions } from '@/lib/transfers/export/format';
import { downloadRoutes } from '@/lib/http/routes';
import { TABLE_TYPES } from '@/lib/sheets/write/table';

/** An export that was received. */
export interface Exported {
  file: Blob;
  /**
   * True if the file ends with its trailer or, without one, has all its rows, and of a workbook if its archive has an
   * end; otherwise it was cut off.
   */
  isWhole: boolean;
  /** The number of lines, the headings included; zero for a workbook, which is compressed. */
  lines: number;
}

interface Export {
  /** The query of the list. */
  parameters: string;
  columns: readonly string[];
  options: ExportOptions;
  signal: AbortSignal;
  /** Called with the number of lines so far and, where known, of all lines; never for a workbook. */
  onProgress: (lines: number, total: number | undefined) => void;
}

const TYPES: Record<ExportFormat, string> = { ...TABLE_TYPES, jsonl: 'application/jsonl' };
// Parts become blobs, which the browser keeps outside of the page's memory.
const MAX_PART_BYTES = 4_000_000;
const TAIL_BYTES = 100_000;
// The end of a complete file (lib/transfers/export/format.ts).
const ENDS: Record<Exclude<ExportFormat, 'xlsx'>, RegExp> = {
  csv: /\r\n"?# Exported: [^\r\n]*\r\n$/,
  jsonl: /(?:^|\n)\{"trailer":.*\}\n$/,
};
const HEAD_LINES: Record<ExportFormat, number> = { csv: 1, xlsx: 1, jsonl: 0 };
// The last record of an archive without comment (lib/sheets/write/zip-stream.ts).
const ARCHIVE_END_BYTES = 22;
const ARCHIVE_END = 'PK\u0005\u0006';
const PROGRESS_MS = 100;

/** Streams an export into a file of the browser. Throws a ReadError if the export fails, or the reason of `signal`. */
export async function readExport({ parameters, columns, options, signal, onProgress }: Export): Promise<Exported> {
  const query = new URLSearchParams(parameters);
  const { format, hasTrailer, preset } = options;
  for (const [name, value] of writeExportOptions(options)) query.set(name, value);
  if (!preset) query.set('columns', columns.join(','));
  const response = await fetch(`${downloadRoutes.transfers}?${query.toString()}`, { signal });
  if (!response.ok || !response.body) throw await readErrorOf(response);
  const total = Number(response.headers.get('x-transfer-count') ?? undefined);

  const file: Blob[] = [];
  let part: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let lines = 0;
  let reportedAt = 0;
  let isEnded = false;
  const countLines = createLineCounter(format);
  const storePart = () => {
    file.push(new Blob(part));
    part = [];
    bytes = 0;
  };
  const reader = response.body.getReader();
  for (;;) {
    const piece = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
      return undefined;
    });
    isEnded = piece?.done === true;
    if (!piece?.value) break;
    part.push(piece.value);
    bytes += piece.value.byteLength;
    if (bytes > MAX_PART_BYTES) storePart();
    lines = countLines(piece.value);
    if (format === 'xlsx' || performance.now() - reportedAt < PROGRESS_MS) continue;
    reportedAt = performance.now();
    onProgress(lines, Number.isNaN(total) ? undefined : total);
  }
  storePart();
  const whole = new Blob(file, { type: TYPES[format] });
  if (format === 'xlsx') {
    const end = await whole.slice(-ARCHIVE_END_BYTES).text();
    return { file: whole, isWhole: isEnded && end.startsWith(ARCHIVE_END), lines: 0 };
  }
  // A transfer may have several lines in an accounting file, or none.
  const hasAllRows = isEnded && (preset || Number.isNaN(total) || lines === total + HEAD_LINES[format]);
  const isWhole = hasTrailer ? ENDS[format].test(await whole.slice(-TAIL_BYTES).text()) : hasAllRows;
  return { file: whole, isWhole: Boolean(isWhole), lines };
}

const QUOTE = 34;
const LINE_FEED = 10;

/** Creates a counter of lines that takes a file piece by piece; in CSV, ignores line feeds inside quotes. */
function createLineCounter(format: ExportFormat): (piece: Uint8Array) => number {
  let lines = 0;
  let isQuoted = false;
  return (piece) => {
    if (format === 'xlsx') return 0;
    for (const byte of piece) {
      if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) lines += 1;
    }
    return lines;
  };
}
