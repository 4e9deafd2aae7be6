import 'server-only';
import { randomBytes } from 'node:crypto';
import {
  cellsOf,
  createJsonLinesExport,
  createTableExport,
  type ExportFormat,
  type ExportOptions,
  type ExportWriter,
  readExportOptions,
} from '@/lib/transfers/export/format';
import { fail, ok, type Result } from '@/lib/result';
import { auditAction } from '@/lib/server/database/append-audit';
import { now } from '@/lib/server/runtime/clock';
import { allowReplica } from '@/lib/server/database/replicas/allow-replica';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { openSnapshot, type Snapshot } from '@/lib/server/mirror/search/export-snapshot';
import { readSearched } from '@/lib/server/mirror/search/search';
import { readProfileNames } from '@/lib/server/profiles/profile-names';
import { authorize } from '@/lib/server/auth/authorize';
import { createBatchGuard, EXPORT_ENDED } from '@/lib/server/auth/batch-guard';
import { createTable, findTooManyRows, type TooManyRows } from '@/lib/server/exports/open-table';
import { startExport, startReading, streamExport } from '@/lib/server/exports/stream-export';
import type { ReadDenial } from '@/lib/server/transfers/read';
import type { Person } from '@/lib/server/auth/sessions';
import { TABLE_TYPES } from '@/lib/sheets/write/table';
import { countTransfers } from '@/lib/transfers/totals';
import { readTransferQuery, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';
import type { Explanation } from '@/lib/http/problems';
import { presetSummaryStatement } from '@/lib/server/mirror/search/totals';
import type { SearchFilter } from '@/lib/server/mirror/search/search-tiers';
import { readColumns, type TransferColumn } from '@/lib/transfers/columns';
import { type PresetId, presetOf } from '@/lib/transfers/export/presets';
import {
  explainMisfit,
  explainWithoutCompleted,
  narrowToPreset,
  type PresetSummary,
} from '@/lib/transfers/export/preset-query';
import { createPresetWriter, PRESET_CELLS } from '@/lib/transfers/export/preset-writer';

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

/** What an export writes. */
interface WantedExport extends ExportOptions {
  columns: readonly TransferColumn[];
  query: TransferQuery;
}

/** Reads from URL parameters what an export writes; fails where a preset and a filter by status exclude each other. */
function readWantedExport(parameters: URLSearchParams): Result<WantedExport, ReadDenial> {
  const options = readExportOptions(parameters);
  const columns = readColumns(parameters.get('columns'));
  const query = readTransferQuery(parameters);
  if (!options.preset) return ok({ ...options, columns, query });
  const contradiction = explainWithoutCompleted(options.preset, query);
  if (contradiction) return fail({ kind: 'failed', status: 400, explanation: contradiction });
  return ok({ ...options, columns, query: narrowToPreset(query, options.account) });
}

/** Plans a file: the cells of its rows, and the writer that takes their separator. */
function planFile({ format, preset, zone, columns }: WantedExport): {
  cells: readonly TransferColumn[];
  createWriter: (separator: string) => ExportWriter;
} {
  if (preset)
    return {
      cells: PRESET_CELLS,
      createWriter: (separator) => createPresetWriter(presetOf(preset), zone, separator),
    };
  const cells = cellsOf(format, columns);
  return {
    cells,
    createWriter: (separator) =>
      format === 'jsonl'
        ? createJsonLinesExport(cells, separator)
        : createTableExport(createTable(format, 'Transfers', cells), separator),
  };
}

/** Describes a file for the audit log. */
function describeFile({ format, preset, account, zone, columns }: WantedExport) {
  return preset
    ? { format, preset, zone, ...(account && { account: `${account.profile} ${account.asset}` }) }
    : { format, columns: columns.map((column) => column.id) };
}

interface PresetRows {
  person: Person;
  query: TransferQuery;
  searched: SearchFilter | undefined;
  snapshot: Snapshot;
}

/** Explains why the rows of a snapshot do not fit a preset; undefined if they do. */
async function findMisfit(
  preset: PresetId,
  { person, query, searched, snapshot }: PresetRows,
): Promise<Explanation | undefined> {
  const { system } = presetOf(preset);
  if (!system) return undefined;
  const { maxDecimals } = system;
  const [summary] = await snapshot.read<PresetSummary>(
    presetSummaryStatement(person, { query, searched, maxDecimals }),
  );
  return summary && explainMisfit(preset, summary);
}
