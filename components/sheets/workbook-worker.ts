// Program of a worker: takes the bytes of a workbook, gives its sheets or a sentence, and is ended by the page.
import { inflateRaw } from '@/lib/sheets/workbook/inflate-raw';
import { readWorkbook } from '@/lib/sheets/workbook/read-workbook';

addEventListener('message', ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  // An unexpected error becomes an error of the worker, which the page explains.
  void readWorkbook(data, inflateRaw).then(
    (workbook) => postMessage(workbook),
    (error: unknown) => reportError(error),
  );
});
