import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { database } from '@/lib/server/database/client';
import { takeRead, throttleReads } from '@/lib/server/transfer-service/budget';
import { setUpTestDatabase } from '@/scripts/testing/test-process';

// No read waits in these tests: the waits are recorded instead.
const waits: number[] = [];
beforeEach(() => {
  vi.spyOn(timers, 'setTimeout').mockImplementation((ms = 0) => {
    waits.push(ms);
    return Promise.resolve();
  });
  syncBuiltinESMExports();
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

setUpTestDatabase({ TRANSFER_SERVICE_READS_PER_SECOND: 1 });
beforeEach(async () => {
  waits.length = 0;
  await database().execute(
    sql`update read_budget set next_at = now(), throttled_until = null, reads = 0, throttled = 0`,
  );
});

const budget = async () =>
  (
    await database().execute<{ ahead: number; reads: number; throttled: number }>(
      sql`select extract(epoch from next_at - clock_timestamp())::float8 as ahead, reads::int, throttled::int from read_budget`,
    )
  ).rows[0];

it('gives each read a turn of its own, across all processes', async () => {
  expect(await Promise.all(Array.from({ length: 5 }, () => takeRead('interactive', 60_000)))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  const { ahead = 0, reads } = (await budget()) ?? {};
  expect(reads).toBe(5);
  // One a second: the next turn is five seconds after the first.
  expect(ahead).toBeGreaterThan(3);
  expect(ahead).toBeLessThanOrEqual(5);
  // The first read has no wait, every other waits for its own turn.
  expect(new Set(waits.map((ms) => Math.round(ms / 1000))).size).toBeGreaterThanOrEqual(4);
});

it('gives no turn that would come too late, and leaves the limit as it is', async () => {
  for (let taken = 0; taken < 3; taken += 1) await takeRead('interactive', 60_000);
  expect(await takeRead('interactive', 500)).toBe(false);
  expect((await budget())?.reads).toBe(3);
});

it('makes a background read wait, so that it takes no turn from another read', async () => {
  for (let taken = 0; taken < 5; taken += 1) await takeRead('interactive', 60_000);
  expect(await takeRead('background', 2_000)).toBe(false);
  expect((await budget())?.reads).toBe(5);
  await database().execute(sql`update read_budget set next_at = now()`);
  expect(await takeRead('background', 2_000)).toBe(true);
});

it('pauses all reads where the service asks for it, and never shortens the pause', async () => {
  await throttleReads(60_000);
  await throttleReads(1_000);
  expect(await takeRead('interactive', 30_000)).toBe(false);
  expect(await takeRead('background', 30_000)).toBe(false);
  expect(await takeRead('interactive', 120_000)).toBe(true);
  expect(waits.at(-1)).toBeGreaterThan(50_000);
  expect(await budget()).toMatchObject({ reads: 1, throttled: 2 });
});
