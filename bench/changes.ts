import { monitorEventLoopDelay } from 'node:perf_hooks';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { storeTransfers } from '@/lib/server/mirror/store';
import * as schema from '@/lib/server/database/schema';

const PAGE = 500;
const SECONDS = 20;
const RESOLUTION_MS = 5;

/** Rate at which a mirror stores changed records. */
export interface ChangeRate {
  /** Changed records per second. */
  rate: number;
  /** Lateness of the event loop of the process that stores them (p95, milliseconds). */
  lateMs: number;
}

/**
 * Measures how many changed records a second the mirror takes, all indexes in place: pages of 500 transfers from all over
 * the history, each with a newer `updated_at`, another status and memo, as when an old transfer moves on. One writer, as
 * in the console.
 */
export async function measureChanges(databaseUrl: string): Promise<ChangeRate> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const database = drizzle(client, { schema });
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  try {
    let stored = 0;
    let spentMs = 0;
    for (let page = 0; spentMs < SECONDS * 1000; page += 1) {
      const items = await pickChanged(client, page);
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
  } finally {
    await client.end();
  }
}

/** Picks transfers from all over the history, by their random IDs, and changes them. */
async function pickChanged(client: Client, page: number): Promise<object[]> {
  const { rows } = await client.query<{ record: Record<string, unknown> }>(
    `select record from unnest(array(select gen_random_uuid()::text from generate_series(1, $1))) as near(id),
     lateral (select record from mirror_transfers where id >= near.id order by id limit 1) as found`,
    [PAGE],
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
