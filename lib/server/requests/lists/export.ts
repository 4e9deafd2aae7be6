import 'server-only';
import { randomBytes } from 'node:crypto';
import type { Denial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import type { AssetTotal } from '@/lib/requests/bundles/batches';
import { listRequestRemarks, REQUEST_EXPORT_COLUMNS, toExportCells } from '@/lib/requests/list/export';
import { readRequestQuery, writeRequestQuery } from '@/lib/requests/list/query';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import type { Person } from '@/lib/server/auth/sessions';
import { auditAction } from '@/lib/server/database/append-audit';
import { createTable, findTooManyRows, type TooManyRows } from '@/lib/server/exports/open-table';
import { startExport, startReading, streamExport } from '@/lib/server/exports/stream-export';
import { openTextCursor } from '@/lib/server/database/query/text-cursor';
import { exportStatement, exportSumsStatement } from '@/lib/server/requests/lists/sql';
import { now } from '@/lib/server/runtime/clock';
import { readTableFormat, TABLE_TYPES } from '@/lib/sheets/write/table';

/** An export that is being streamed. */
interface RequestExport {
  stream: ReadableStream<Uint8Array>;
  fileName: string;
  contentType: string;
  /** The number of rows that the file will have. */
  rows: number;
}

type ExportDenial = Denial | TooManyRows | { kind: 'failed'; status: 503; explanation: Explanation };

/**
 * Exports the requests that a query shows as CSV or, where `format` says so, as a workbook (`xlsx`), as of one moment,
 * and writes an audit entry. Takes the parameters of the list, and `trailer=0` for rows alone. A batch is exported as
 * its requests. Rows are read as fast as the reader takes them. Fails for more rows than a workbook has.
 */
export async function exportRequests(parameters: URLSearchParams): Promise<Result<RequestExport, ExportDenial>> {
  const person = await authorize('readWithdrawals', { limit: 'export' });
  if (!person.ok) return person;
  return startExport(person.value.id, (release) => startTable(person.value, parameters, release));
}

async function startTable(
  person: Person,
  parameters: URLSearchParams,
  release: () => void,
): Promise<Result<RequestExport, TooManyRows>> {
  const format = readTableFormat(parameters.get('format'));
  const { query } = readRequestQuery(parameters);
  // Random, so that no note can contain it.
  const separator = `~${randomBytes(6).toString('base64url')}`;
  const cursor = await openTextCursor<AssetTotal>(person, {
    first: exportSumsStatement(person, query),
    texts: exportStatement(person, query, separator),
  });
  return startReading(cursor, async () => {
    const totals = cursor.first;
    const rows = totals.reduce((sum, { count }) => sum + count, 0);
    const tooMany = findTooManyRows(format, rows);
    if (tooMany) return fail(tooMany);
    const at = now().toISOString();
    const after = { format, query: writeRequestQuery(query).toString(), requests: rows };
    await auditAction(person, { action: 'withdrawals.exported', subject: 'withdrawals', after });
    const hasTrailer = parameters.get('trailer') !== '0';
    const table = createTable(format, 'Withdrawals', REQUEST_EXPORT_COLUMNS);
    const stream = streamExport({
      head: table.head,
      pack: table.pack,
      batches: cursor,
      format: (batch) => batch.map((row) => table.row(toExportCells(row.split(separator)))).join(''),
      trailer: (written) =>
        hasTrailer
          ? listRequestRemarks({ rows: written, totals, query, at, by: person.name }).map(table.remark).join('')
          : '',
      mayGoOn: createBatchGuard(person, 'readWithdrawals', table.interruption(EXPORT_ENDED)),
      release,
    });
    const fileName = `withdrawals-${at.slice(0, 19).replaceAll(':', '')}Z.${format}`;
    return ok({ stream, fileName, contentType: TABLE_TYPES[format], rows });
  });
}
