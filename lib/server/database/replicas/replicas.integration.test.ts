import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Reader } from '@/lib/identity/reader';
import { asOwner } from '@/scripts/testing/database/as-owner';
import { caller } from '@/scripts/testing/people/caller';
import { historyRecords, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { setUpReplicatedDatabase } from '@/scripts/testing/database/replicated-database';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { inTransaction, pool } from '@/lib/server/database/client';
import { appendAudit } from '@/lib/server/database/append-audit';
import { allowReplica } from '@/lib/server/database/replicas/allow-replica';
import { checkReplicas, listReplicas, replicaOf } from '@/lib/server/database/replicas/replicas';
import type { Person } from '@/lib/server/auth/sessions';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { openTextCursor } from '@/lib/server/database/query/text-cursor';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';
import { exportTransfers } from '@/lib/server/transfers/export';
import { listTransferPage } from '@/lib/server/transfers/read';
import { countNewerTransfers, readTransferTotals, readTransferValues } from '@/lib/server/transfers/totals';
import { readTransferQuery } from '@/lib/transfers/query';

const HOUR_MS = 3_600_000;
// How long a test waits for what happens by itself.
const SOON = { timeout: 20_000 };
// The second standby follows the first, and so what becomes of it.
const { replicas } = setUpReplicatedDatabase([-1, 0], { CONSOLE_WORKERS: 'off', DATABASE_READ_MAX_LAG_MS: 20_000 });
const records = historyRecords(310);
const FILTERED = readTransferQuery(new URLSearchParams('status=COMPLETED'));
let reader: Person;

beforeAll(() => storeRecords(records.slice(110)));
beforeEach(async () => {
  // As in a console, so that no check is ever old, however slow the machine.
  const checking = setInterval(() => void checkReplicas(), 300);
  onTestFinished(() => clearInterval(checking));
  ({ sessionId: caller.sessionId, person: reader } = await signInAs('support', ['support']));
  await vi.waitUntil(async () => (await problems()).every((problem) => problem === null), 20_000);
});

async function problems() {
  await checkReplicas();
  return listReplicas().map(({ problem }) => problem);
}

const [first, second] = [() => replicas[0]!, () => replicas[1]!];

/** Holds the replay of both standbys until the end of the test: they go on to answer, with what they have. */
async function delay(): Promise<void> {
  for (const replica of replicas) await replica.query('select pg_wal_replay_pause()');
  onTestFinished(async () => {
    for (const replica of replicas) await replica.query('select pg_wal_replay_resume()');
  });
  for (const replica of replicas)
    await expect
      .poll(() => replica.query('select pg_get_wal_replay_pause_state() as state'), SOON)
      .toEqual([{ state: 'paused' }]);
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

describe('replicas', () => {
  it('answer lists, searches, totals, filters and exports, which say as of when', async () => {
    await delay();
    changeSettings({ DATABASE_READ_MAX_LAG_MS: HOUR_MS });
    const before = surely(await listTransferPage({ query: FILTERED, limit: 1000 }));
    const late = records.slice(10, 110);
    expect(late.some(({ status }) => status === 'COMPLETED')).toBe(true);
    await storeRecords(late);
    await checkReplicas();

    const list = surely(await listTransferPage({ query: FILTERED, limit: 1000 }));
    expect(list.items).toEqual(before.items);
    expect(list.coverage).toMatchObject({ transfers: 200, replicaAsOf: expect.stringMatching(/Z$/) as string });
    expect(Date.parse(list.coverage.replicaAsOf ?? '')).toBeLessThan(Date.parse(list.coverage.answeredAt));
    const totals = surely(await readTransferTotals(FILTERED));
    expect(totals.transfers).toBe(before.items.length);
    expect(totals.coverage).toHaveProperty('replicaAsOf');
    const values = surely(await readTransferValues());
    expect(values.status.reduce((sum, { transfers }) => sum + transfers, 0)).toBe(200);
    expect(surely(await countNewerTransfers(FILTERED, before.topCursor ?? ''))).toMatchObject({ count: 0 });
    const exported = surely(await exportTransfers(new URLSearchParams('status=COMPLETED&format=csv')));
    expect(exported.rows).toBe(before.items.length);
    expect(await readText(exported.stream)).toContain('read from a replica, as of');
    const memo = surely(await listTransferPage({ query: readTransferQuery(new URLSearchParams('q=payout')) }));
    expect(memo.coverage.transfers).toBe(200);

    // The list as it opens has just been read from the service, and is the primary's.
    vi.spyOn(await import('@/lib/server/mirror/sync/poll-newest'), 'readNewest').mockResolvedValue('failed');
    const opened = surely(await listTransferPage({ limit: 1000 }));
    expect(opened.items).toHaveLength(300);
    expect(opened.coverage).not.toHaveProperty('replicaAsOf');
  });

  it('do not answer somebody who has just written, until they surely have it', async () => {
    expect(await allowReplica(reader)).toHaveProperty('replica');
    await inTransaction((transaction) =>
      appendAudit(transaction, { action: 'transfers.exported', actor: reader, subject: 'transfers', origin: null }),
    );
    expect(await allowReplica(reader)).toHaveProperty('replica');
    await inTransaction((transaction) =>
      appendAudit(transaction, { action: 'transfer.noted', actor: reader, subject: 'transfer:x', origin: null }),
    );
    await checkReplicas();
    expect(await allowReplica(reader)).not.toHaveProperty('replica');
    // As an hour later.
    await asOwner(`update audit_log set at = at - interval '1 hour' where actor_id = $1`, [reader.id]);
    expect(await allowReplica(reader)).toHaveProperty('replica');
  });

  it('are left out while they lag, and come back by themselves', async () => {
    await delay();
    changeSettings({ DATABASE_READ_MAX_LAG_MS: 500 });
    await expect.poll(problems, SOON).toEqual(['lagging', 'lagging']);
    expect(await allowReplica(reader)).toBe(reader);
    expect(surely(await listTransferPage({ query: FILTERED })).coverage).not.toHaveProperty('replicaAsOf');
    for (const replica of replicas) await replica.query('select pg_wal_replay_resume()');
    changeSettings({ DATABASE_READ_MAX_LAG_MS: 20_000 });
    await expect.poll(problems, SOON).toEqual([null, null]);
  });

  it('are left out when they die; what they were answering is read from the primary', async () => {
    const from = { ...reader, replica: replicaName(1) };
    expect(replicaOf(from)).toBeDefined();
    const sleeping = sleepOnReplica(from);
    await expect.poll(() => countSleeping(second()), SOON).toBe(1);
    await second().kill();
    expect(await sleeping).toEqual([{ standby: false }]);
    expect(from.replica).toBeUndefined();
    await expect.poll(problems, SOON).toEqual([null, 'unreachable']);
    expect(replicaOf({ ...reader, replica: replicaName(1) })).toBeUndefined();
    await second().start();
  });

  it('are left out when they hang, and what they were answering is broken off', async () => {
    const from = { ...reader, replica: replicaName(0) };
    const sleeping = sleepOnReplica(from);
    await expect.poll(() => countSleeping(first()), SOON).toBe(1);
    first().freeze();
    onTestFinished(() => first().thaw());
    expect(await sleeping).toEqual([{ standby: false }]);
    await expect.poll(problems, SOON).toEqual(['unreachable', null]);
    expect(surely(await listTransferPage({ query: FILTERED })).coverage).toHaveProperty('replicaAsOf');
    first().thaw();
    await expect.poll(problems, SOON).toEqual([null, null]);
  });

  it('are given up by an export that waits for one', async () => {
    const from = { ...reader, replica: replicaName(0) };
    first().freeze();
    onTestFinished(() => first().thaw());
    const statements = { first: sql`select pg_is_in_recovery() as standby`, texts: sql`select 'one'` };
    const cursor = await openTextCursor<{ standby: boolean }>(from, statements);
    expect([cursor.first, await cursor.next()]).toEqual([[{ standby: false }], ['one']]);
    await cursor.close();
  });

  it('answer no rows after a coverage that came from the primary', async () => {
    await delay();
    changeSettings({ DATABASE_READ_MAX_LAG_MS: 500 });
    await expect.poll(problems, SOON).toEqual(['lagging', 'lagging']);
    const from = { ...reader, replica: replicaName(0) };
    expect(await readCoverage(from)).not.toHaveProperty('replicaAsOf');
    changeSettings({ DATABASE_READ_MAX_LAG_MS: HOUR_MS });
    await expect.poll(problems, SOON).toEqual([null, null]);
    expect(await readRowsFor(from, sql`select pg_is_in_recovery() as standby`)).toEqual([{ standby: false }]);
  });

  it('cancel a read on the replica when the reader goes', async () => {
    const gone = new AbortController();
    const before = Number(await countSleeping(first()));
    const reading = sleepOnReplica({ ...reader, replica: replicaName(0) }, gone.signal).catch(String);
    await expect.poll(() => countSleeping(first()), SOON).toBe(before + 1);
    gone.abort(new Error('gone'));
    expect(await reading).toBe('Error: gone');
    await expect.poll(() => countSleeping(first()), SOON).toBe(before);
  });

  // The last test: a promoted standby cannot follow again.
  it('are left out once promoted, and so is what follows one that was', async () => {
    await first().query('select pg_promote()');
    changeSettings({ DATABASE_READ_MAX_LAG_MS: 1_000 });
    await expect.poll(problems, SOON).toEqual(['not a standby', 'lagging']);
    // Another console keeps the promoted one current; it shows nothing of this primary all the same.
    await first().query('insert into replica_heartbeats values (gen_random_uuid(), clock_timestamp())');
    await expect
      .poll(() => second().query('select count(*)::int as count from replica_heartbeats'), SOON)
      .toEqual([{ count: 2 }]);
    expect(await problems()).toEqual(['not a standby', 'lagging']);
    // What is written to the old primary is seen at once, whatever the others hold.
    const { transfers } = await readCoverage(reader);
    await storeRecords(records.slice(0, 10));
    const { coverage } = surely(await listTransferPage({ query: FILTERED }));
    expect(coverage).toMatchObject({ transfers: transfers + 10 });
    expect((await pool().query('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: false }]);
  });
});

/** Reads for long on a replica, and at once on the primary. Tells where it was read. */
function sleepOnReplica(from: Reader, signal?: AbortSignal): Promise<{ standby: boolean }[]> {
  return readRowsFor(
    from,
    sql`select pg_is_in_recovery() as standby from pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`,
    signal,
  );
}

async function countSleeping(replica: (typeof replicas)[number]): Promise<unknown> {
  const [row] = await replica.query(`select count(*)::int as count from pg_stat_activity
    where application_name = 'countersign-replica' and state = 'active' and query like '%pg_sleep%'`);
  return row?.count;
}

function replicaName(index: number): string {
  const { name } = listReplicas()[index] ?? {};
  if (name === undefined) throw new Error('no such replica');
  return name;
}
