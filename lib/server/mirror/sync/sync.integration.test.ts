import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings } from '@/scripts/testing/test-process';
import type { ListFilter } from '@/lib/server/config/setting-values';
import { database } from '@/lib/server/database/client';
import { workerLeases } from '@/lib/server/database/schema/sends';
import { renderMetrics } from '@/lib/server/metrics';
import { checkPendingTransfers } from '@/lib/server/mirror/sync/check-pending';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { isUsableFilter } from '@/lib/server/mirror/sync/service-filters';
import { readFromService } from '@/lib/server/mirror/sync/live-lookup';
import { readNewest } from '@/lib/server/mirror/sync/poll-newest';
import { readSyncState } from '@/lib/server/mirror/sync/sync-state';
import { continueWalk } from '@/lib/server/mirror/sync/walk';
import { singleton } from '@/lib/server/runtime/singleton';
import { takeLease, type WorkLease } from '@/lib/server/workers/lease';
import { startForTest } from '@/sandbox/testing/start-for-test';
import type { SandboxOptions } from '@/sandbox/options';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { clearMirror } from '@/scripts/testing/mirror/mirror-records';

type Sandbox = Awaited<ReturnType<typeof startForTest>>;
const TRANSFERS = 120;
const FILTERS = ['ids', 'ref_ids', 'updated_at', 'order_by'] as const;
const sandboxes: Record<string, Sandbox> = {};
const start = (options: Partial<SandboxOptions>) =>
  startForTest({ transfers: TRANSFERS, settleMs: 0, ...options }, Date.now() - 60_000);
setUpTestConsole({ TRANSFER_SERVICE_PAGE_LIMIT: 10, SYNC_INTERVAL_MS: 0 });
let lease: WorkLease;
beforeAll(async () => {
  sandboxes['newest-first'] = await start({});
  sandboxes['oldest-first'] = await start({ order: 'oldest-first' });
  sandboxes.filtering = await start({ filters: FILTERS });
});
beforeEach(async () => {
  await Promise.all([clearMirror(), database().execute(sql`delete from worker_leases`)]);
  await database().execute(sql`update mirror_sync set state = '{}'`);
  await database().execute(sql`update read_budget set throttled_until = null, next_at = now()`);
  restart();
  lease = (await takeLease('mirror', 600_000)) ?? lease;
});
afterAll(async () => {
  for (const sandbox of Object.values(sandboxes)) await sandbox.remove();
});

/** Points the console at one of the sandboxes, without injected faults. */
async function inFrontOf(name: string, filters: readonly ListFilter[] = []): Promise<Sandbox> {
  const sandbox = sandboxes[name];
  if (!sandbox) throw new Error(`no sandbox ${name}`);
  changeSettings({
    TRANSFER_SERVICE_URL: sandbox.url,
    TRANSFER_SERVICE_AUTH_URL: sandbox.url,
    TRANSFER_SERVICE_FILTERS: [...filters],
  });
  singleton('service.tokens', () => new Map()).clear();
  await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
  sandbox.api.token = undefined;
  return sandbox;
}

/** Clears what the process remembers, as a restart does. */
function restart(): void {
  Object.assign(
    singleton<object>('mirror.walk', () => ({})),
    { startedAt: '', seen: new Set(), restUntil: 0 },
  );
  Object.assign(
    singleton<object>('mirror.newest', () => ({})),
    { startedAt: -Infinity, readAt: -Infinity },
  );
}

/** Walks until the list was read to its end, whatever the retries. */
async function walkToTheEnd(): Promise<void> {
  for (let tries = 0; tries < 40 && !(await readSyncState()).lastWalk; tries += 1) {
    restart();
    await continueWalk(lease, () => true);
  }
}

/** Walks as if no walk had ended yet. */
async function walkAgain(): Promise<void> {
  await database().execute(sql`update mirror_sync set state = state - 'walkEndedAt' - 'lastWalk'`);
  await walkToTheEnd();
}

const lookUp = (text: string) => readFromService([{ text, money: undefined }], 10_000);

async function idsInMirror(): Promise<string[]> {
  const { rows } = await database().execute<{ id: string }>(sql`select id from mirror_transfers order by id`);
  return rows.map(({ id }) => id);
}

const idsAt = async (sandbox: Sandbox) => (await sandbox.api.walk(1000)).map(({ id }) => id).toSorted();
const listsRead = async (sandbox: Sandbox) =>
  ((await sandbox.api.inspect('stats')).requests as { list?: Record<string, number> }).list?.['200'] ?? 0;
const someDue = () =>
  database().execute(
    sql`update mirror_transfers set check_at = now() where id in (select id from mirror_transfers limit 5)`,
  );

describe.each(['newest-first', 'oldest-first'] as const)('a list with the %s', (order) => {
  it('is walked to its end page by page, and new transfers are read without a walk', async () => {
    const sandbox = await inFrontOf(order);
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ transfers: 0, isComplete: false, asOf: null });
    await continueWalk(lease, () => true);
    expect(await idsInMirror()).toEqual(await idsAt(sandbox));
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({
      transfers: (await idsAt(sandbox)).length,
      isComplete: true,
      oldestAt: null,
      error: null,
      staleSince: null,
    });

    const before = await readCoverage(SYSTEM_READER);
    for (let made = 0; made < 12; made += 1) await sandbox.api.create({ ref_id: `${order}-${made}-${Date.now()}` });
    const read = await listsRead(sandbox);
    expect(await readNewest({ timeoutMs: 10_000 })).toBe('read');
    // Twelve new transfers on pages of ten, and one page that shows that there are no more.
    expect((await listsRead(sandbox)) - read).toBeLessThanOrEqual(3);
    expect(await idsInMirror()).toEqual(await idsAt(sandbox));
    expect(Date.parse((await readCoverage(SYSTEM_READER)).asOf ?? '')).toBeGreaterThan(Date.parse(before.asOf ?? ''));

    // A recent reading is accepted without a read, from this process or another.
    const readSoFar = await listsRead(sandbox);
    for (const asAnother of [false, true]) {
      if (asAnother) restart();
      expect(await readNewest({ timeoutMs: 10_000, maxAgeMs: 60_000 })).toBe('just-read');
    }
    expect(await listsRead(sandbox)).toBe(readSoFar);
    // A reading in the future only shows that a clock is wrong.
    await database().execute(
      sql`update mirror_sync set state = jsonb_set(state, '{newest,asOf}', to_jsonb(now() + interval '10 minutes'))`,
    );
    restart();
    expect(await readNewest({ timeoutMs: 10_000, maxAgeMs: 60_000 })).toBe('read');
  });

  it('is walked on from the last saved page after a restart', async () => {
    const sandbox = await inFrontOf(order);
    const before = await listsRead(sandbox);
    let pages = 0;
    for (let stops = 0; stops < 4; stops += 1) {
      restart();
      pages += await continueWalk(lease, () => false);
    }
    expect(pages).toBe(4);
    expect(await readSyncState()).toMatchObject({ walk: { pages: 4, records: 40 } });
    expect(await idsInMirror()).toHaveLength(40);
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ isComplete: false, oldestAt: expect.any(String) });
    // New transfers are read at once where the newest come first.
    await sandbox.api.create({ ref_id: `meanwhile-${order}-${Date.now()}` });
    await readNewest({ timeoutMs: 10_000 });
    restart();
    await continueWalk(lease, () => true);
    expect(await idsInMirror()).toEqual(await idsAt(sandbox));
    const all = (await idsAt(sandbox)).length;
    expect((await listsRead(sandbox)) - before).toBeLessThanOrEqual(Math.ceil(all / 10) + 4);
  });

  it.each([
    [{ kind: 'throttle', retry_after: 0, share: 0.3 }],
    [{ kind: 'error', status: 500, share: 0.3 }],
    [{ kind: 'cut-body', share: 0.3 }],
    [{ kind: 'cursor-loop', share: 0.3 }],
    [{ kind: 'empty-pages', in_a_row: 3 }],
    [{ kind: 'empty-pages', share: 0.5 }],
    [{ kind: 'poisoned-items' }],
    [{ kind: 'unknown-enums' }],
    [{ kind: 'missing-fields' }],
    [{ kind: 'expire-tokens', share: 0.2 }],
  ])('is read completely despite %j', async (fault) => {
    const sandbox = await inFrontOf(order);
    const ids = await idsAt(sandbox);
    await sandbox.api.addFault({ on: 'list', ...fault });
    await walkToTheEnd();
    await inFrontOf(order);
    expect(await idsInMirror()).toEqual(ids);
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ transfers: ids.length, isComplete: true });
    const { rows } = await database().execute<{ items: number }>(
      sql`select count(*)::int as items from mirror_quarantine`,
    );
    expect(rows[0]?.items).toBe(fault.kind === 'poisoned-items' ? 3 : 0);
  });
});

describe('a failing walk', () => {
  it('never claims a page that is not stored, though the page after it is', async () => {
    const sandbox = await inFrontOf('newest-first');
    const ids = (await sandbox.api.walk(1000)).map(({ id }) => id);
    // The third page fails late, when the fourth, which is written at the same time, has long been stored.
    await database().execute(sql`create function fail_third_page() returns trigger language plpgsql as $$ begin
      if exists (select from added where id = ${sql.raw(`'${ids[25]}'`)}) then
        perform pg_sleep(0.3);
        raise exception 'the third page fails';
      end if;
      return null;
    end $$`);
    await database().execute(sql`create trigger fail_third_page after insert on mirror_transfers
      referencing new table as added for each statement execute function fail_third_page()`);
    try {
      await expect(continueWalk(lease, () => true)).rejects.toThrow(/the third page fails|query failed/);
    } finally {
      await database().execute(sql`drop function fail_third_page cascade`);
    }
    expect(await readSyncState()).toMatchObject({ walk: { pages: 2, records: 20 } });
    expect(await idsInMirror()).toEqual(expect.arrayContaining(ids.slice(0, 20)));
    expect(await idsInMirror()).not.toContain(ids[25]);
    // The same process goes on, and knows the cursors that it is given again.
    await continueWalk(lease, () => true);
    expect(await readSyncState()).not.toHaveProperty('restart');
    expect(await idsInMirror()).toEqual(await idsAt(sandbox));
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ isComplete: true });
  });

  it('reports cursors in a circle, and continues once that ends', async () => {
    const sandbox = await inFrontOf('newest-first');
    await sandbox.api.addFault({ on: 'list', kind: 'cursor-loop' });
    for (let tries = 0; tries < 3; tries += 1) {
      restart();
      await continueWalk(lease, () => true);
    }
    expect(await readSyncState()).toMatchObject({
      walk: { cursor: expect.any(String), pages: 1, fault: expect.stringContaining('cursor') },
    });
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({
      isComplete: false,
      error: expect.stringContaining('cursor'),
    });
    await inFrontOf('newest-first');
    restart();
    await continueWalk(lease, () => true);
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ isComplete: true, error: null });
    expect(await idsInMirror()).toEqual(await idsAt(sandbox));
  });

  it('restarts when the service rejects its cursor, and loses nothing', async () => {
    await inFrontOf('newest-first');
    await continueWalk(lease, () => false);
    await database().execute(
      sql`update mirror_sync set state = jsonb_set(state, '{walk,cursor}', '"from another time"')`,
    );
    for (let tries = 0; tries < 20 && (await readSyncState()).walk; tries += 1) {
      restart();
      await continueWalk(lease, () => true);
    }
    expect(await readSyncState()).toMatchObject({
      walk: null,
      restart: { reason: expect.stringContaining('rejected') },
    });
    expect(await idsInMirror()).toHaveLength(10);
    await walkToTheEnd();
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ isComplete: true });
  });

  it('is incomplete when the list ends with fewer records than known, and keeps them all', async () => {
    const sandbox = await inFrontOf('newest-first');
    await walkToTheEnd();
    const ids = await idsInMirror();
    await database()
      .execute(sql`insert into mirror_transfers (id, record, created_at, updated_at, asset, network, type, direction,
        status, secondary_status, profile_id, has_problem, read_at)
      values ('no longer listed', '{"id":"no longer listed"}', now(), now(), '', '', '', '', 'COMPLETED', '', '', false, now())`);
    await database().execute(sql`update mirror_sync set state = state - 'walkEndedAt'`);
    await continueWalk(lease, () => true);
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({
      isComplete: false,
      transfers: ids.length + 1,
      error: expect.stringMatching(/listed \d+ of \d+ known transfers/),
    });
    expect(await idsAt(sandbox)).toEqual(ids);
  });

  it('leaves the mirror unchanged while the service is down, and records since when', async () => {
    const sandbox = await inFrontOf('newest-first');
    await walkToTheEnd();
    await sandbox.api.addFault({ on: 'any', kind: 'error', status: 404 });
    expect(await readNewest({ timeoutMs: 10_000 })).toBe('failed');
    const stale = await readCoverage(SYSTEM_READER);
    expect(stale).toMatchObject({ isComplete: true, staleSince: expect.any(String) });
    await readNewest({ timeoutMs: 10_000 });
    expect((await readCoverage(SYSTEM_READER)).staleSince).toBe(stale.staleSince);
    await inFrontOf('newest-first');
    expect(await readNewest({ timeoutMs: 10_000 })).toBe('read');
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ staleSince: null });
  });

  it('does not keep a reader waiting beyond the timeout', async () => {
    const sandbox = await inFrontOf('newest-first');
    await sandbox.api.addFault({ on: 'list', kind: 'latency', ms: 400, times: 1 });
    const slow = readNewest({ timeoutMs: 1 });
    // Both callers share one reading.
    const patient = readNewest({ timeoutMs: 10_000 });
    expect(await slow).toBe('too-slow');
    expect(await patient).toBe('read');
    expect(await idsInMirror()).toHaveLength(10);
  });
});

describe.each(['newest-first', 'oldest-first'] as const)('a list without an empty cursor, %s', (order) => {
  it.each([{ kind: 'never-empty-cursor' }, { kind: 'empty-pages', in_a_row: 1000 }])(
    'is never complete by itself: %j',
    async (fault) => {
      const sandbox = await inFrontOf(order);
      await sandbox.api.addFault({ on: 'list', ...fault });
      await walkToTheEnd();
      expect(await readSyncState()).toMatchObject({
        restart: { reason: expect.stringContaining('TRANSFER_SERVICE_EMPTY_PAGE_ENDS') },
      });
      expect(await readCoverage(SYSTEM_READER)).toMatchObject({
        isComplete: false,
        asOf: null,
        error: expect.stringContaining('TRANSFER_SERVICE_EMPTY_PAGE_ENDS'),
      });
    },
  );

  it('is complete with the setting, if it held every transfer that the service still knows', async () => {
    const sandbox = await inFrontOf(order);
    changeSettings({ TRANSFER_SERVICE_EMPTY_PAGE_ENDS: 'on' });
    const ids = await idsAt(sandbox);
    await sandbox.api.addFault({ on: 'list', kind: 'never-empty-cursor' });
    await walkToTheEnd();
    expect(await idsInMirror()).toEqual(ids);
    const before = await readCoverage(SYSTEM_READER);
    expect(before).toMatchObject({ isComplete: true, error: null });
    const { body } = await sandbox.api.create({ ref_id: `without-end-${order}-${Date.now()}` });
    expect(await readNewest({ timeoutMs: 10_000 })).toBe('read');
    expect(await idsInMirror()).toEqual([...ids, body.id].toSorted());
    expect(Date.parse((await readCoverage(SYSTEM_READER)).asOf ?? '')).toBeGreaterThan(Date.parse(before.asOf ?? ''));
  });

  it('is incomplete with the setting while the service knows a transfer that the walk did not list', async () => {
    const sandbox = await inFrontOf(order);
    const [known = ''] = (await idsAt(sandbox)).slice(60);
    await walkToTheEnd();
    changeSettings({ TRANSFER_SERVICE_EMPTY_PAGE_ENDS: 'on' });
    // The first page without records hides the rest of the list.
    await sandbox.api.addFault({ on: 'list', kind: 'empty-pages' });
    await walkAgain();
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({
      isComplete: false,
      error: expect.stringContaining('the list ended without'),
    });
    expect(await idsInMirror()).toContain(known);
    await inFrontOf(order);
    await walkAgain();
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ isComplete: true, error: null });
  });

  it('is complete with the setting though the service no longer knows a transfer', async () => {
    const sandbox = await inFrontOf(order);
    changeSettings({ TRANSFER_SERVICE_EMPTY_PAGE_ENDS: 'on' });
    await sandbox.api.addFault({ on: 'list', kind: 'never-empty-cursor' });
    await database()
      .execute(sql`insert into mirror_transfers (id, record, created_at, updated_at, asset, network, type, direction,
        status, secondary_status, profile_id, has_problem, read_at, first_seen_at)
      values ('forgotten', '{"id":"forgotten"}', now(), now(), '', '', '', '', 'COMPLETED', '', '', false, now(), now() - interval '1 hour')`);
    await walkToTheEnd();
    expect(await readCoverage(SYSTEM_READER)).toMatchObject({ isComplete: true, error: null });
  });
});

describe('a lookup by a filter', () => {
  it('is answered by the pages behind one without records', async () => {
    const sandbox = await inFrontOf('filtering', ['ref_ids']);
    const refId = `behind-${Date.now()}`;
    await sandbox.api.create({ ref_id: refId });
    await sandbox.api.addFault({ on: 'list', kind: 'empty-pages' });
    expect((await lookUp(refId)).get(refId)).toBe('answered');
    expect(
      await database().execute(sql`select 1 from mirror_transfers where record->>'ref_id' = ${refId}`),
    ).toMatchObject({
      rowCount: 1,
    });
  });

  it('is not answered where the list has no end', async () => {
    const sandbox = await inFrontOf('filtering', ['ref_ids']);
    await sandbox.api.addFault({ on: 'list', kind: 'empty-pages', in_a_row: 1000 });
    expect((await lookUp('not-there-1')).get('not-there-1')).toBe('failed');
  });
});

describe('the end of a list with the oldest first', () => {
  it('is found by a walk when the service no longer takes its cursor', async () => {
    const sandbox = await inFrontOf('oldest-first');
    await walkToTheEnd();
    await database().execute(
      sql`update mirror_sync set state = jsonb_set(state, '{tail,cursor}', '"from another time"')`,
    );
    await sandbox.api.create({ ref_id: `beyond-${Date.now()}` });
    await readNewest({ timeoutMs: 10_000 });
    expect((await readSyncState()).tail).toBeNull();
    await database().execute(sql`update mirror_sync set state = state - 'walkEndedAt'`);
    await continueWalk(lease, () => true);
    await sandbox.api.create({ ref_id: `beyond-again-${Date.now()}` });
    await readNewest({ timeoutMs: 10_000 });
    expect(await idsInMirror()).toEqual(await idsAt(sandbox));
  });
});

const valueOf = async (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec((await renderMetrics()).text)?.[1];

describe('the metrics', () => {
  it('report the number of transfers, completeness and reads', async () => {
    await inFrontOf('newest-first');
    expect(await valueOf('countersign_mirror_complete')).toBe('0');
    await walkToTheEnd();
    expect(await valueOf('countersign_mirror_complete')).toBe('1');
    expect(await valueOf('countersign_mirror_transfers')).toBe(String((await idsInMirror()).length));
    expect(Number(await valueOf('countersign_service_reads_total'))).toBeGreaterThan(10);
    expect(await valueOf('countersign_mirror_quarantined')).toBe('0');
    expect(Number(await valueOf('countersign_mirror_lag_seconds'))).toBeGreaterThanOrEqual(0);
  });
});

describe('a process that lost the lease', () => {
  it('writes nothing more', async () => {
    await inFrontOf('newest-first');
    await continueWalk(lease, () => false);
    const before = await readSyncState();
    await database().update(workerLeases).set({ holder: '00000000-0000-4000-8000-000000000000' });
    expect(await takeLease('mirror', 1000)).toBeUndefined();
    expect(await continueWalk(lease, () => true)).toBe(0);
    expect(await idsInMirror()).toHaveLength(10);
    expect(await readSyncState()).toEqual(before);
  });
});

describe('transfers that are not final', () => {
  it('are read by ID when they are due, and not when they are final', async () => {
    const sandbox = await inFrontOf('newest-first');
    await walkToTheEnd();
    const { body } = await sandbox.api.create({ ref_id: `followed-${Date.now()}`, memo: 'sandbox:0202' });
    await readNewest({ timeoutMs: 10_000 });
    await database().execute(
      sql`update mirror_transfers set check_at = now() + interval '1 hour' where check_at is not null
        and id <> ${body.id}`,
    );
    expect(await checkPendingTransfers(lease)).toBe(0);
    await database().execute(
      sql`update mirror_transfers set check_at = now(), record = record || '{"memo":"as it was"}'
        where id = ${body.id}`,
    );
    expect(await checkPendingTransfers(lease)).toBe(1);
    const read = async () =>
      (
        await database().execute<{ memo: string; gone: boolean; problem: boolean; wait: number }>(sql`
      select record ->> 'memo' as memo, gone_at is not null as gone, has_problem as problem,
        extract(epoch from check_at - now())::float8 as wait
      from mirror_transfers where id = ${body.id}`)
      ).rows[0];
    expect(await read()).toMatchObject({ memo: 'sandbox:0202', gone: false });
    // Not again within a second.
    expect((await read())?.wait).toBeGreaterThan(1);
    expect(await checkPendingTransfers(lease)).toBe(0);

    await sandbox.api.addFault({ on: 'get', kind: 'error', status: 404, match: { id: body.id } });
    await database().execute(sql`update mirror_transfers set check_at = now() where id = ${body.id}`);
    await checkPendingTransfers(lease);
    expect(await read()).toMatchObject({ gone: true, problem: true });
    expect((await read())?.wait).toBeGreaterThan(30);
    await inFrontOf('newest-first');
    await database().execute(sql`update mirror_transfers set check_at = now() where id = ${body.id}`);
    await checkPendingTransfers(lease);
    expect(await read()).toMatchObject({ gone: false });
  });
});

describe('filters', () => {
  it('find changes anywhere in the list, and many transfers by ID at once, if the service honours them', async () => {
    const sandbox = await inFrontOf('filtering', FILTERS);
    await sandbox.api.create({ ref_id: `old-${Date.now()}` });
    await walkToTheEnd();
    const old = await sandbox.api.create({ ref_id: `changed-${Date.now()}`, memo: 'sandbox:0200' });
    for (let made = 0; made < 25; made += 1) await sandbox.api.create({ ref_id: `young-${made}-${Date.now()}` });
    await readNewest({ timeoutMs: 10_000 });
    await database().execute(
      sql`update mirror_transfers set record = record || '{"status":"PENDING"}', status = 'PENDING',
        updated_at = created_at, check_at = now() where id = ${old.body.id}`,
    );
    await readNewest({ timeoutMs: 10_000 });
    expect(await idsInMirror()).toEqual(await idsAt(sandbox));
    const { rows } = await database().execute<{ status: string }>(
      sql`select status from mirror_transfers where id = ${old.body.id}`,
    );
    expect(rows).toEqual([{ status: 'COMPLETED' }]);
    await someDue();
    const before = await listsRead(sandbox);
    await checkPendingTransfers(lease);
    expect((await listsRead(sandbox)) - before).toBe(1);
    expect([isUsableFilter('ids'), isUsableFilter('updated_at')]).toEqual([true, true]);
  });

  it('are disabled and reported if the service ignores them', async () => {
    const sandbox = await inFrontOf('newest-first', FILTERS);
    await walkToTheEnd();
    await sandbox.api.create({ ref_id: `unfiltered-${Date.now()}` });
    expect(await readNewest({ timeoutMs: 10_000 })).toBe('read');
    await someDue();
    await checkPendingTransfers(lease);
    expect([isUsableFilter('ids'), isUsableFilter('updated_at')]).toEqual([false, false]);
    expect(Object.keys((await readSyncState()).ignoredFilters ?? {}).toSorted()).toEqual(['ids', 'updated_at']);
    expect(await idsInMirror()).toEqual(await idsAt(sandbox));
  });
});
