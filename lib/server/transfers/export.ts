import 'server-only';
import { randomBytes } from 'node:crypto';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportWriter,
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

/** A file under way. */
export interface TransferExport {
  stream: ReadableStream<Uint8Array>;
  fileName: string;
  contentType: string;
  /** How many rows it will have. */
  rows: number;
}

// Each holds a connection for as long as somebody takes it.
const MOST_AT_ONCE = 4;
// Whoever takes theirs slowly leaves room for others.
const MOST_OF_ONE = 2;
const LONGEST_PAUSE_MS = 180_000;
const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
};

/**
 * Exports what a query shows: `format` (csv or jsonl), `columns` (their ids, separated by commas) and the parameters of
 * the list. All rows are of one moment. They are read as fast as they are taken, and an audit entry tells of it.
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
  const personSessionCount = [...running].filter(({ personId }) => personId === current.personId).length;
  if (running.size >= MOST_AT_ONCE || personSessionCount >= MOST_OF_ONE) return fail(BUSY);
  running.add(current);
  const free = () => running.delete(current);
  let snapshot: Snapshot | undefined;
  try {
    // Before the snapshot, so that it holds all that the coverage tells of.
    const coverage = await readCoverage();
    const searched = term && { term, exactness: await readExactness(query, term) };
    // Drawn anew each time, so that nobody can have put it into a memo.
    const mark = `~${randomBytes(6).toString('base64url')}`;
    snapshot = await openSnapshot({ query, columns, mark, searched });
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
      exportWriter(format, columns, mark),
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

/** Rows are asked for when the ones before were taken, so that memory stays the same however many there are. */
function streamExport(
  snapshot: Snapshot,
  writer: ExportWriter,
  trailer: Omit<ExportTrailer, 'rows'>,
  free: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let rows = 0;
  let idle: NodeJS.Timeout | undefined;
  const end = async () => {
    clearTimeout(idle);
    free();
    await snapshot.close();
  };
  // Nobody says so when nobody takes any more: a reader who stands still, or who had gone before the first row.
  const expectMore = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    idle = setTimeout(() => {
      controller.error(new Error('nobody took the rows of an export'));
      void end();
    }, LONGEST_PAUSE_MS).unref();
  };
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue(encoder.encode(writer.head));
      expectMore(controller);
    },
    async pull(controller) {
      clearTimeout(idle);
      try {
        const batch = await snapshot.next();
        rows += batch.length;
        if (batch.length > 0) {
          controller.enqueue(encoder.encode(batch.map(writer.row).join('')));
          return expectMore(controller);
        }
        controller.enqueue(encoder.encode(writer.trailer({ rows, ...trailer })));
        controller.close();
        await end();
      } catch (error) {
        await end();
        // Without a trailer, and broken off: nobody takes it for whole.
        throw error;
      }
    },
    cancel: end,
  });
}

const BUSY = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'Several exports run already',
    detail: `This console writes ${MOST_AT_ONCE} at the same time, ${MOST_OF_ONE} of them for one person.`,
    next: 'Try again when one of them is done.',
  },
} as const;
