import 'server-only';
import type { createBatchGuard } from '@/lib/server/auth/batch-guard';
import { readerConnections } from '@/lib/server/database/query/reader-pool';
import type { TextCursor } from '@/lib/server/database/query/text-cursor';
import { fail, type Result } from '@/lib/result';
import type { TableWriter } from '@/lib/sheets/write/table';
import { singleton } from '@/lib/server/runtime/singleton';

const MAX_EXPORTS = 4;
const MAX_IDLE_MS = 180_000;

/**
 * Gives how many exports run at once, and for one person: each holds a reader connection until it ends, and lists need
 * one too. Half of them for one person, so that one slow reader leaves room for others.
 */
function limitExports(): { all: number; each: number } {
  const all = Math.max(1, Math.min(MAX_EXPORTS, readerConnections() - 1));
  return { all, each: Math.ceil(all / 2) };
}

/**
 * Starts one of the concurrent exports, which calls `release` at its end; releases it here where it did not start.
 * Fails if there are too many.
 */
export async function startExport<Started, Failure>(
  personId: string,
  start: (release: () => void) => Promise<Result<Started, Failure>>,
): Promise<Result<Started, Failure | ExportsBusy>> {
  const release = reserveExport(personId);
  if (!release) return fail(explainBusy());
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
  const { all, each } = limitExports();
  if (running.size >= all || personExportCount >= each) return undefined;
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

interface ExportsBusy {
  kind: 'failed';
  status: 503;
  explanation: { title: string; detail: string; next: string };
}

function explainBusy(): ExportsBusy {
  const { all, each } = limitExports();
  const detail = `At most ${all} ${all === 1 ? 'export runs' : 'exports run'} at once, and ${each} for one person.`;
  const next = 'Try again when another export has ended.';
  return { kind: 'failed', status: 503, explanation: { title: 'Too many exports at once', detail, next } };
}
