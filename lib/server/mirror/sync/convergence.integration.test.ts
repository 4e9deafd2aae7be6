import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import { FakeList, Killed, type ListBehaviour } from '@/scripts/testing/mirror/fake-list';
import { database } from '@/lib/server/database/client';
import { checkPendingTransfers } from '@/lib/server/mirror/sync/check-pending';
import { detectOrder } from '@/lib/mirror/list-order';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readNewest } from '@/lib/server/mirror/sync/poll-newest';
import { readSyncState } from '@/lib/server/mirror/sync/sync-state';
import { continueWalk } from '@/lib/server/mirror/sync/walk';
import { singleton } from '@/lib/server/runtime/singleton';
import { takeLease, type WorkLease } from '@/lib/server/workers/lease';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import * as endpoints from '@/lib/server/transfer-service/endpoints';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { clearMirror } from '@/scripts/testing/mirror/mirror-records';

setUpTestDatabase({ TRANSFER_SERVICE_READS_PER_SECOND: 1_000_000, SYNC_INTERVAL_MS: 0 });
let lease: WorkLease;
beforeAll(async () => {
  const taken = await takeLease('mirror', 3_600_000);
  if (!taken) throw new Error('the lease must be free');
  lease = taken;
});

const share = (most: number) => fc.oneof(fc.constant(0), fc.double({ min: 0, max: most, noNaN: true }));
const behaviours: fc.Arbitrary<ListBehaviour> = fc.record({
  seed: fc.nat(1_000_000),
  order: fc.constantFrom('newest-first', 'oldest-first', 'neither'),
  cursors: fc.constantFrom('records', 'counts'),
  end: fc.constantFrom('empty', 'left-out', 'never-empty'),
  pageSize: fc.integer({ min: 2, max: 12 }),
  failures: share(0.2),
  loops: share(0.2),
  refusals: share(0.1),
  repeats: share(0.3),
  poison: share(0.3),
  gaps: share(0.3),
  lags: share(0.3),
  moves: share(0.5),
  kills: share(0.1),
});
const COMMANDS = ['walk', 'walk', 'a few pages', 'newest', 'newest', 'check', 'add', 'change', 'restart'] as const;
const plans = fc.tuple(
  behaviours,
  fc.integer({ min: 0, max: 40 }),
  fc.array(fc.constantFrom(...COMMANDS), { minLength: 4, maxLength: 10 }),
);

/** Clears what the process remembers, as a restart does. */
function restart(): void {
  singleton<object>('mirror.walk', () => ({}));
  Object.assign(
    singleton<object>('mirror.walk', () => ({})),
    { startedAt: '', seen: new Set(), restUntil: 0, isNew: false },
  );
}

/** Runs work without waiting for its next time, and restarts the process if it is killed. */
async function atOnce(work: () => Promise<unknown>): Promise<void> {
  await database().execute(sql`update mirror_sync set state = state - 'walkEndedAt'`);
  await database().execute(sql`update mirror_transfers set check_at = now() where check_at is not null`);
  Object.assign(
    singleton<object>('mirror.walk', () => ({ startedAt: '', seen: new Set() })),
    { restUntil: 0 },
  );
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    restart();
  }
}

async function run(list: FakeList, command: (typeof COMMANDS)[number]): Promise<void> {
  let pages = 0;
  if (command === 'walk') await atOnce(() => continueWalk(lease, () => true));
  else if (command === 'a few pages') await atOnce(() => continueWalk(lease, () => (pages += 1) < 3));
  else if (command === 'newest') await atOnce(() => readNewest({ timeoutMs: 10_000 }));
  else if (command === 'check') await atOnce(() => checkPendingTransfers(lease));
  else if (command === 'restart') restart();
  else if (command === 'add') list.add(5);
  else list.change();
}

async function readMirror() {
  const { rows } = await database().execute<{ id: string; record: object; total: number }>(
    sql`select id, record, (select sum(transfers) from mirror_totals)::int as total from mirror_transfers order by id`,
  );
  return { records: rows.map(({ record }) => record), total: rows[0]?.total ?? 0 };
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

// 200 in `npm run soak -- sequences`.
const RUNS = Number(process.env.MIRROR_RUNS ?? runs(0.01));

it(
  'the mirror converges to the service, whatever the list does meanwhile',
  { timeout: 60_000 + RUNS * 10_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, async ([behaviour, size, commands]) => {
        await clearMirror();
        await database().execute(sql`update mirror_sync set state = '{}'`);
        restart();
        const list = new FakeList(behaviour);
        vi.spyOn(endpoints, 'listRecords').mockImplementation(async (question) => list.page(question));
        vi.spyOn(endpoints, 'getTransfer').mockImplementation(async (id) => list.get(id));
        list.add(size);
        for (const command of commands) await run(list, command);
        const { records: meanwhile, total } = await readMirror();
        // At any time, there are no duplicates and no invented records.
        expect(total).toBe(meanwhile.length);
        const known = new Set(list.records.map(({ id }) => id));
        expect(meanwhile.every((record) => known.has((record as { id: string }).id))).toBe(true);

        list.heal();
        // More than one page: a single page without a cursor member never shows the member's name.
        list.add(behaviour.pageSize + 1);
        const healedAt = new Date().toISOString();
        const isWhole = async () => ((await readSyncState()).lastWalk?.startedAt ?? '') >= healedAt;
        for (let walks = 0; walks < 8 && !(await isWhole()); walks += 1) await run(list, 'walk');
        // The console polls all the time, and what it says of polling is as of the last poll.
        await run(list, 'newest');
        expect((await readMirror()).records).toEqual([...list.records].toSorted(byId));
        expect(await readCoverage(SYSTEM_READER)).toMatchObject({
          transfers: list.records.length,
          isComplete: true,
          error: null,
        });

        // From then on, polling finds new transfers if the list has an order.
        list.add(30);
        await run(list, 'newest');
        const { order } = await readSyncState();
        if (detectOrder(order) === behaviour.order && behaviour.order !== 'neither')
          expect((await readMirror()).records).toHaveLength(list.records.length);
      }),
      { numRuns: RUNS },
    );
  },
);
