import path from 'node:path';
import { Client } from 'pg';
import { FAST_SYNC, temporaryDirectory, untilComplete } from '@/bench/desk';
import { type Figure, ratioOf } from '@/bench/figure';
import { watchProcesses } from '@/bench/watch-processes';
import type { SyncState } from '@/lib/mirror/sync';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';
import { startStack } from '@/scripts/stack/stack';

const COLUMNS = `id, record, created_at, updated_at, amount, total, fee, asset, network, type, direction, status,
  secondary_status, profile_id, has_problem, ref_key, hash_key, address_key, group_key, read_at, first_seen_at,
  check_at`;

/**
 * Measures the first sync of a console, until its last index is built, with a sandbox that answers as fast as it can.
 * It is compared with COPY of the same rows in the same order into the same table of a second database, with the same
 * triggers, and the same indexes built afterwards. COPY reads from a file and has the machine to itself; the sync
 * shares it with the sandbox and the console.
 */
export async function benchFirstSync(transfers: number): Promise<Figure[]> {
  await buildIfStale();
  const { directory, remove } = temporaryDirectory('sync');
  const watch = watchProcesses(path.join(directory, 'watch'));
  const stack = await startStack({
    dataDir: directory,
    mode: 'start',
    consolePort: await findFreePort(),
    sandboxPort: 0,
    transfers,
    env: { ...FAST_SYNC, ...watch.env },
    signal: new AbortController().signal,
  });
  try {
    await watch.reset();
    const before = watch.read();
    await untilComplete(stack);
    const { lateMs, maxMemory } = watch.read();
    const synced = await measureSyncRate(stack.databaseUrl, Date.now());
    const copied = await measureCopyRate(stack.databaseUrl, transfers);
    return [
      {
        name: `First sync of ${transfers.toLocaleString('en-GB')} transfers`,
        against: 'the rate of COPY and building the same indexes',
        ...ratioOf('rows/s', copied, synced),
        target: { atLeast: 0.8 },
      },
      // Bounded by a few pages, whatever the size of the history.
      {
        name: 'First sync, memory',
        against: 'more than after the start',
        value: (maxMemory - before.memory) / 1e6,
        unit: 'MB',
        target: { atMost: 150 },
      },
      {
        name: 'First sync, lateness of the event loop (p95)',
        against: '',
        value: lateMs,
        unit: 'ms',
        target: { atMost: 9 },
      },
    ];
  } finally {
    await stack.stop();
    remove();
  }
}

/** Returns the rows per second of the sync, from the start that it recorded until its last index was built. */
async function measureSyncRate(databaseUrl: string, endedAt: number): Promise<number> {
  const client = await connect(databaseUrl);
  const { rows } = await client.query<{ state: SyncState }>('select state from mirror_sync');
  await client.end();
  const walk = rows[0]?.state.lastWalk;
  if (!walk) throw new Error('the sync recorded no walk');
  return walk.records / ((endedAt - Date.parse(walk.startedAt)) / 1000);
}

async function measureCopyRate(databaseUrl: string, transfers: number): Promise<number> {
  const from = await connect(databaseUrl);
  const { rows } = await from.query<{ directory: string }>(`select current_setting('data_directory') as directory`);
  const file = path.join(rows[0]?.directory ?? '', 'mirror.copy');
  await from.query(`copy (select ${COLUMNS} from mirror_transfers order by created_at desc, id desc) to '${file}'`);
  await from.query('create database copied');
  await from.end();
  const url = new URL(databaseUrl);
  url.pathname = '/copied';
  await migrateDatabase(url.href);
  const into = await connect(url.href);
  await into.query('set synchronous_commit = off');
  await into.query('checkpoint');
  const start = performance.now();
  await into.query('select mirror_defer_indexes()');
  await into.query(`copy mirror_transfers (${COLUMNS}) from '${file}'`);
  while ((await into.query('select mirror_build_index() as name')).rows[0]?.name);
  const seconds = (performance.now() - start) / 1000;
  await into.end();
  return transfers / seconds;
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
