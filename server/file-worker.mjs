// @ts-check
// A thread that looks at one uploaded file (lib/server/attachments/inspect.ts): decodes a picture, looks through a PDF.
import { parentPort, workerData } from 'node:worker_threads';
import { findJpegFault } from './check-jpeg.mjs';
import { findPngFault } from './check-png.mjs';
import { lookThroughPdf } from './look-through-pdf.mjs';

/** @typedef {{ fault?: import('./picture-fault.mjs').PictureFault | undefined, marks: import('../lib/attachments/pdf-marks').PdfMark[] }} Found */

/** @param {{ type: string, bytes: Uint8Array, maxPixels: number }} given @returns {Promise<Found>} */
async function look({ type, bytes, maxPixels }) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'application/pdf') return { marks: lookThroughPdf(file) };
  return {
    fault: type === 'image/png' ? await findPngFault(file, maxPixels) : findJpegFault(file, maxPixels),
    marks: [],
  };
}

const found = await look(workerData);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread, not a window.
parentPort?.postMessage(found);
