import type { TableWriter } from '@/lib/sheets/write/table';
import { formatCsvLine, MAX_CELL_LENGTH } from '@/lib/text/csv';
import { type Coverage, describeCoverage } from '@/lib/mirror/coverage';
import { describeQuery } from '@/lib/transfers/describe-query';
import type { TransferColumn } from '@/lib/transfers/columns';
import { isTimeZone } from '@/lib/time/time-zone';
import { findPreset, presetOf, type PresetId } from '@/lib/transfers/export/presets';
import type { BalanceAccount } from '@/lib/transfers/export/preset-query';
import { type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';
import { type BalanceTotal, describeUsdBasis, type TransferSums } from '@/lib/transfers/totals';

/** The formats of an export. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'jsonl'] as const;
/** One of EXPORT_FORMATS. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The end of an export, below its rows. A file without a trailer was cut off. */
export interface ExportTrailer {
  rows: number;
  sums: TransferSums;
  query: TransferQuery;
  coverage: Coverage;
  /** ISO 8601. */
  at: string;
  by: string;
}

/** The choices about an export that its request carries (docs/specification/console-contract.md#exports). */
export interface ExportOptions {
  format: ExportFormat;
  /** False for a file with rows alone, as programs that import it expect. */
  hasTrailer: boolean;
  /** The accounting file to write, which is CSV. */
  preset: PresetId | undefined;
  /** The account of an accounting file; undefined for all. */
  account: BalanceAccount | undefined;
  /** The IANA time zone of days in an accounting file. */
  zone: string;
}

/**
 * Reads the choices about an export from URL parameters: `format` (csv, the default, xlsx or jsonl), `trailer` (`0` for
 * none, `1` for one; an accounting file has none without it, and never for a system), `preset`, `account_profile` with
 * `account_asset`, and `zone` (UTC without a known one).
 */
export function readExportOptions(parameters: URLSearchParams): ExportOptions {
  const [format, trailer, profile, asset] = ['format', 'trailer', 'account_profile', 'account_asset'].map((name) =>
    parameters.get(name),
  );
  const preset = findPreset(parameters.get('preset'));
  const zone = parameters.get('zone') ?? 'UTC';
  return {
    format: preset ? 'csv' : (EXPORT_FORMATS.find((name) => name === format) ?? 'csv'),
    hasTrailer: preset ? trailer === '1' && !presetOf(preset).system : trailer !== '0',
    preset,
    account: typeof profile === 'string' && typeof asset === 'string' ? { profile, asset } : undefined,
    zone: isTimeZone(zone) ? zone : 'UTC',
  };
}

/** Writes the choices about an export as URL parameters, without defaults. */
export function writeExportOptions({ format, hasTrailer, preset, account, zone }: ExportOptions): URLSearchParams {
  if (!preset) return new URLSearchParams({ format, ...(!hasTrailer && { trailer: '0' }) });
  return new URLSearchParams({
    preset,
    ...(hasTrailer && { trailer: '1' }),
    ...(account && { account_profile: account.profile, account_asset: account.asset }),
    ...(zone !== 'UTC' && { zone }),
  });
}

/**
 * Gives the cells that a row of a format has for these columns. In JSON Lines every member keeps the value that the
 * service gave; the signed amount is beside it as `signed_amount`.
 */
export function cellsOf(format: ExportFormat, columns: readonly TransferColumn[]): TransferColumn[] {
  if (format !== 'jsonl') return [...columns];
  return columns.flatMap(({ computed, ...column }) =>
    computed === 'signed'
      ? [column, { ...column, id: `signed_${column.id}`, computed }]
      : [computed === undefined ? column : { ...column, computed }],
  );
}

/** The parts of a file in one format. */
export interface ExportWriter {
  head: string;
  /**
   * Writes a row from one text of its cells joined by the separator, as the database gives it; an empty cell is absent.
   */
  row: (joined: string) => string;
  trailer: (trailer: ExportTrailer) => string;
  /** Writes the last line of an export that ends before its end, in place of the trailer. */
  interruption: (reason: string) => string;
  /** Makes the file of all its text. */
  pack: TableWriter['pack'];
}

/**
 * Creates the writer of rows of a table: CSV or a workbook. `separator`: letters, digits, `~`, `-` and `_` that no cell
 * contains; the cells of object columns are JSON.
 */
export function createTableExport(table: TableWriter, separator: string): ExportWriter {
  // Finds rows with a cell to quote or escape. Most rows have none, and testing whole rows is several times quicker.
  const special = new RegExp(String.raw`[",;\r\n]|(?:^|${separator})[=+\-@\t]`);
  return {
    head: table.head,
    row:
      table.format === 'csv'
        ? (joined) =>
            joined.length > MAX_CELL_LENGTH || special.test(joined)
              ? formatCsvLine(joined.split(separator))
              : `${joined.replaceAll(separator, ',')}\r\n`
        : (joined) => table.row(joined.split(separator)),
    trailer: (trailer) => listRemarks(trailer).map(table.remark).join(''),
    interruption: table.interruption,
    pack: table.pack,
  };
}

function listRemarks({ rows, sums, query, coverage, at, by }: ExportTrailer): string[] {
  return [
    `Rows: ${rows}`,
    ...sums.balances.map(describeBalance),
    ...sums.totals.map(
      ({ asset, completed: { transfers, amountIn, amountOut, fee } }) =>
        `${asset || 'No asset'} completed: ${transfers} ${transfers === 1 ? 'row' : 'rows'}, amount in ${amountIn}, amount out ${amountOut}, fee ${fee}`,
    ),
    describeUsd(sums.overall),
    `Filter: ${describeQuery(query)}`,
    `Transfer sync: ${describeCoverage(coverage, 'UTC')}`,
    `Exported: ${at} by ${by}`,
  ];
}

function describeBalance({ asset, completed, pending, failed, other, withoutTotal }: BalanceTotal): string {
  return [
    `${asset || 'No asset'} balance: in ${completed.in}, out ${completed.out}, net ${completed.net}`,
    ...(pending.transfers > 0 ? [`pending in ${pending.in}, out ${pending.out}`] : []),
    ...(failed.transfers > 0 ? [`failed in ${failed.in}, out ${failed.out}`] : []),
    ...(other > 0 ? [`${other} with another status or direction, in no sum`] : []),
    ...(withoutTotal > 0 ? [`${withoutTotal} without a readable total, in no sum`] : []),
  ].join('; ');
}

function describeUsd(overall: TransferSums['overall']): string {
  const { usd } = overall;
  return `USD value: in ${usd.in}, out ${usd.out}, net ${usd.net} (${describeUsdBasis(overall)})`;
}

/** Creates the writer of JSON Lines for these columns; `separator` as for `createTableExport`. */
export function createJsonLinesExport(columns: readonly TransferColumn[], separator: string): ExportWriter {
  const starts = columns.map(({ id }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(id)}:`);
  const isObject = columns.map(({ kind }) => kind === 'object');
  return {
    head: '',
    row: (joined) => {
      const cells = joined.split(separator);
      let text = '';
      for (let index = 0; index < cells.length; index += 1) {
        const cell = cells[index];
        const value = isObject[index] ? cell : cell && formatJsonText(cell);
        text += starts[index] + (value || 'null');
      }
      return `${text}}\n`;
    },
    trailer: ({ rows, sums: { totals, balances, overall }, query, coverage, at, by }) => {
      const filter = describeQuery(query);
      const parameters = writeTransferQuery(query).toString();
      return `${JSON.stringify({ trailer: { rows, totals, balances, overall, filter, query: parameters, coverage, at, by } })}\n`;
    },
    interruption: (reason) => `${JSON.stringify({ error: reason })}\n`,
    pack: (text) => text,
  };
}

// Characters that JSON escapes. Most texts have none, and testing costs less than JSON.stringify.
const ESCAPED_IN_JSON = /[^\x20\x21\x23-\x5b\x5d-\x7e]/;

function formatJsonText(text: string): string {
  return ESCAPED_IN_JSON.test(text) ? JSON.stringify(text) : `"${text}"`;
}
