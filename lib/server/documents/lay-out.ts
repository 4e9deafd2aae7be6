import 'server-only';
import path from 'node:path';
import type { PdfDocument } from '@/lib/documents/pdf-document';
import { runThread } from '@/lib/server/runtime/run-thread';

// A document of the greatest length takes half of it.
const MEMORY = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 64 };

/** Lays a document out as PDF in a thread of its own. Throws if the layout fails, and as soon as the signal aborts. */
export async function layOutPdf(document: PdfDocument, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await runThread(path.join(process.cwd(), 'server', 'pdf-worker.mjs'), {
    data: document,
    memory: MEMORY,
    signal,
  });
  return bytes as Uint8Array<ArrayBuffer>;
}
