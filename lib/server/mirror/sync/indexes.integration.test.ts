import { EventEmitter, once } from 'node:events';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings } from '@/scripts/testing/test-process';
import { countBlocked } from '@/scripts/testing/database/until-blocked';
import { clearMirror, historyRecords, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { database, pool } from '@/lib/server/database/client';
import type { IndexBuild } from '@/lib/mirror/estimates';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { buildNextIndexes, deferIndexes, isBuildingIndex, readIndexBuild } from '@/lib/server/mirror/sync/indexes';
import { continueWalk } from '@/lib/server/mirror/sync/walk';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { takeLease } from '@/lib/server/workers/lease';
import { stopLoops } from '@/lib/server/workers/loop';
import { startForTest } from '@/sandbox/testing/start-for-test';

setUpTestConsole({ CONSOLE_WORKERS: 'off', TRANSFER_SERVICE_PAGE_LIMIT: 50, SYNC_INTERVAL_MS: 0 });

const definitions = async () => {
  const { rows } = await pool().query<{ name: string; definition: string; actual: string | null }>(
    `select name, definition, pg_get_indexdef(to_regclass('public.' || name)) as actual from mirror_deferred_indexes()`,
  );
  return rows;
};
const missing = async () => (await readCoverage(SYSTEM_READER)).missingIndexes;
const setState = (state: object) =>
  database().execute(sql`update mirror_sync set state = ${JSON.stringify(state)}::jsonb`);
// The index that finds addresses until theirs is built; then it is dropped.
const STAND_IN = 1;
const ENDED = { walkEndedAt: new Date(0).toISOString() };

async function buildAll(): Promise<number> {
  let built = 0;
  for (;;) {
    const count = await buildNextIndexes();
    if (count === 0) return built;
    built += count;
  }
}

beforeEach(async () => {
  await setState(ENDED);
  await buildAll();
  await Promise.all([clearMirror(), database().execute(sql`delete from worker_leases`)]);
  await setState({});
});

describe('the indexes that the first walk defers', () => {
  it('are built again as the migrations built them', async () => {
    const before = await definitions();
    expect(before.filter(({ definition, actual }) => actual !== definition)).toEqual([]);
    await deferIndexes();
    expect(await missing()).toBe(before.length);
    await setState(ENDED);
    expect(await buildAll()).toBe(before.length + STAND_IN);
    expect(await definitions()).toEqual(before);
    expect(await missing()).toBe(0);
  });

  it('stay where more than a few transfers are stored', async () => {
    await storeRecords(historyRecords(1001));
    await deferIndexes();
    expect(await missing()).toBe(0);
  });

  it('stay where somebody reads for longer than the walk waits', async () => {
    const client = await pool().connect();
    onTestFinished(() => client.release());
    await client.query('begin; select from mirror_transfers');
    await deferIndexes();
    await client.query('rollback');
    expect(await missing()).toBe(0);
  });

  it('are dropped by the first walk, are missing after a crash, and are built once it has ended', async () => {
    const sandbox = await startForTest({ transfers: 120, settleMs: 0 }, Date.now() - 60_000);
    onTestFinished(() => sandbox.remove());
    changeSettings({ TRANSFER_SERVICE_URL: sandbox.url, TRANSFER_SERVICE_AUTH_URL: sandbox.url });
    const lease = await takeLease('mirror', 60_000);
    await continueWalk(lease!, () => false);
    expect(await missing()).toBeGreaterThan(0);
    expect(await buildNextIndexes()).toBe(0);
    // The walk goes on where it was, as after a crash.
    await continueWalk(lease!, () => true);
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ isComplete: true, transfers: 120 });
    expect(await missing()).toBeGreaterThan(0);
    await buildAll();
    expect(await missing()).toBe(0);
  });

  it('say how far those that are built have come', async () => {
    expect(await readIndexBuild()).toBeUndefined();
    await deferIndexes();
    await storeRecords(historyRecords(10_000));
    await setState(ENDED);
    const seen: IndexBuild[] = [];
    const watching = { isOn: true };
    const watched = (async () => {
      while (watching.isOn) {
        const build = await readIndexBuild();
        if (build) seen.push(build);
      }
    })();
    await buildAll();
    watching.isOn = false;
    await watched;
    // Fourteen alike, and the text index, which takes as long as five.
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ share }) => share >= 0 && share <= 1)).toBe(true);
    expect(seen.every(({ cost, costOfAll }) => cost <= costOfAll && costOfAll <= 19)).toBe(true);
    expect(seen.every(({ spentMs }) => spentMs >= 0)).toBe(true);
    expect(await readIndexBuild()).toBeUndefined();
  });

  it('are built once where several calls build them at the same time', async () => {
    await deferIndexes();
    await setState(ENDED);
    const count = await missing();
    const built = await Promise.all([buildAll(), buildAll(), buildAll()]);
    expect(built.reduce((sum, one) => sum + one)).toBe(count + STAND_IN);
    expect(isBuildingIndex()).toBe(false);
  });

  it('are built once what writes has ended, and nothing new begins meanwhile', async () => {
    await deferIndexes();
    await setState(ENDED);
    const count = await missing();
    const writes = new EventEmitter();
    const building = buildNextIndexes(() => once(writes, 'end'));
    await expect.poll(isBuildingIndex).toBe(true);
    expect(await missing()).toBe(count);
    writes.emit('end');
    expect(await building).toBe(2);
    expect(await missing()).toBe(count - 2);
  });

  it('are built two at once, and all are analysed once the last one is there', async () => {
    await storeRecords(historyRecords(1000));
    await deferIndexes();
    await setState(ENDED);
    const writer = await pool().connect();
    onTestFinished(() => writer.release());
    await writer.query('begin; lock table mirror_transfers in row exclusive mode');
    const building = buildNextIndexes();
    await expect.poll(countBlocked, { timeout: 10_000 }).toBe(2);
    await writer.query('rollback');
    expect(await building).toBe(2);
    await buildAll();
    const { rows } = await pool().query(
      `select count(*)::int as analysed from pg_stats where tablename = 'mirror_transfers_hash_end'`,
    );
    expect(rows).toEqual([{ analysed: 1 }]);
  });

  it('leave nothing behind where a build is cancelled, and the next one starts over', async () => {
    await deferIndexes();
    await setState(ENDED);
    const writer = await pool().connect();
    onTestFinished(() => writer.release());
    await writer.query('begin; lock table mirror_transfers in row exclusive mode');
    // Caught at once: the build can fail before the query that ends it is answered.
    const failure = buildNextIndexes().catch(String);
    await expect.poll(countBlocked, { timeout: 10_000 }).toBe(2);
    expect(isBuildingIndex()).toBe(true);
    await pool().query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'countersign-indexes' and datname = current_database()`,
    );
    expect(await failure).toMatch(/terminat/);
    await writer.query('rollback');
    expect(await buildAll()).toBe((await definitions()).length + STAND_IN);
  });

  it('are built while somebody reads for long, and the one that is no longer needed is dropped afterwards', async () => {
    await deferIndexes();
    await setState(ENDED);
    const client = await pool().connect();
    onTestFinished(() => client.release());
    await client.query('begin; select from mirror_transfers');
    expect(await buildAll()).toBe((await definitions()).length);
    expect(await missing()).toBe(STAND_IN);
    await client.query('rollback');
    expect(await buildAll()).toBe(STAND_IN);
    expect(await missing()).toBe(0);
  });

  // The last one: a process that stops does not start again.
  it('are left where the process stops while writes end', async () => {
    await deferIndexes();
    await setState(ENDED);
    const count = await missing();
    expect(await buildNextIndexes(stopLoops)).toBe(0);
    expect(await missing()).toBe(count);
    expect(isBuildingIndex()).toBe(false);
  });
});
