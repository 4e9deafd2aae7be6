import { fail, ok, type Result } from '@/lib/result';
import { decodeText } from '@/lib/sheets/decode-text';
import { readFileKind } from '@/lib/sheets/file-kind';
import type { SheetFile } from '@/lib/sheets/sheet-file';
import type { Workbook } from '@/lib/sheets/workbook/read-workbook';

const MAX_BYTES = 5_000_000;

/** Reads a file of text in Unicode, or explains why the file is none. */
export async function readTextFile(file: File): Promise<Result<string, string>> {
  const read = await readSheetFile(file);
  if (!read.ok) return read;
  if (read.value.kind === 'text') return ok(read.value.text);
  return read.value.kind === 'workbook'
    ? fail('This is a workbook. Choose a file of text.')
    : fail('The file is not in Unicode (UTF-8). Save it again as UTF-8, then choose it.');
}

/** Reads a file as what its content is, whatever its name, or explains why it is no sheet. */
export async function readSheetFile(file: File): Promise<Result<SheetFile, string>> {
  if (file.size > MAX_BYTES) return fail('This file is larger than 5 MB. Split the sheet and import the parts.');
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (!bytes) return fail('The file could not be read. Choose the file again.');
  const found = readFileKind(bytes);
  if (found.kind === 'refused') return fail(found.reason);
  if (found.kind === 'zip') {
    const workbook = await readInWorker(bytes);
    return workbook.ok ? ok({ kind: 'workbook', workbook: workbook.value }) : workbook;
  }
  const decoded = decodeText(bytes);
  if (!decoded.ok) return decoded;
  return ok(
    decoded.value.kind === 'text' ? decoded.value : { kind: 'bytes', bytes, encodings: decoded.value.encodings },
  );
}

const MAX_MS = 20_000;

/**
 * Reads a workbook in a worker, which is ended after 20 seconds: what a stranger's file takes of time and memory is not
 * taken from the page.
 */
async function readInWorker(bytes: Uint8Array<ArrayBuffer>): Promise<Result<Workbook, string>> {
  const worker = new Worker(new URL('workbook-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<Result<Workbook, string>>((resolve) => {
      timer = setTimeout(
        () => resolve(fail('The workbook took more than 20 seconds to read. Copy the sheet to one of its own.')),
        MAX_MS,
      );
      worker.addEventListener('message', ({ data }: MessageEvent<Result<Workbook, string>>) => resolve(data));
      const explain = () => resolve(fail('The workbook could not be read. Reload the page, or paste the cells.'));
      worker.addEventListener('error', explain);
      worker.addEventListener('messageerror', explain);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's takes none.
      worker.postMessage(bytes);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
