import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { type Desk, FAST_SYNC, temporaryDirectory, untilComplete } from '@/bench/desk';
import { measureChanges } from '@/bench/sizes/changes';
import { cursorAt } from '@/bench/sizes/depth';
import { readExport } from '@/bench/traffic/export';
import { type Figure, ratioOf } from '@/bench/figure';
import { percentile } from '@/bench/measure';
import { type Scale, writeScaleTable } from '@/bench/sizes/scale-table';
import { cookieHeader, openBrowser, signIn } from '@/bench/staff';
import { watchProcesses } from '@/bench/watch-processes';
import type { SyncState } from '@/lib/mirror/sync';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';
import { startStack } from '@/scripts/stack/stack';

const SIZES = (process.env.BENCH_SCALE ?? '1000000,3000000,10000000').split(',').map(Number);
const REPORT = '.data/bench/scale.json';
const TABLE = '.data/bench/scale.md';
// By default PostgreSQL uses 128 MB, whatever the machine has (docs/scale.md#what-it-asks-of-the-database).
// Processes that read for the others, as PostgreSQL 18 starts them by default, only take turns with them on two
// processors.
const DATABASE_SETTINGS = ['shared_buffers=6GB', 'max_wal_size=4GB', 'maintenance_work_mem=1GB', 'io_method=sync'];
const ROUNDS = 100;
const WARM_UP = 15;
const DEEP = 0.9;

type Reader = Pick<Desk, 'consoleUrl' | 'cookie'>;

/**
 * Measures the first sync, the export, the reads of a list and the size of the mirror with a growing number of
 * transfers, and compares each size with the smallest. Writes all of it to `.data/bench/scale.json`, and as the table
 * of docs/scale.md to `.data/bench/scale.md`. `BENCH_SCALE` names other sizes.
 */
export async function benchScale(): Promise<Figure[]> {
  await buildIfStale();
  const measured: Scale[] = [];
  for (const transfers of SIZES) {
    const scale = await measure(transfers);
    console.log(JSON.stringify(scale));
    measured.push(scale);
  }
  mkdirSync(path.dirname(REPORT), { recursive: true });
  writeFileSync(REPORT, `${JSON.stringify(measured, null, 2)}\n`);
  writeFileSync(TABLE, writeScaleTable(measured));
  const [smallest, ...larger] = measured;
  return smallest ? larger.flatMap((scale) => compare(smallest, scale)) : [];
}

function compare(smallest: Scale, scale: Scale): Figure[] {
  const size = scale.transfers.toLocaleString('en-GB');
  const against = `with ${smallest.transfers.toLocaleString('en-GB')} transfers`;
  const rate = (name: string, rateOf: (measured: Scale) => number): Figure => ({
    name: `${name} with ${size} transfers`,
    against,
    ...ratioOf('rows/s', rateOf(smallest), rateOf(scale)),
    target: { atLeast: 0.8 },
  });
  return [
    rate('First sync', ({ syncRate }) => syncRate),
    rate('Export', ({ exportRate }) => exportRate),
    rate('Changed records, of the newest', ({ changes }) => changes.newestRate),
    rate('Changed records, of any age', ({ changes }) => changes.rate),
    ...Object.entries(scale.reads).map(([name, time]) => ({
      name: `${name} with ${size} transfers (p95)`,
      against,
      ...ratioOf('ms', smallest.reads[name] ?? Number.NaN, time),
      target: { atMost: 1.5 },
    })),
  ];
}

async function measure(transfers: number): Promise<Scale> {
  const { directory, remove } = temporaryDirectory(`scale-${transfers}`);
  const watch = watchProcesses(path.join(directory, 'watch'));
  const stack = await startStack({
    dataDir: directory,
    mode: 'start',
    consolePort: await findFreePort(),
    sandboxPort: 0,
    transfers,
    isDurable: false,
    databaseSettings: DATABASE_SETTINGS,
    // The first sync needs no polls, and at this ceiling the full check after it would read 10,000 transfers a second.
    env: { CONSOLE_LIMITS: 'wide', ...FAST_SYNC, SYNC_INTERVAL_MS: '3600000', ...watch.env },
    signal: new AbortController().signal,
  });
  const database = new Client({ connectionString: stack.databaseUrl });
  try {
    await watch.reset();
    const { memory } = watch.read();
    await untilComplete(stack);
    const completeAt = Date.now();
    const { maxMemory, lateMs } = watch.read();
    await database.connect();
    const { rows } = await database.query<{ state: SyncState }>('select state from mirror_sync');
    const walk = rows[0]?.state.lastWalk;
    if (!walk) throw new Error('the sync recorded no walk');
    await database.query('vacuum analyze mirror_transfers');
    const seconds = (until: number) => (until - Date.parse(walk.startedAt)) / 1000;
    const browser = await openBrowser();
    const page = await signIn(browser, stack.consoleUrl, 'support');
    const reader = { consoleUrl: stack.consoleUrl, cookie: await cookieHeader(page.context(), stack.consoleUrl) };
    await browser.close();
    const exportedAt = performance.now();
    await readExport({ ...reader, transfers });
    const exportSeconds = (performance.now() - exportedAt) / 1000;
    return {
      transfers,
      walkRate: walk.records / seconds(Date.parse(walk.endedAt)),
      syncRate: walk.records / seconds(completeAt),
      exportRate: transfers / exportSeconds,
      memoryMb: (maxMemory - memory) / 1e6,
      lateMs,
      ...(await readSizes(database, transfers)),
      reads: await measureReads(reader, database, transfers),
      // Last, since it makes the tables grow.
      changes: await measureChanges(stack.databaseUrl),
    };
  } finally {
    await database.end();
    await stack.stop();
    remove();
  }
}

async function readSizes(database: Client, transfers: number) {
  const { rows } = await database.query<Record<'heap' | 'text' | 'indexes', number>>(`
    select pg_table_size('mirror_transfers')::float8 as heap, pg_indexes_size('mirror_transfers')::float8 as indexes,
      pg_relation_size('mirror_transfers_text')::float8 as text`);
  const { heap = 0, text = 0, indexes = 0 } = rows[0] ?? {};
  const each = (bytes: number) => Math.round(bytes / transfers);
  return { heapBytes: each(heap), textIndexBytes: each(text), otherIndexBytes: each(indexes - text) };
}

/** Measures what a list, a search and the totals answer: through the console, as a browser asks. */
async function measureReads(reader: Reader, database: Client, transfers: number): Promise<Scale['reads']> {
  const { rows: keys } = await database.query<Record<'id' | 'ref' | 'hash' | 'address', string>>(
    `select id, record->>'ref_id' as ref, record->>'crypto_tx_hash' as hash, record->>'destination_address' as address
     from mirror_transfers where ref_key is not null and hash_key is not null and address_key is not null
     order by id limit $1`,
    [ROUNDS + WARM_UP],
  );
  const deep = await cursorAt(database, 'true', Math.floor(transfers * DEEP));
  const deepFiltered = await cursorAt(database, `status = 'COMPLETED' and asset = 'BTC'`, Math.floor(transfers * 0.02));
  const search = (key: 'id' | 'ref' | 'hash' | 'address') => (round: number) =>
    `/api/transfers?limit=50&q=${encodeURIComponent(keys[round % keys.length]?.[key] ?? '')}`;
  const questions: Record<string, (round: number) => string> = {
    'A reference': search('ref'),
    'An ID': search('id'),
    'A hash': search('hash'),
    'An address': search('address'),
    'The last characters of an address': (round) =>
      `/api/transfers?limit=50&q=${encodeURIComponent((keys[round % keys.length]?.address ?? '').slice(-8))}`,
    'The first page': () => '/api/transfers?limit=50',
    'A page at nine tenths': () => `/api/transfers?limit=50&cursor=${deep}`,
    'A filtered page': () => '/api/transfers?limit=50&status=COMPLETED&asset=BTC',
    'A filtered page far down': () => `/api/transfers?limit=50&status=COMPLETED&asset=BTC&cursor=${deepFiltered}`,
    'The totals': () => '/api/transfers/totals',
  };
  // One of each in every round, so that what disturbs the machine for a second disturbs all of them alike.
  const times = new Map<string, number[]>(Object.keys(questions).map((name) => [name, []]));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const [name, pathOf] of Object.entries(questions)) {
      const start = performance.now();
      const answer = await fetch(`${reader.consoleUrl}${pathOf(round)}`, { headers: { cookie: reader.cookie } });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}`);
      if (round >= WARM_UP) times.get(name)?.push(performance.now() - start);
    }
  return Object.fromEntries([...times].map(([name, of]) => [name, percentile(of, 95)]));
}
