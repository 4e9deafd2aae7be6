// A backup is made, work continues, the database is lost, and the backup (a copy of the server's directory) is
// restored.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addCast, addWithdrawal, type Cast, renewSignIns } from '@/scripts/testing/data/withdrawals';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { caller } from '@/scripts/testing/people/caller';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { switchSingletons } from '@/scripts/testing/singletons';
import { signInAs, testSettings, setUpSettings } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { decideOutcome } from '@/lib/sends/send-machine';
import { exportAudit } from '@/lib/server/audit/export';
import { describeRestored, type Restored, settleAfterRestore } from '@/lib/server/sends/after-restore';
import { provideSettings, type Settings } from '@/lib/server/config/settings';
import { pool } from '@/lib/server/database/client';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { readNewest } from '@/lib/server/mirror/sync/poll-newest';
import { findPerson } from '@/lib/server/auth/sessions';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { type Claim, claimSend, isStillClaimed } from '@/lib/server/sends/claim/claim';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { recordOutcome } from '@/lib/server/sends/record';
import { isStopped } from '@/lib/server/stop-switch/stop-switch';
import { sendNext } from '@/lib/server/sends/worker';
import { postWithdrawal } from '@/lib/server/transfer-service/endpoints';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';
import { startForTest } from '@/sandbox/testing/start-for-test';
import { type RunningPostgres, startPostgres } from '@/scripts/stack/postgres/postgres';

const QUIET = { quietMs: 300_000 };
const directory = mkdtempSync(path.join(tmpdir(), 'countersign-restore-'));
// PostgreSQL may run under another account, which must be able to enter.
chmodSync(directory, 0o711);

let service: Awaited<ReturnType<typeof startForTest>>;
let server: RunningPostgres;
let cast: Cast;
let number = 0;
/** Addresses of the console's database and of the service. */
let place: Partial<Settings> = {};

setUpSettings(() => place);
beforeAll(async () => {
  // Without replay protection, a withdrawal that is sent twice is paid twice.
  service = await startForTest({ settleMs: 8000, refId: 'none' }, Date.now());
  await start('first');
  await migrateDatabase(server.url);
  cast = await addCast(pool());
});
afterAll(async () => {
  await pool().end();
  await server.part.stop();
  await service.remove();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a server on a directory, and a console on it. */
async function start(name: string) {
  server = await startPostgres({
    dataDir: path.join(directory, name),
    password: 'restored',
    isDurable: false,
    logFile: path.join(directory, `${name}.log`),
  });
  place = { DATABASE_URL: server.url, TRANSFER_SERVICE_URL: service.url, TRANSFER_SERVICE_AUTH_URL: service.url };
  beAnotherProcess();
}

/** Clears the process-wide values, as another process would start without them. */
function beAnotherProcess() {
  switchSingletons(new Map());
  provideSettings(testSettings(place));
}

async function stop() {
  await pool().end();
  await server.part.stop();
}

const copy = (from: string, to: string) =>
  promisify(execFile)('cp', ['-a', path.join(directory, from), path.join(directory, to)]);
const ask = async (isApproved = true) => addWithdrawal(pool(), cast, (number += 1), { isApproved });
const set = (id: string, change: string) => pool().query(`update sends set ${change} where request_id = $1`, [id]);
/** Makes this the only send that is due. */
const onlyDue = (id: string) =>
  pool().query(
    `update sends set next_at = now() + case when request_id = $1 then interval '-1 day' else interval '1 day' end`,
    [id],
  );
const stateOf = async (id: string) =>
  (await pool().query<{ state: string }>('select state from sends where request_id = $1', [id])).rows[0]?.state;
/** Counts the service's transfers for each reference. */
async function countEach(asked: { refId: string }[]): Promise<number[]> {
  const transfers = (await service.api.walk(100)) as unknown as { ref_id?: string }[];
  return asked.map(({ refId }) => transfers.filter((transfer) => transfer.ref_id === refId).length);
}

async function sendThis(id: string): Promise<number> {
  await onlyDue(id);
  return sendNext();
}

async function finish(claim: Claim) {
  await recordOutcome(
    claim,
    decideOutcome(
      await postWithdrawal(claim, { isStopped, isOurs: () => isStillClaimed(claim) }),
      parseWithdrawalBody(claim.bytes),
      claim,
    ),
  );
}

async function approve({ id }: { id: string }) {
  await renewSignIns(pool());
  const { rows } = await pool().query<{ sha: string }>(
    'select body_sha256 as sha from request_versions where request_id = $1',
    [id],
  );
  const decision = { requestId: id, version: 1, bodySha256: rows[0]?.sha, verdict: 'APPROVED', comment: '' };
  let last;
  for (const approver of cast.approvers) last = await decideAs({ ...approver, authenticatedAt: new Date() }, decision);
  return last;
}

async function lookForThem() {
  await pool().query(`update sends set reconcile_at = now() where state = 'UNKNOWN'`);
  await reconcileSends();
}

it(
  'sends nothing a second time that was sent after the backup, and everything else once',
  { timeout: 120_000 },
  async () => {
    const [queued, unsent, sending, unknown] = [await ask(), await ask(), await ask(), await ask()] as const;
    const [held, changed, accepted, awaiting] = [await ask(), await ask(), await ask(), await ask(false)] as const;
    await sendThis(accepted.id);
    await service.api.addFault({ on: 'create', kind: 'reset-after', times: 1 });
    await sendThis(unknown.id);
    await set(held.id, `state = 'HOLD', posts = 3, hold = '{"kind":"not-found","posts":3}'`);
    await set(changed.id, `state = 'HOLD', hold = '{"kind":"changed","detail":"x"}'`);
    await onlyDue(sending.id);
    const claim = await claimSend();
    const session = await signInAs('finance', ['finance']);
    expect([await stateOf(accepted.id), await stateOf(unknown.id), await stateOf(sending.id)]).toEqual([
      'ACCEPTED',
      'UNKNOWN',
      'SENDING',
    ]);

    await stop();
    await copy('first', 'backup');
    await start('first');
    if (!claim) throw new Error('a send must have been claimed');
    await finish(claim);
    await sendThis(queued.id);
    // Two people decided to send it again.
    await set(held.id, `state = 'QUEUED', hold = null`);
    await sendThis(held.id);
    await approve(awaiting);
    await sendThis(awaiting.id);
    expect(await countEach([sending, queued, held, awaiting, unknown, accepted])).toEqual([1, 1, 1, 1, 1, 1]);
    await stop();

    await start('backup');
    // The withdrawals that a console would send without after-restore.
    expect(await stateOf(queued.id)).toBe('QUEUED');
    expect(await isStopped()).toBe(false);
    await expect(settleAfterRestore(server.url, QUIET)).rejects.toThrow('A console is connected');
    await pool().end();
    // The server ends a connection a moment after its client has.
    const restored = await vi.waitFor(() => settleAfterRestore(server.url, QUIET), { timeout: 10_000 });
    const again = await settleAfterRestore(server.url, QUIET);
    beAnotherProcess();
    expectReport(restored, again);

    await pool().query(`update sends set next_at = now() - interval '1 day'`);
    expect(await sendNext()).toBe(0);
    // Reconciliation waits for the quiet period as well.
    expect(await reconcileSends()).toBe(0);
    await lookForThem();
    for (const { id } of [queued, sending, unknown, held]) expect(await stateOf(id)).toBe('ACCEPTED');
    expect(await stateOf(unsent.id)).toBe('UNKNOWN');
    await lookForThem();
    // Two people decide about it: the backup may lack that it was requested again.
    expect([await stateOf(unsent.id), await stateOf(changed.id)]).toEqual(['HOLD', 'HOLD']);
    await set(unsent.id, `state = 'QUEUED', hold = null`);
    expect(await sendNext()).toBe(0);
    // Two administrators resume sending, which takes a full check of all transfers.
    await walkMirror();
    await pool().query('update stop_switch set is_stopped = false');
    expect(await sendNext()).toBe(1);
    expect(await sendNext()).toBe(0);
    expect(await stateOf(unsent.id)).toBe('ACCEPTED');
    expect(await approve(awaiting)).toMatchObject({ ok: false });
    expect(await findPerson(session.sessionId, { isSeen: true, origin: null })).toBeUndefined();
    expect(await countEach([sending, queued, held, awaiting, unknown, accepted, unsent, changed])).toEqual([
      1, 1, 1, 1, 1, 1, 1, 0,
    ]);
    await expectWholeAudit();

    function expectReport(report: Restored, second: Restored) {
      const before = Object.fromEntries(report.sends.map(({ refId, before: state }) => [refId, state]));
      expect(before).toEqual({
        [queued.refId]: 'QUEUED',
        [unsent.refId]: 'QUEUED',
        [sending.refId]: 'SENDING',
        [unknown.refId]: 'UNKNOWN',
        [held.refId]: 'HOLD',
      });
      expect(report.requests).toEqual([{ requestId: awaiting.id, refId: awaiting.refId, before: 'AWAITING_APPROVAL' }]);
      expect(report.sessions).toBe(4);
      // Repeated, it marks the same sends as unknown and expires nothing more.
      expect(second).toMatchObject({ requests: [], sessions: 0 });
      expect(second.sends).toHaveLength(5);
      for (const { refId } of [...report.sends, ...report.requests]) expect(describeRestored(report)).toContain(refId);
    }
  },
);

it('checks the list first where the mirror has the reference, even without after-restore', async () => {
  const asked = await ask();
  await onlyDue(asked.id);
  const claim = await claimSend();
  if (!claim) throw new Error('a send must have been claimed');
  await postWithdrawal(claim, { isStopped, isOurs: () => isStillClaimed(claim) });
  // The state of an earlier backup, after the mirror has caught up.
  await withoutTriggers(async (transaction) => {
    await transaction.execute(sql`delete from send_attempts where request_id = ${asked.id}`);
    await transaction.execute(
      sql`update sends set state = 'QUEUED', fence = 0, lease_until = null where request_id = ${asked.id}`,
    );
  });
  expect(await readNewest({ timeoutMs: 20_000 })).toBe('read');
  expect(await sendThis(asked.id)).toBe(0);
  expect(await stateOf(asked.id)).toBe('UNKNOWN');
  await lookForThem();
  expect(await stateOf(asked.id)).toBe('ACCEPTED');
  expect(await countEach([asked])).toEqual([1]);
});

/** Verifies an export of the restored log with the stand-alone program. */
async function expectWholeAudit() {
  ({ sessionId: caller.sessionId } = await signInAs('admin', ['admin']));
  const exported = surely(await exportAudit());
  const file = path.join(directory, 'audit.jsonl');
  writeFileSync(file, await new Response(exported).text());
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/audit-verify.ts', file]);
  expect(stdout).toMatch(/^\d+ entries are valid\./);
}
