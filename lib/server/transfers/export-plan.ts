import 'server-only';
import type { Explanation } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import type { Person } from '@/lib/server/auth/sessions';
import { createTable } from '@/lib/server/exports/open-table';
import { presetSummaryStatement } from '@/lib/server/mirror/search/totals';
import type { Snapshot } from '@/lib/server/mirror/search/export-snapshot';
import type { SearchFilter } from '@/lib/server/mirror/search/search-tiers';
import type { ReadDenial } from '@/lib/server/transfers/read';
import { readColumns, type TransferColumn } from '@/lib/transfers/columns';
import {
  cellsOf,
  createJsonLinesExport,
  createTableExport,
  type ExportOptions,
  type ExportWriter,
  readExportOptions,
} from '@/lib/transfers/export/format';
import { presetOf, type PresetId } from '@/lib/transfers/export/presets';
import {
  explainMisfit,
  explainWithoutCompleted,
  narrowToPreset,
  type PresetSummary,
} from '@/lib/transfers/export/preset-query';
import { createPresetWriter, PRESET_CELLS } from '@/lib/transfers/export/preset-writer';
import { readTransferQuery, type TransferQuery } from '@/lib/transfers/query';

/** What an export writes. */
export interface WantedExport extends ExportOptions {
  columns: readonly TransferColumn[];
  query: TransferQuery;
}

/** Reads from URL parameters what an export writes; fails where a preset and a filter by status exclude each other. */
export function readWantedExport(parameters: URLSearchParams): Result<WantedExport, ReadDenial> {
  const options = readExportOptions(parameters);
  const columns = readColumns(parameters.get('columns'));
  const query = readTransferQuery(parameters);
  if (!options.preset) return ok({ ...options, columns, query });
  const contradiction = explainWithoutCompleted(options.preset, query);
  if (contradiction) return fail({ kind: 'failed', status: 400, explanation: contradiction });
  return ok({ ...options, columns, query: narrowToPreset(query, options.account) });
}

/** Plans a file: the cells of its rows, and the writer that takes their separator. */
export function planFile({ format, preset, zone, columns }: WantedExport): {
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
export function describeFile({ format, preset, account, zone, columns }: WantedExport) {
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
export async function findMisfit(
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
