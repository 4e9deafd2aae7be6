import { monitorEventLoopDelay } from 'node:perf_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { storeTransfers } from '@/lib/server/mirror/sync/store';

const PAGE = 500;
const SECONDS = 20;
const WARM_UP_SECONDS = 40;
const NEWEST = 100_000;
const RESOLUTION_MS = 5;

/** Rate at which a mirror stores changed records. */
export interface ChangeRate {
  /** Changed records per second, of any age. */
  rate: number;
  /** Changed records per second, of the newest 100,000. */
  newestRate: number;
  /** Lateness of the event loop of the process that stores them (p95, milliseconds). */
  lateMs: number;
}

/**
 * Measures how many changed records a second the mirror takes, all indexes in place: pages of 500 transfers, each with
 * a newer `updated_at`, another status and memo. One writer, as in the console. First of the newest transfers, as most
 * changes are; then old ones that move on. Each after changes of the same kind that do not count, in which the database
 * reads what an export or other changes left on the disk.
 */
export async function measureChanges(databaseUrl: string): Promise<ChangeRate> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const measure = async (ids: string) => {
      await store(client, WARM_UP_SECONDS, (page) => pickChanged(client, page, ids));
      return store(client, SECONDS, (page) => pickChanged(client, page, ids));
    };
    const newest = await measure(NEWEST_IDS);
    const any = await measure(ANY_IDS);
    return { rate: any.rate, newestRate: newest.rate, lateMs: Math.max(any.lateMs, newest.lateMs) };
  } finally {
    await client.end();
  }
}

/** Stores pages for so many seconds, and gives the records a second and the lateness of the event loop meanwhile. */
async function store(client: Client, seconds: number, pick: (page: number) => Promise<object[]>) {
  const database = drizzle(client);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let stored = 0;
  let spentMs = 0;
  for (let page = 0; spentMs < seconds * 1000; page += 1) {
    const items = await pick(page);
    const text = JSON.stringify({ items });
    delays.enable();
    const start = performance.now();
    const { changed } = await database.transaction(async (transaction) =>
      storeTransfers(transaction, {
        items: (JSON.parse(text) as { items: unknown[] }).items,
        page: { text, member: 'items' },
        readAt: new Date(),
      }),
    );
    spentMs += performance.now() - start;
    delays.disable();
    if (changed !== items.length) throw new Error(`${items.length - changed} of ${items.length} were not stored`);
    stored += changed;
  }
  return { rate: stored / (spentMs / 1000), lateMs: Math.max(delays.percentile(95) / 1e6 - RESOLUTION_MS, 0) };
}

const ANY_IDS = `select gen_random_uuid()::text from generate_series(1, ${PAGE})`;
const NEWEST_IDS = `
  select id from (select id from mirror_transfers order by created_at desc, id desc limit ${NEWEST}) newest
  order by random() limit ${PAGE}`;

/** Picks the transfers whose IDs come next after those of a query, and changes them. */
async function pickChanged(client: Client, page: number, ids: string): Promise<object[]> {
  const { rows } = await client.query<{ record: Record<string, unknown> }>(
    `select record from unnest(array(${ids})) as near(id),
     lateral (select record from mirror_transfers where id >= near.id order by id limit 1) as found`,
  );
  const byId = new Map(rows.map(({ record }) => [record.id, record]));
  const updated_at = new Date().toISOString();
  return [...byId.values()].map((record) => ({
    ...record,
    updated_at,
    status: record.status === 'COMPLETED' ? 'PENDING' : 'COMPLETED',
    memo: `changed ${page}`,
  }));
}
