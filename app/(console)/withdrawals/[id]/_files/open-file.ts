import type { PDFDocumentProxy } from 'pdfjs-dist';
import { ReadError, readErrorOf } from '@/components/data/fetch-json';
import { attachmentPath, type StoredFile } from '@/lib/attachments/contract';

/** A file that can be drawn, page by page. `close` frees what it holds. */
export interface OpenedFile {
  pages: number;
  close: () => void;
  /** Gives what draws a page, at most as wide as this, and the way to stop it. */
  draw: (page: number, canvas: HTMLCanvasElement, maxWidth: number) => Drawing;
}

interface Drawing {
  done: Promise<unknown>;
  cancel: () => void;
}

// Sharp on every screen, and small enough for every browser's canvas.
const MAX_WIDTH = 2000;
const MAX_HEIGHT = 4000;
// More than any scan of a page; a picture that claims more would take all memory.
const MAX_PIXELS = 100_000_000;

/** Fetches a file and reads it. Throws a ReadError where the console refused, and any error where it cannot be read. */
export async function openFile(requestId: string, file: StoredFile, signal: AbortSignal): Promise<OpenedFile> {
  const response = await fetch(attachmentPath(requestId, file.id), { signal });
  if (!response.ok) throw await readErrorOf(response);
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (file.type === 'application/pdf') return openPdf(bytes);
  // A PNG of a few bytes can claim any size, and takes the memory for it (PNG, 11.2.1).
  const view = new DataView(bytes.buffer);
  if (file.type === 'image/png' && view.getUint32(16) * view.getUint32(20) > MAX_PIXELS) throw new Error(TOO_LARGE);
  return openPicture(new Blob([bytes], { type: file.type }));
}

const TOO_LARGE = 'the picture is too large to draw';

/** Draws a page of an opened file. */
export function drawFile(opened: OpenedFile, { page, canvas }: { page: number; canvas: HTMLCanvasElement }): Drawing {
  return opened.draw(page, canvas, MAX_WIDTH);
}

async function openPicture(blob: Blob): Promise<OpenedFile> {
  const picture = await createImageBitmap(blob);
  if (picture.width * picture.height > MAX_PIXELS) throw new Error(TOO_LARGE);
  return {
    pages: 1,
    close: () => picture.close(),
    draw: (_page, canvas, maxWidth) => {
      const scale = Math.min(1, maxWidth / picture.width, MAX_HEIGHT / picture.height);
      canvas.width = Math.max(1, Math.round(picture.width * scale));
      canvas.height = Math.max(1, Math.round(picture.height * scale));
      canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
      return { done: Promise.resolve(), cancel: () => undefined };
    },
  };
}

// Files of our own origin, which the reader of PDFs asks for: decoders of scans (JBIG2, fax) and of JPEG 2000.
const DECODERS: Record<string, URL> = {
  'jbig2.wasm': new URL('pdfjs-dist/wasm/jbig2.wasm', import.meta.url),
  'openjpeg.wasm': new URL('pdfjs-dist/wasm/openjpeg.wasm', import.meta.url),
};

const WORKER = new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url);

/** Starts a worker. By its address alone: where Next knows the file, it puts a loader before it, which loads others. */
const startWorker = (address: string) => new Worker(address, { type: 'module' });

/** Gives the reader of PDFs the files that it names, and no others. */
class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = DECODERS[filename];
    if (!url) throw new Error('a file that the console does not have');
    const response = await fetch(url);
    if (!response.ok) throw new ReadError(response.status, { title: '', detail: '', next: '' });
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Reads a PDF in a worker of our own origin, whose policy lets it load nothing (server/static-files.mjs). */
async function openPdf(data: Uint8Array): Promise<OpenedFile> {
  const { getDocument, PDFWorker } = await import('pdfjs-dist');
  const port = startWorker(WORKER.href);
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    disableAutoFetch: true,
    WasmFactory: OwnFiles,
    maxImageSize: MAX_PIXELS,
    // Where the decoders come from is OwnFiles' business.
    wasmUrl: 'own/',
  });
  const close = () => {
    void task.destroy();
    port.terminate();
  };
  try {
    const document = await task.promise;
    return { pages: document.numPages, close, draw: (...given) => drawPage(document, ...given) };
  } catch (error) {
    close();
    throw error;
  }
}

function drawPage(document: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement, maxWidth: number): Drawing {
  let isCancelled = false;
  let stop: (() => void) | undefined;
  const draw = async () => {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: Math.min(2, maxWidth / width, MAX_HEIGHT / height) });
    if (isCancelled) return;
    canvas.width = Math.max(1, Math.round(viewport.width));
    canvas.height = Math.max(1, Math.round(viewport.height));
    const rendering = page.render({ canvas, viewport, annotationMode: 0 });
    stop = () => rendering.cancel();
    await rendering.promise.catch((error: unknown) => {
      if (!isCancelled) throw error;
    });
  };
  return {
    done: draw(),
    cancel: () => {
      isCancelled = true;
      stop?.();
    },
  };
}
