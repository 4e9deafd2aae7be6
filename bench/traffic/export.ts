import { copyOut } from '@/bench/traffic/copy-out';
import type { Desk } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { median, takeTurns } from '@/bench/measure';

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
  ];
}

/** Reads the export of all transfers to its end. Throws where it has fewer lines. */
export async function readExport({
  consoleUrl,
  cookie,
  transfers,
}: Pick<Desk, 'consoleUrl' | 'cookie' | 'transfers'>): Promise<void> {
  const answer = await fetch(`${consoleUrl}/api/transfers/export?format=csv&columns=${COLUMNS.join(',')}`, {
    headers: { cookie },
  });
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}.`);
  let lines = 0;
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
    for (const byte of chunk) if (byte === 10) lines += 1;
  if (lines < transfers) throw new Error(`The export ended after ${lines} lines.`);
}
