import { createCsvTable } from '@/lib/sheets/write/csv-table';
import { formatCsvLine } from '@/lib/text/csv';
import { type BalanceLine, balanceLines } from '@/lib/transfers/export/balance-lines';
import type { TransferColumn } from '@/lib/transfers/columns';
import { createTableExport, type ExportWriter } from '@/lib/transfers/export/format';
import { type ExportPreset, type PresetLine } from '@/lib/transfers/export/presets';

/** The members that the lines of presets are made of, as columns of the snapshot. */
const MEMBERS = [
  'created_at',
  'id',
  'ref_id',
  'type',
  'direction',
  'status',
  'asset',
  'balance_asset',
  'amount',
  'fee',
  'total',
  'profile_id',
  'crypto_network',
  'destination_address',
  'crypto_tx_hash',
  'memo',
] as const;

/** The cells that `createPresetWriter` reads in each row. */
export const PRESET_CELLS: readonly TransferColumn[] = MEMBERS.map((member) => ({
  id: member,
  title: member,
  path: [member],
  kind: 'text',
  group: 'Service record',
}));

/**
 * Creates the writer of a preset: of each completed transfer the lines of `balanceLines`, with days in an IANA time
 * zone. `separator`: as for `createTableExport`.
 */
export function createPresetWriter(preset: ExportPreset, zone: string, separator: string): ExportWriter {
  const formatDay = createDayFormat(preset.date, zone);
  const table = createCsvTable(preset.columns.map(([title]) => ({ title })));
  const { trailer, interruption, pack } = createTableExport(table, separator);
  return {
    head: preset.hasByteOrderMark ? table.head : table.head.replace('\uFEFF', ''),
    row: (joined) => {
      const transfer = readTransfer(joined.split(separator));
      const date = formatDay(transfer.created_at);
      return linesOf(preset, transfer)
        .map((part) => formatCsvLine(preset.columns.map(([, cell]) => oneLine(cell({ transfer, line: part, date })))))
        .join('');
    },
    trailer,
    interruption,
    pack,
  };
}

// A system rejects lines of zero; in a statement every transfer is to be found.
function linesOf(preset: ExportPreset, transfer: PresetLine['transfer']): BalanceLine[] {
  const lines = balanceLines(transfer);
  return preset.system ? lines.filter(({ amount }) => amount === undefined || /[1-9]/.test(amount)) : lines;
}

function readTransfer(cells: readonly string[]): PresetLine['transfer'] {
  const members = MEMBERS.map((member, index) => [member, cells[index] || undefined]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as PresetLine['transfer'];
}

// Importers read one line as one record, also inside quotes.
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return text.replaceAll(/[\u0000-\u001F\u007F\u0085\u2028\u2029]+/g, ' ').trim();
}

function createDayFormat(order: ExportPreset['date'], zone: string): (iso: string | undefined) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (iso) => {
    const time = Date.parse(iso ?? '');
    if (Number.isNaN(time)) return '';
    // en-GB writes 22/11/2026.
    const [day = '', month = '', year = ''] = format.format(time).split('/');
    return order.replace('DD', day).replace('MM', month).replace('YYYY', year.padStart(4, '0'));
  };
}
