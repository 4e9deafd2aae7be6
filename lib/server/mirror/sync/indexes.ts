import 'server-only';
import { Client } from 'pg';
import { sql } from 'drizzle-orm';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import type { IndexBuild } from '@/lib/mirror/estimates';
import { isFirstWalk } from '@/lib/mirror/sync';
import { readSyncState } from '@/lib/server/mirror/sync/sync-state';
import { isStopping, stoppingSignal } from '@/lib/server/workers/loop';

/*
 * The indexes that the first walk does without: docs/decisions/0050-the-first-walk-defers-indexes.md. The functions of
 * the database are in sql/mirror.sql.
 */

const APPLICATION = 'countersign-indexes';
// Alone, an index leaves half of two processors idle at the end, when one process writes what all have sorted.
const BUILT_AT_ONCE = 2;
// Finds addresses until their index in the order of the list is built.
const STAND_IN = 'mirror_transfers_address_first';

// True while this process builds indexes: nothing can be written to the mirror meanwhile.
const build = () => singleton('mirror.indexes', () => ({ isRunning: false }));

/** Tells whether this process builds indexes, so that nothing can be written to the mirror. */
export function isBuildingIndex(): boolean {
  return build().isRunning;
}

/**
 * Drops the indexes that only filters, sorting and parts of texts need, before the first walk fills the mirror. Does
 * nothing where more than a few transfers are stored. Never throws: with them, the walk only takes longer.
 */
export async function deferIndexes(): Promise<void> {
  try {
    await database().execute(sql`select mirror_defer_indexes()`);
  } catch (error) {
    log.warn({ err: error }, 'the first walk goes on with all indexes, which takes longer');
  }
}

/**
 * Builds two missing indexes at once, and drops the one that is no longer needed, unless the first walk is still to
 * end; it goes first. `isBuildingIndex` is true from before `untilIdle` is awaited, so that no new write begins.
 * Returns the number built or dropped. Where one build fails, the other is finished first.
 */
export async function buildNextIndexes(untilIdle: () => Promise<unknown> = () => Promise.resolve()): Promise<number> {
  const state = build();
  if (isFirstWalk(await readSyncState())) return 0;
  const count = Math.min(await countMissingIndexes(), BUILT_AT_ONCE);
  if (count === 0) return 0;
  state.isRunning = true;
  try {
    await untilIdle();
    if (isStopping()) return 0;
    const ends = await Promise.allSettled(Array.from({ length: count }, buildIndex));
    return ends.reduce((built, end) => {
      if (end.status === 'rejected') throw end.reason;
      return built + end.value;
    }, 0);
  } catch (error) {
    if (isStopping()) return 0;
    throw error;
  } finally {
    state.isRunning = false;
  }
}

/**
 * Builds one index, after dropping the one that is no longer needed; returns the number built or dropped. The
 * connection is its own, since a build takes as long as it takes.
 */
async function buildIndex(): Promise<number> {
  const client = new Client({
    connectionString: settings().DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: APPLICATION,
    // The database ends a build whose process has died, so that the next one can write.
    options: '-c statement_timeout=0 -c client_connection_check_interval=2s',
  });
  // A connection that breaks emits besides failing the query; without a listener it would end the process.
  client.on('error', () => undefined);
  const stop = () => void client.end();
  stoppingSignal().addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    const name = await buildFirstMissing(client);
    if (name === STAND_IN) return (await buildFirstMissing(client)) ? 2 : 1;
    return name ? 1 : 0;
  } finally {
    stoppingSignal().removeEventListener('abort', stop);
    await client.end();
  }
}

/** Builds the first missing index that nobody builds, or drops the one that is no longer needed, and gives its name. */
async function buildFirstMissing(client: Client): Promise<string | undefined> {
  const startedAt = performance.now();
  const { rows } = await client.query<{ name: string | null }>('select mirror_build_index() as name');
  const name = rows[0]?.name ?? undefined;
  if (name)
    log.info(
      { index: name, durationMs: Math.round(performance.now() - startedAt) },
      'built an index of the mirror, or dropped one that is no longer needed',
    );
  return name;
}

async function countMissingIndexes(): Promise<number> {
  const { rows } = await database().execute<{ missing: number }>(sql`select mirror_missing_indexes() as missing`);
  return rows[0]?.missing ?? 0;
}

// Of 3.6 seconds for the text index over 90,000 transfers, with two workers beside the leader.
const SCAN_SHARE = 0.85;

/**
 * Reads how far the indexes that some process builds have come, together; undefined while none is built. The text index
 * takes about as long as five others (docs/scale.md). The database counts the blocks of the table that it has read,
 * which takes most of the time, and then the tuples that it has put into order. The lock of a session tells which index
 * it builds.
 */
export async function readIndexBuild(): Promise<IndexBuild | undefined> {
  const { rows } = await database().execute<IndexBuild & Record<string, unknown>>(sql`
    with missing as (
      select name, case when definition like '%gin_trgm_ops%' then 5 else 1 end as cost
      from mirror_deferred_indexes() where to_regclass('public.' || name) is null
    ), build as (
      select cost, extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as spent,
        -- The numbers are not read at one moment.
        least(1, case when blocks_total > 0 then blocks_done::float8 / blocks_total * ${SCAN_SHARE}::float8
          when tuples_total > 0 then ${SCAN_SHARE}::float8 + tuples_done::float8 / tuples_total * (1 - ${SCAN_SHARE}::float8)
          else 0 end) as share
      from pg_stat_progress_create_index join pg_stat_activity using (pid) join pg_locks using (pid)
      join missing on (classid::bigint << 32) | objid::bigint = hashtextextended(name, 0) and locktype = 'advisory'
      where application_name = ${APPLICATION} and pg_stat_activity.datname = current_database()
    )
    select max(spent) as "spentMs", sum(share * cost) / sum(cost) as share, sum(cost)::float8 as cost,
      (select sum(cost) from missing)::float8 as "costOfAll"
    from build having count(*) > 0`);
  return rows[0];
}
