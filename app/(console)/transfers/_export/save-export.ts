import { readErrorOf } from '@/components/data/fetch-json';
import type { ExportFormat } from '@/lib/transfers/export-format';
import { downloadRoutes } from '@/lib/http/routes';

export interface Exported {
  file: Blob;
  /** Whether its trailer is there; without it the file was cut off. */
  isWhole: boolean;
}

interface Export {
  /** The query of the list. */
  parameters: string;
  columns: readonly string[];
  format: ExportFormat;
  signal: AbortSignal;
  /** Called with the lines so far, and how many there are at most where that is known. */
  onProgress: (lines: number, most: number | undefined) => void;
}

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv;charset=utf-8', jsonl: 'application/jsonl' };
// So much is handed to the browser at once, which keeps it elsewhere than in the page's memory.
const PART_BYTES = 4_000_000;
const TAIL_BYTES = 100_000;
// How a file ends that is whole (lib/transfers/export-format).
const ENDS: Record<ExportFormat, RegExp> = {
  csv: /\r\n"?# Exported: [^\r\n]*\r\n$/,
  jsonl: /(?:^|\n)\{"trailer":.*\}\n$/,
};
const PROGRESS_MS = 100;

/** Streams an export into a file of the browser. Throws a ReadError where there is none, or what `signal` was ended with. */
export async function readExport({ parameters, columns, format, signal, onProgress }: Export): Promise<Exported> {
  const query = new URLSearchParams(parameters);
  query.set('format', format);
  query.set('columns', columns.join(','));
  const response = await fetch(`${downloadRoutes.transfers}?${query.toString()}`, { signal });
  if (!response.ok || !response.body) throw await readErrorOf(response);
  const most = Number(response.headers.get('x-transfer-count') ?? undefined);

  const file: Blob[] = [];
  let part: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let saidAt = 0;
  const countLines = makeLineCount();
  const keepPart = () => {
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
    if (!piece?.value) break;
    part.push(piece.value);
    bytes += piece.value.byteLength;
    if (bytes > PART_BYTES) keepPart();
    const lines = countLines(piece.value);
    if (performance.now() - saidAt < PROGRESS_MS) continue;
    saidAt = performance.now();
    onProgress(lines, Number.isNaN(most) ? undefined : most);
  }
  keepPart();
  const whole = new Blob(file, { type: TYPES[format] });
  return { file: whole, isWhole: ENDS[format].test(await whole.slice(-TAIL_BYTES).text()) };
}

/** Puts a file among the downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const QUOTE = 34;
const LINE_FEED = 10;

/** Counts lines piece by piece; a line feed between quotation marks ends none. */
function makeLineCount(): (piece: Uint8Array) => number {
  let lines = 0;
  let isQuoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) lines += 1;
    }
    return lines;
  };
}
