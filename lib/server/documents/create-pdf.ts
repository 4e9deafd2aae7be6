import 'server-only';
import { countPdfLines, MAX_PDF_LINES, type PdfDocument } from '@/lib/documents/pdf-document';
import type { Explanation } from '@/lib/http/problems';
import type { Reader } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { takeTurn } from '@/lib/server/workers/turns';
import { formatCount } from '@/lib/text/locale';
import path from 'node:path';
import { runThread } from '@/lib/server/runtime/run-thread';

/** Why no PDF was made, as `refuse` of a route takes it. */
export interface PdfFailure {
  kind: 'failed';
  status: 413 | 499 | 503 | 504;
  explanation: Explanation;
}

interface PdfOptions {
  /** Aborts when the reader has gone, such as the signal of the HTTP request. */
  signal: AbortSignal;
  timeoutMs?: number;
}

/**
 * Makes the PDF of a document for a person: in a worker thread, one at a time per person, within 30 seconds. Fails for
 * more than MAX_PDF_LINES lines, where too many people wait, and after the time. Throws if the layout fails.
 */
export async function createPdf(
  { id }: Pick<Reader, 'id'>,
  document: PdfDocument,
  { signal, timeoutMs = 30_000 }: PdfOptions,
): Promise<Result<Uint8Array<ArrayBuffer>, PdfFailure>> {
  const tooLong = findTooLong(countPdfLines(document));
  if (tooLong) return fail(tooLong);
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = AbortSignal.any([signal, timeout]);
  try {
    const endTurn = await takeTurn(id, ended);
    if (!endTurn) return fail(BUSY);
    try {
      return ok(await layOutPdf(document, ended));
    } finally {
      endTurn();
    }
  } catch (error) {
    if (signal.aborted) return fail(ABANDONED);
    if (timeout.aborted) return fail(tooSlow(timeoutMs));
    throw error;
  }
}

/** Returns the failure for more than MAX_PDF_LINES lines, for a caller that knows their number before it reads them. */
export function findTooLong(lines: number): PdfFailure | undefined {
  if (lines <= MAX_PDF_LINES) return undefined;
  const [count, max] = [lines, MAX_PDF_LINES].map((number) => formatCount(number));
  return {
    kind: 'failed',
    status: 413,
    explanation: {
      title: 'Too long for a PDF',
      detail: `This would have ${count} lines; a PDF may have ${max}.`,
      next: 'Export CSV instead.',
    },
  };
}

const BUSY: PdfFailure = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'Too many PDFs at once',
    detail: 'Other PDFs are being made. No file was made.',
    next: 'Try again in a minute.',
  },
};

const tooSlow = (timeoutMs: number): PdfFailure => ({
  kind: 'failed',
  status: 504,
  explanation: {
    title: 'The PDF took too long',
    detail: `The PDF was not ready within ${Math.round(timeoutMs / 1000)} seconds. No file was made.`,
    next: 'Try again in a minute, or export CSV.',
  },
});

const ABANDONED: PdfFailure = {
  kind: 'failed',
  status: 499,
  explanation: { title: 'The download was cancelled', detail: 'No file was made.', next: 'Start the download again.' },
};

// A document of the greatest length takes half of it.
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

/** Lays a document out as PDF in a thread of its own. Throws if the layout fails, and as soon as the signal aborts. */
async function layOutPdf(document: PdfDocument, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await runThread(path.join(process.cwd(), 'server', 'pdf-worker.mjs'), {
    data: document,
    memory: MEMORY,
    signal,
  });
  return bytes as Uint8Array<ArrayBuffer>;
}
