import 'server-only';
import { randomBytes } from 'node:crypto';
import type { ExportFormat, ExportTrailer, ExportWriter } from '@/lib/transfers/export-format';
import { fail, ok, type Result } from '@/lib/result';
import { readSearchTerm } from '@/lib/search/search-terms';
import { appendAudit } from '@/lib/server/database/append-audit';
import { now } from '@/lib/server/runtime/clock';
import { inTransaction } from '@/lib/server/database/client';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { openSnapshot, type Snapshot } from '@/lib/server/mirror/export-snapshot';
import { readExactness } from '@/lib/server/mirror/search';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import { singleton } from '@/lib/server/runtime/singleton';
import {
  describeFile,
  findMisfit,
  planFile,
  readWantedExport,
  type WantedExport,
} from '@/lib/server/transfers/export-plan';
import type { ReadDenial } from '@/lib/server/transfers/read';
import type { Person } from '@/lib/server/auth/sessions';
import { countTransfers } from '@/lib/transfers/totals';
import { writeTransferQuery } from '@/lib/transfers/query';

/** An export that is being streamed. */
export interface TransferExport {
  stream: ReadableStream<Uint8Array>;
  fileName: string;
  contentType: string;
  /** The number of rows that the file will have. */
  rows: number;
}

// Each export holds a database connection until it ends.
const MAX_CONCURRENT_EXPORTS = 4;
// So that one slow reader leaves room for others.
const MAX_EXPORTS_PER_PERSON = 2;
const MAX_IDLE_MS = 180_000;
const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/**
 * Exports the transfers that a query shows, as of one moment, and writes an audit entry. Takes `columns` (column IDs
 * separated by commas), the parameters of `readExportOptions` and those of the list. Rows are read as fast as the reader
 * takes them.
 */
export async function exportTransfers(parameters: URLSearchParams): Promise<Result<TransferExport, ReadDenial>> {
  const person = await authorize('readTransfers', { limit: 'export' });
  if (!person.ok) return person;
  const wanted = readWantedExport(parameters);
  if (!wanted.ok) return wanted;
  const release = reserveSlot(person.value.id);
  if (!release) return fail(BUSY);
  try {
    const started = await startExport(wanted.value, person.value, release);
    if (!started.ok) release();
    return started;
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Reserves one of the concurrent exports, and returns the function that releases it; undefined if there are too many.
 */
function reserveSlot(personId: string): (() => void) | undefined {
  const running = singleton('transfers.exports', () => new Set<{ personId: string }>());
  const personExportCount = [...running].filter((slot) => slot.personId === personId).length;
  if (running.size >= MAX_CONCURRENT_EXPORTS || personExportCount >= MAX_EXPORTS_PER_PERSON) return undefined;
  const slot = { personId };
  running.add(slot);
  return () => void running.delete(slot);
}

/**
 * Opens the snapshot, writes the audit entry and starts the stream, which calls `release` at its end. Fails where the
 * transfers do not fit the accounting system of the preset.
 */
async function startExport(
  wanted: WantedExport,
  person: Person,
  release: () => void,
): Promise<Result<TransferExport, ReadDenial>> {
  const { format, preset, hasTrailer, query } = wanted;
  const { id, name, origin } = person;
  const term = readSearchTerm(query.q);
  // Before the snapshot, so that the snapshot holds everything that the coverage claims.
  const coverage = await readCoverage(person);
  const searched = term && { term, exactness: await readExactness(person, query, { term }) };
  // Random, so that no memo can contain it.
  const separator = `~${randomBytes(6).toString('base64url')}`;
  const { cells, createWriter } = planFile(wanted);
  const snapshot = await openSnapshot(person, { query, columns: cells, separator, searched });
  try {
    const misfit = preset && (await findMisfit(preset, { person, query, searched, snapshot }));
    if (misfit) {
      await snapshot.close();
      return fail({ kind: 'failed', status: 400, explanation: misfit });
    }
    const { sums } = snapshot;
    const rows = countTransfers(sums);
    const at = now().toISOString();
    const after = { ...describeFile(wanted), query: writeTransferQuery(query).toString(), transfers: rows };
    const entry = { action: 'transfers.exported', actor: { id, name }, subject: 'transfers', origin, after } as const;
    await inTransaction((transaction) => appendAudit(transaction, entry));
    const writer = createWriter(separator);
    const stream = streamExport({
      snapshot,
      writer,
      mayGoOn: createBatchGuard(person, 'readTransfers', writer.interruption(EXPORT_ENDED)),
      trailer: hasTrailer ? { sums, query, coverage, at, by: name } : undefined,
      release,
    });
    const fileName = `${preset ?? 'transfers'}-${at.slice(0, 19).replaceAll(':', '')}Z.${format}`;
    return ok({ stream, fileName, contentType: CONTENT_TYPES[format], rows });
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

interface ExportParts {
  snapshot: Snapshot;
  writer: ExportWriter;
  /** Asked before each batch. */
  mayGoOn: ReturnType<typeof createBatchGuard>;
  /** The end of the file; undefined for a file with rows alone. */
  trailer: Omit<ExportTrailer, 'rows'> | undefined;
  /** Called when the export has ended, however it did. */
  release: () => void;
}

/**
 * Streams the rows batch by batch, each when the one before was taken, so that memory does not grow with their number.
 */
function streamExport({ snapshot, writer, mayGoOn, trailer, release }: ExportParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let rows = 0;
  let idle: NodeJS.Timeout | undefined;
  const endExport = async () => {
    clearTimeout(idle);
    release();
    await snapshot.close();
  };
  // No event tells of a reader who stopped reading, or who left before the first row.
  const startIdleTimer = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    idle = setTimeout(() => {
      controller.error(new Error('export abandoned: no row was read for three minutes'));
      void endExport();
    }, MAX_IDLE_MS).unref();
  };
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(encoder.encode(writer.head));
      startIdleTimer(controller);
    },
    async pull(controller) {
      clearTimeout(idle);
      try {
        if (!(await mayGoOn(controller))) return;
        const batch = await snapshot.next();
        rows += batch.length;
        if (batch.length > 0) {
          controller.enqueue(encoder.encode(batch.map(writer.row).join('')));
          return startIdleTimer(controller);
        }
        if (trailer) controller.enqueue(encoder.encode(writer.trailer({ rows, ...trailer })));
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
}

const BUSY = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'Too many exports at once',
    detail: `At most ${MAX_CONCURRENT_EXPORTS} exports run at once, and ${MAX_EXPORTS_PER_PERSON} for one person.`,
    next: 'Try again when another export has ended.',
  },
} as const;
