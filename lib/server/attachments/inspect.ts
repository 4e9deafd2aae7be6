import 'server-only';
import path from 'node:path';
import { type AttachmentType, MAX_PICTURE_PIXELS } from '@/lib/attachments/limits';
import type { PdfMark } from '@/lib/attachments/pdf-marks';
import type { PictureFault } from '@/lib/attachments/picture-fault';
import { fail, ok, type Result } from '@/lib/result';
import { takeTurn } from '@/lib/server/workers/turns';
import { runThread } from '@/lib/server/runtime/run-thread';

// The bits of a large picture whose scans refine each other, and a part of a PDF as text.
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
const TURN_MS = 60_000;

interface Uploaded {
  personId: string;
  type: AttachmentType;
  /** Reads all bytes, when it is the file's turn. */
  read: () => Promise<Uint8Array>;
  timeoutMs?: number;
}

/**
 * Decodes a picture to its last bit and looks through a PDF, in a thread of its own, one at a time per person, within
 * five seconds. Gives what the PDF holds besides pages, or the reason why the picture is not taken.
 */
export async function inspectFile({
  personId,
  type,
  read,
  timeoutMs = 5000,
}: Uploaded): Promise<Result<readonly PdfMark[], string>> {
  const endTurn = await takeTurn(personId, AbortSignal.timeout(TURN_MS)).catch(() => undefined);
  if (!endTurn) return fail(BUSY);
  const isPdf = type === 'application/pdf';
  try {
    const data = { type, bytes: await read(), maxPixels: MAX_PICTURE_PIXELS };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const { fault, marks } = (await runThread(path.join(process.cwd(), 'server', 'file-worker.mjs'), {
        data,
        memory: MEMORY,
        signal,
      })) as Found;
      return fault === undefined ? ok(marks) : fail(SENTENCES[fault]);
    } catch (error) {
      if (!signal.aborted && !isOutOfMemory(error)) throw error;
      // A PDF is not decoded here, and is taken as one that nobody could look through.
      return isPdf ? ok(['unread']) : fail(TOO_MUCH_WORK);
    }
  } finally {
    endTurn();
  }
}

interface Found {
  fault?: PictureFault;
  marks: PdfMark[];
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const SAVE_AGAIN = 'Open it in a program for pictures, save it as a new PNG or JPEG, and attach that.';
const BUSY = 'Too many files are being checked. The file was not kept. Try again in a minute.';
const TOO_MUCH_WORK = `The picture could not be decoded within five seconds. It was not kept. ${SAVE_AGAIN}`;
const SENTENCES: Record<PictureFault, string> = {
  'too-large': `The picture has more than ${MAX_PICTURE_PIXELS / 1_000_000} megapixels. It was not kept. Save it smaller, and attach that.`,
  broken: `The picture does not decode: it is cut off or damaged. It was not kept. ${SAVE_AGAIN}`,
  unusual: `The picture is of a kind that browsers do not show. It was not kept. ${SAVE_AGAIN}`,
  moving: `The picture moves, and a page shows only one moment of it. It was not kept. ${SAVE_AGAIN}`,
  followed: `The file goes on after the end of the picture, such as with a second one of a telephone. It was not kept. ${SAVE_AGAIN}`,
};
