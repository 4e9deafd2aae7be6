import 'server-only';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { PdfDocument } from '@/lib/documents/pdf-document';

// A document of the greatest length takes half of it; a larger one ends its thread, not the process.
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

/**
 * Lays a document out as PDF in a thread of its own, which gets no environment and ends afterwards. Throws if the layout
 * fails; ends the thread and throws as soon as the signal aborts.
 */
export async function layOutPdf(document: PdfDocument, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  signal.throwIfAborted();
  const worker = startWorker(document);
  let end = ignore;
  const laidOut = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    end = () => reject(signal.reason as Error);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the PDF worker ended with code ${code} and made no file`)));
    signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await laidOut;
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}

function ignore(): void {}

function startWorker(document: PdfDocument): Worker {
  // Not imported: the build compiles every worker that it can see, and the fonts are not where the copy looks.
  const threads = process.getBuiltinModule('node:worker_threads');
  const file = path.join(process.cwd(), 'server', 'pdf-worker.mjs');
  return new threads.Worker(file, { workerData: document, env: {}, execArgv: [], resourceLimits: MEMORY });
}
