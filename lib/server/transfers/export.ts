import 'server-only';
import { randomBytes } from 'node:crypto';
import type { ExportFormat } from '@/lib/transfers/export/format';
import { fail, ok, type Result } from '@/lib/result';
import { auditAction } from '@/lib/server/database/append-audit';
import { now } from '@/lib/server/runtime/clock';
import { allowReplica } from '@/lib/server/database/replicas/allow-replica';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { openSnapshot } from '@/lib/server/mirror/search/export-snapshot';
import { readSearched } from '@/lib/server/mirror/search/search';
import { readProfileNames } from '@/lib/server/profiles/profile-names';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import {
  describeFile,
  findMisfit,
  planFile,
  readWantedExport,
  type WantedExport,
} from '@/lib/server/transfers/export-plan';
import { findTooManyRows, type TooManyRows } from '@/lib/server/exports/open-table';
import { startExport, startReading, streamExport } from '@/lib/server/exports/stream-export';
import type { ReadDenial } from '@/lib/server/transfers/read';
import type { Person } from '@/lib/server/auth/sessions';
import { TABLE_TYPES } from '@/lib/sheets/write/table';
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

const CONTENT_TYPES: Record<ExportFormat, string> = {
  ...TABLE_TYPES,
  jsonl: 'application/jsonl; charset=utf-8',
};

/**
 * Exports the transfers that a query shows, as of one moment, and writes an audit entry. Takes `columns` (column IDs
 * separated by commas), the parameters of `readExportOptions` and those of the list. Rows are read as fast as the
 * reader takes them. Fails for more rows than a workbook has.
 */
export async function exportTransfers(
  parameters: URLSearchParams,
): Promise<Result<TransferExport, ReadDenial | TooManyRows>> {
  const person = await authorize('readTransfers', { limit: 'export' });
  if (!person.ok) return person;
  const wanted = readWantedExport(parameters);
  if (!wanted.ok) return wanted;
  return startExport(person.value.id, async (release) =>
    startFile(wanted.value, await allowReplica(person.value), release),
  );
}

/**
 * Opens the snapshot, writes the audit entry and starts the stream, which calls `release` at its end. Fails where the
 * transfers do not fit the accounting system of the preset.
 */
async function startFile(
  wanted: WantedExport,
  person: Person,
  release: () => void,
): Promise<Result<TransferExport, ReadDenial | TooManyRows>> {
  const { format, preset, hasTrailer, query } = wanted;
  // Before the snapshot, so that the snapshot holds everything that the coverage claims.
  const coverage = await readCoverage(person);
  const searched = await readSearched(person, query);
  // Random, so that no memo can contain it.
  const separator = `~${randomBytes(6).toString('base64url')}`;
  const { cells, createWriter } = planFile(wanted);
  const profileNames = await readProfileNames(person);
  const snapshot = await openSnapshot(person, { query, columns: cells, separator, searched, profileNames });
  return startReading<TransferExport, ReadDenial | TooManyRows>(snapshot, async () => {
    const misfit = preset && (await findMisfit(preset, { person, query, searched, snapshot }));
    if (misfit) return fail({ kind: 'failed', status: 400, explanation: misfit });
    const { sums } = snapshot;
    const rows = countTransfers(sums);
    const tooMany = findTooManyRows(format, rows);
    if (tooMany) return fail(tooMany);
    const at = now().toISOString();
    const after = { ...describeFile(wanted), query: writeTransferQuery(query).toString(), transfers: rows };
    await auditAction(person, { action: 'transfers.exported', subject: 'transfers', after });
    const writer = createWriter(separator);
    const stream = streamExport({
      head: writer.head,
      pack: writer.pack,
      batches: snapshot,
      format: (batch) => batch.map(writer.row).join(''),
      trailer: (written) =>
        hasTrailer ? writer.trailer({ rows: written, sums, query, coverage, at, by: person.name }) : '',
      mayGoOn: createBatchGuard(person, 'readTransfers', writer.interruption(EXPORT_ENDED)),
      release,
    });
    const fileName = `${preset ?? 'transfers'}-${at.slice(0, 19).replaceAll(':', '')}Z.${format}`;
    return ok({ stream, fileName, contentType: CONTENT_TYPES[format], rows });
  });
}
