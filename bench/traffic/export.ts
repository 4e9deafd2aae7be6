import { copyOut } from '@/bench/traffic/copy-out';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, takeTurns } from '@/bench/measure';
import { MAX_WORKBOOK_ROWS, type TableFormat } from '@/lib/sheets/write/table';

const COLUMNS = [
  'created',
  'reference',
  'id',
  'type',
  'amount',
  'fee',
  'total',
  'asset',
  'network',
  'destination',
  'status',
];
// The same eleven values in the order of the list, written by the database alone.
const COPY = `copy (
  select record->>'created_at', record->>'ref_id', id, record->>'type', record->>'amount', record->>'fee',
    record->>'total', record->>'asset', record->>'crypto_network', record->>'destination_address', record->>'status'
  from mirror_transfers order by created_at desc, id desc) to stdout (format csv)`;
const ARCHIVE_END_BYTES = 22;
const EXPORT_ROUNDS = { rounds: 2, warmUp: 0 };

/**
 * Measures the export of all transfers, as a browser reads it, relative to COPY of the same columns and rows, and the
 * memory that the console uses meanwhile.
 */
export async function benchExport(desk: Desk): Promise<Figure[]> {
  await desk.console.reset();
  const before = desk.console.read().memory;
  const times = await takeTurns(
    EXPORT_ROUNDS,
    () => copyOut(desk.database, COPY).then(() => undefined),
    () => readExport(desk),
  );
  const { maxMemory } = desk.console.read();
  const perSecond = (ms: number) => desk.transfers / (ms / 1000);
  return [
    {
      name: `Export of ${desk.transfers.toLocaleString('en-GB')} rows`,
      against: 'the rate of COPY ... TO STDOUT',
      ...ratioOf('rows/s', perSecond(median(times.plain)), perSecond(median(times.other))),
      target: { atLeast: 0.5 },
    },
    {
      name: 'Export, memory',
      against: 'more than before',
      value: (maxMemory - before) / 1e6,
      unit: 'MB',
      target: { atMost: 100 },
    },
    ...(await benchWorkbook(desk)),
  ];
}

const WORKBOOK_ROUNDS = { rounds: 3, warmUp: 1 };

/**
 * Measures the export as a workbook relative to CSV of the same rows and columns, at most as many rows as a sheet of
 * Excel has, and the memory that the console uses meanwhile.
 */
async function benchWorkbook(desk: Desk): Promise<Figure[]> {
  if (desk.transfers > MAX_WORKBOOK_ROWS) return [];
  const rows = desk.transfers.toLocaleString('en-GB');
  await desk.console.reset();
  const before = desk.console.read().memory;
  await readWorkbook(desk);
  const { maxMemory } = desk.console.read();
  const times = await takeTurns(
    WORKBOOK_ROUNDS,
    () => readExport(desk),
    () => readWorkbook(desk),
  );
  return [
    {
      name: `Export of ${rows} rows as a workbook`,
      against: 'the time of CSV',
      ...ratioOf('ms', median(times.plain), median(times.other)),
      target: { atMost: 3 },
    },
    {
      name: `Export of ${rows} rows as a workbook, memory`,
      against: 'more than before',
      value: (maxMemory - before) / 1e6,
      unit: 'MB',
      target: { atMost: 250 },
    },
  ];
}

/** Reads the workbook of all transfers to its end. Throws where the archive has none. */
async function readWorkbook(desk: Desk): Promise<void> {
  const answer = await openExport(desk, 'xlsx');
  let end = Buffer.alloc(0);
  for await (const chunk of answer) end = Buffer.concat([end, chunk]).subarray(-ARCHIVE_END_BYTES);
  if (!end.toString('latin1').startsWith('PK\u0005\u0006')) throw new Error('The workbook has no end.');
}

type Session = Pick<Desk, 'consoleUrl' | 'cookie' | 'transfers'>;

async function openExport({ consoleUrl, cookie }: Session, format: TableFormat): Promise<AsyncIterable<Uint8Array>> {
  const answer = await fetch(`${consoleUrl}/api/transfers/export?format=${format}&columns=${COLUMNS.join(',')}`, {
    headers: { cookie },
  });
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}.`);
  return answer.body;
}

/** Reads the export of all transfers to its end. Throws where it has fewer lines. */
export async function readExport(session: Session): Promise<void> {
  let lines = 0;
  for await (const chunk of await openExport(session, 'csv')) for (const byte of chunk) if (byte === 10) lines += 1;
  if (lines < session.transfers) throw new Error(`The export ended after ${lines} lines.`);
}
