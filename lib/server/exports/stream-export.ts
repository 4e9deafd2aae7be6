import 'server-only';
import type { createBatchGuard } from '@/lib/server/auth/batch-guard';
import type { TextCursor } from '@/lib/server/database/query/text-cursor';
import { fail, type Result } from '@/lib/result';
import type { TableWriter } from '@/lib/sheets/write/table';
import { singleton } from '@/lib/server/runtime/singleton';

// Each export holds a database connection until it ends.
const MAX_CONCURRENT_EXPORTS = 4;
// So that one slow reader leaves room for others.
const MAX_EXPORTS_PER_PERSON = 2;
const MAX_IDLE_MS = 180_000;

/**
 * Starts one of the concurrent exports, which calls `release` at its end; releases it here where it did not start.
 * Fails if there are too many.
 */
export async function startExport<Started, Failure>(
  personId: string,
  start: (release: () => void) => Promise<Result<Started, Failure>>,
): Promise<Result<Started, Failure | typeof EXPORTS_BUSY>> {
  const release = reserveExport(personId);
  if (!release) return fail(EXPORTS_BUSY);
  return endUnlessStarted(() => start(release), release);
}

/** Starts what reads from a cursor; closes the cursor where it did not start. */
export function startReading<Started, Failure>(
  cursor: Pick<TextCursor<never>, 'close'>,
  start: () => Promise<Result<Started, Failure>>,
): Promise<Result<Started, Failure>> {
  return endUnlessStarted(start, cursor.close);
}

async function endUnlessStarted<Started, Failure>(
  start: () => Promise<Result<Started, Failure>>,
  end: () => void | Promise<void>,
): Promise<Result<Started, Failure>> {
  let isStarted = false;
  try {
    const started = await start();
    isStarted = started.ok;
    return started;
  } finally {
    if (!isStarted) await end();
  }
}

/**
 * Reserves one of the concurrent exports, and returns the function that releases it; undefined if there are too many.
 */
function reserveExport(personId: string): (() => void) | undefined {
  const running = singleton('transfers.exports', () => new Set<{ personId: string }>());
  const personExportCount = [...running].filter((slot) => slot.personId === personId).length;
  if (running.size >= MAX_CONCURRENT_EXPORTS || personExportCount >= MAX_EXPORTS_PER_PERSON) return undefined;
  const slot = { personId };
  running.add(slot);
  return () => void running.delete(slot);
}

interface ExportParts {
  /** The beginning of the file. */
  head: string;
  batches: Pick<TextCursor<never>, 'next' | 'close'>;
  /** Formats a batch of rows. */
  format: (batch: readonly string[]) => string | Promise<string>;
  /** Formats the end of the file for the number of rows before; empty for a file with rows alone. */
  trailer: (rows: number) => string;
  /** Asked before each batch. */
  mayGoOn: ReturnType<typeof createBatchGuard>;
  /** Makes the file of the text, where it is not the text itself. */
  pack?: TableWriter['pack'];
  /** Called when the export has ended, however it did. */
  release: () => void;
}

/**
 * Streams the rows batch by batch, each when the one before was taken, so that memory does not grow with their number.
 */
export function streamExport({
  head,
  batches,
  format,
  trailer,
  mayGoOn,
  pack,
  release,
}: ExportParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let rows = 0;
  let idle: NodeJS.Timeout | undefined;
  const endExport = async () => {
    clearTimeout(idle);
    release();
    await batches.close();
  };
  // No event tells of a reader who stopped reading, or who left before the first row.
  const startIdleTimer = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    idle = setTimeout(() => {
      controller.error(new Error('export abandoned: no row was read for three minutes'));
      void endExport();
    }, MAX_IDLE_MS).unref();
  };
  const text = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(head));
      startIdleTimer(controller);
    },
    async pull(controller) {
      clearTimeout(idle);
      try {
        if (!(await mayGoOn(controller))) return;
        const batch = await batches.next();
        rows += batch.length;
        if (batch.length > 0) {
          controller.enqueue(encoder.encode(await format(batch)));
          return startIdleTimer(controller);
        }
        controller.enqueue(encoder.encode(trailer(rows)));
        controller.close();
        await endExport();
      } catch (error) {
        await endExport();
        // The file then has no trailer, which shows that it is cut off.
        throw error;
      }
    },
    cancel: endExport,
  });
  return pack?.(text) ?? text;
}

export const EXPORTS_BUSY = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'Too many exports at once',
    detail: `At most ${MAX_CONCURRENT_EXPORTS} exports run at once, and ${MAX_EXPORTS_PER_PERSON} for one person.`,
    next: 'Try again when another export has ended.',
  },
} as const;
