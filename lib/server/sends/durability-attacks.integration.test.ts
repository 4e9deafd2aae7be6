import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { type RunningPostgres, startPostgres } from '@/scripts/stack/postgres/postgres';
import { switchSingletons } from '@/scripts/testing/singletons';
import { setUpSettings, testSettings } from '@/scripts/testing/test-process';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { provideSettings, type Settings } from '@/lib/server/config/settings';
import { commitDurably, database, inTransaction, pool } from '@/lib/server/database/client';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { sends } from '@/lib/server/database/schema/sends';
import { findVolatileSettings } from '@/lib/server/database/start-check';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { sendNext } from '@/lib/server/sends/worker';

// A server that reports commits before they are on disk, and crashes.

const directory = mkdtempSync(path.join(tmpdir(), 'countersign-crash-'));
// PostgreSQL may run under another account, which must be able to enter.
chmodSync(directory, 0o711);
let service: Awaited<ReturnType<typeof startForTest>>;
let server: RunningPostgres;
let cast: Cast;
let place: Partial<Settings> = {};

setUpSettings(() => place);
beforeAll(async () => {
  service = await startForTest({ settleMs: 8000, refId: 'none' }, Date.now());
  await start();
  // Ten seconds is the longest that the writer of the log may wait.
  await pool().query('alter system set synchronous_commit = off');
  await pool().query(`alter system set wal_writer_delay = '10s'`);
  await stop('SIGINT');
  await start();
  await migrateDatabase(server.url);
  cast = await addCast(pool());
});
afterAll(async () => {
  await stop('SIGINT');
  await service.remove();
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = await startPostgres({
    dataDir: path.join(directory, 'data'),
    password: 'crash',
    logFile: path.join(directory, 'log'),
  });
  place = { DATABASE_URL: server.url, TRANSFER_SERVICE_URL: service.url, TRANSFER_SERVICE_AUTH_URL: service.url };
  switchSingletons(new Map());
  provideSettings(testSettings(place));
}

async function stop(how: 'SIGQUIT' | 'SIGINT'): Promise<void> {
  if (how === 'SIGINT') await pool().end();
  server.part.signal(how);
  await server.part.ended;
}

/** Ends every process of the server at once, as a power failure would, and starts it again. */
async function crash(): Promise<void> {
  const lost = pool();
  await stop('SIGQUIT');
  await start();
  await lost.end();
}

const stateOf = async (id: string) => {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  return found && { state: found.state, fence: found.fence };
};

it('a claim survives a crash right after it, so that its withdrawal is not sent a second time', async () => {
  const { id, refId } = await addWithdrawal(pool(), cast, 1, { isApproved: true, amount: '1.5' });
  await pool().query('checkpoint');
  const claim = await claimSend();
  await service.api.post(claim?.bytes);
  await crash();
  expect(await stateOf(id)).toEqual({ state: 'SENDING', fence: 1 });
  expect(await sendNext()).toBe(0);
  expect(await service.api.countByRefId(refId)).toBe(1);
});

it('an approval and its send survive a crash right after the decision', async () => {
  const { id } = await addWithdrawal(pool(), cast, 2, { isApproved: false, amount: '1.5' });
  await pool().query('checkpoint');
  const { rows } = await pool().query<{ hash: string }>(
    'select body_sha256 as hash from request_versions where request_id = $1',
    [id],
  );
  const [approver] = cast.approvers;
  if (!approver) throw new Error('there is an approver');
  const decision = { requestId: id, version: 1, bodySha256: rows[0]?.hash, verdict: 'APPROVED', comment: '' };
  expect(await decideAs({ ...approver, authenticatedAt: new Date() }, decision)).toMatchObject({ ok: true });
  await crash();
  expect(await stateOf(id)).toMatchObject({ state: 'QUEUED' });
});

const readDefault = async () =>
  (await pool().query<{ on: string }>(`select current_setting('synchronous_commit') as on`)).rows;

it('every transaction of the console waits for the disk, and a start names what a server leaves off', async () => {
  expect(await readDefault()).toEqual([{ on: 'off' }]);
  const inside = await inTransaction(async (transaction) => {
    const { rows } = await transaction.execute<{ synchronous_commit: string }>('show synchronous_commit');
    return rows;
  });
  expect(inside).toEqual([{ synchronous_commit: 'on' }]);
  expect(await readDefault()).toEqual([{ on: 'off' }]);
  expect(await findVolatileSettings(pool())).toEqual(['synchronous_commit = off']);
});

it.each([
  ['local', 'on'],
  ['remote_write', 'on'],
  ['remote_apply', 'remote_apply'],
])('a default of %s waits for at least %s', async (setting, expected) => {
  const inside = await database().transaction(async (transaction) => {
    await transaction.execute(sql.raw(`set local synchronous_commit = ${setting}`));
    await commitDurably(transaction);
    const { rows } = await transaction.execute<{ synchronous_commit: string }>('show synchronous_commit');
    return rows;
  });
  expect(inside).toEqual([{ synchronous_commit: expected }]);
});
