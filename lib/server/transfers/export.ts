import 'server-only';
import { randomBytes } from 'node:crypto';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  createExportWriter,
  type ExportTrailer,
  type ExportWriter,
} from '@/lib/transfers/export-format';
import { fail, ok, type Result } from '@/lib/result';
import { readSearchTerm } from '@/lib/search/search-terms';
import { appendAudit } from '@/lib/server/database/append-audit';
import { now } from '@/lib/server/runtime/clock';
import { inTransaction } from '@/lib/server/database/client';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { openSnapshot, type Snapshot } from '@/lib/server/mirror/export-snapshot';
import { readExactness } from '@/lib/server/mirror/search';
import { authorize } from '@/lib/server/auth/authorize';
import { singleton } from '@/lib/server/runtime/singleton';
import type { ReadDenial } from '@/lib/server/transfers/read';
import { readColumns } from '@/lib/transfers/columns';
import { readTransferQuery, writeTransferQuery } from '@/lib/transfers/query';

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
 * Exports the transfers that a query shows, as of one moment, and writes an audit entry. Takes `format` (csv or jsonl),
 * `columns` (column IDs separated by commas) and the parameters of the list. Rows are read as fast as the reader takes
 * them.
 */
export async function exportTransfers(parameters: URLSearchParams): Promise<Result<TransferExport, ReadDenial>> {
  const person = await authorize('readTransfers', { limit: 'export' });
  if (!person.ok) return person;
  const given = parameters.get('format');
  const format = EXPORT_FORMATS.find((name) => name === given) ?? 'csv';
  const columns = readColumns(parameters.get('columns'));
  const query = readTransferQuery(parameters);
  const term = readSearchTerm(query.q);

  const running = singleton('transfers.exports', () => new Set<{ personId: string }>());
  const current = { personId: person.value.id };
  const personExportCount = [...running].filter(({ personId }) => personId === current.personId).length;
  if (running.size >= MAX_CONCURRENT_EXPORTS || personExportCount >= MAX_EXPORTS_PER_PERSON) return fail(BUSY);
  running.add(current);
  const free = () => running.delete(current);
  let snapshot: Snapshot | undefined;
  try {
    // Before the snapshot, so that the snapshot holds everything that the coverage claims.
    const coverage = await readCoverage();
    const searched = term && { term, exactness: await readExactness(query, term) };
    // Random, so that no memo can contain it.
    const separator = `~${randomBytes(6).toString('base64url')}`;
    snapshot = await openSnapshot({ query, columns, separator, searched });
    const { totals } = snapshot;
    const rows = totals.reduce((count, { transfers }) => count + transfers, 0);
    const { id, name, origin } = person.value;
    const at = now().toISOString();
    const after = {
      format,
      columns: columns.map((column) => column.id),
      query: writeTransferQuery(query).toString(),
      transfers: rows,
    };
    await inTransaction((transaction) =>
      appendAudit(transaction, {
        action: 'transfers.exported',
        actor: { id, name },
        subject: 'transfers',
        origin,
        after,
      }),
    );
    const stream = streamExport(
      snapshot,
      createExportWriter(format, columns, separator),
      { totals, query, coverage, at, by: name },
      free,
    );
    return ok({
      stream,
      fileName: `transfers-${at.slice(0, 19).replaceAll(':', '')}Z.${format}`,
      contentType: CONTENT_TYPES[format],
      rows,
    });
  } catch (error) {
    await snapshot?.close();
    free();
    throw error;
  }
}

/**
 * Streams the rows batch by batch, each when the one before was taken, so that memory does not grow with their number.
 */
function streamExport(
  snapshot: Snapshot,
  writer: ExportWriter,
  trailer: Omit<ExportTrailer, 'rows'>,
  free: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let rows = 0;
  let idle: NodeJS.Timeout | undefined;
  const endExport = async () => {
    clearTimeout(idle);
    free();
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
        const batch = await snapshot.next();
        rows += batch.length;
        if (batch.length > 0) {
          controller.enqueue(encoder.encode(batch.map(writer.row).join('')));
          return startIdleTimer(controller);
        }
        controller.enqueue(encoder.encode(writer.trailer({ rows, ...trailer })));
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
    detail: `At most ${MAX_CONCURRENT_EXPORTS} exports run at the same time, and ${MAX_EXPORTS_PER_PERSON} for one person.`,
    next: 'Try again when another export has ended.',
  },
} as const;
