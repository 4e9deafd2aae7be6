// Withdrawals made with a stolen credential, and second transfers under the references of our own.
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { caller } from '@/scripts/testing/people/caller';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { transferWatch } from '@/lib/server/database/schema/transfer-watch';
import { renderMetrics } from '@/lib/server/metrics';
import { storeSeenTransfers } from '@/lib/server/mirror/sync/store-seen';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { readRequest } from '@/lib/server/requests/lists/read';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { readSendsOverview } from '@/lib/server/sends/overview';
import { sendNext } from '@/lib/server/sends/worker';
import { isStopped, readSendingState } from '@/lib/server/stop-switch/stop-switch';
import { watchTransfers } from '@/lib/server/transfer-watch/watch-transfers';
import { getTransfer } from '@/lib/server/transfer-service/endpoints';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';

const running = setUpTestConsole();
let cast: Cast;
let admin: Awaited<ReturnType<typeof signInAs>>;
let adminTwo: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  cast = await addCast(pool());
  admin = await signInAs('admin', ['admin']);
  adminTwo = await signInAs('admin-two', ['admin']);
});
beforeEach(async () => {
  ({ sessionId: caller.sessionId } = admin);
  // Only the sends of the test itself are due.
  await pool().query(`update sends set next_at = now() + interval '1 day'`);
  await pool().query(`update stop_switch set is_stopped = false, reason = ''`);
});
afterEach(() => fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' }));

let made = 0;
const ask = (isApproved = true) => addWithdrawal(pool(), cast, (made += 1), { isApproved });

async function watch(): Promise<void> {
  while ((await watchTransfers()) > 0);
}

/** Creates a withdrawal at the service with its credential alone, and waits until the mirror has it. */
async function createElsewhere(change: Record<string, unknown> = {}): Promise<string> {
  running.sandbox.clock.nowMs = Date.now();
  const { body } = await running.sandbox.api.create({ ref_id: `stolen-${randomUUID()}`, ...change });
  await mirrorAsIs(body.id);
  return body.id;
}

/** Lets the mirror have a transfer as the service shows it by its id. */
async function mirrorAsIs(transferId: string): Promise<void> {
  const found = surely(await getTransfer(transferId));
  await storeSeenTransfers([found], new Date());
}

/** Sends a withdrawal of our own whose answer is lost, and gives the id of its transfer. */
async function sendUnknown() {
  running.sandbox.clock.nowMs = Date.now();
  const asked = await ask();
  await running.sandbox.api.addFault({ on: 'create', kind: 'reset-after', times: 1 });
  await sendNext();
  const { items } = (await running.sandbox.api.inspect(`transfers?ref_id=${asked.refId}`)) as {
    items: { id: string }[];
  };
  return { ...asked, transferId: items[0]?.id ?? '' };
}

/** Lets the mirror have another transfer with a reference. */
async function mirrorSecond(refId: string): Promise<string> {
  const id = `t-${randomUUID()}`;
  await storeSeenTransfers([decodeTransfer({ id, ref_id: refId, status: 'PENDING' }) as Transfer], new Date());
  return id;
}

const alarms = async () => surely(await readSendsOverview()).transferAlarms;

async function byTwo(kind: string, payload: unknown, more: { signature?: unknown } = {}) {
  ({ sessionId: caller.sessionId } = admin);
  const proposed = await propose({ kind, subject: kind, payload, comment: 'the other desk made it' });
  if (!proposed.ok) return proposed;
  ({ sessionId: caller.sessionId } = adminTwo);
  const confirmed = await confirmProposal({ proposalId: proposed.value.proposalId, comment: '', ...more });
  ({ sessionId: caller.sessionId } = admin);
  return confirmed;
}

describe('a withdrawal that nobody requested here', () => {
  it('raises nothing before the first full check of the mirror is complete, nor for what was there then', async () => {
    const old = await createElsewhere();
    await watch();
    await walkMirror();
    await watch();
    expect(await alarms()).toEqual([]);
    expect(await isStopped()).toBe(false);
    // As every later walk reads it again.
    await walkMirror();
    await watch();
    expect((await alarms()).map(({ transferId }) => transferId)).not.toContain(old);
  });

  it('raises an alarm that names it, and stops sending', async () => {
    const transferId = await createElsewhere({ amount: '7.5' });
    await watch();
    expect(await alarms()).toMatchObject([
      { transferId, kind: 'foreign', requestId: null, detail: { amount: '7.5', asset: 'ETH' } },
    ]);
    expect(await readSendingState()).toMatchObject({
      isStopped: true,
      by: null,
      // On every page, for every role: it names no transfer.
      reason: 'The console found a withdrawal that nobody requested here. The alarms on the page “Status” say which.',
    });
    expect(await database().$count(auditLog, eq(auditLog.subject, `transfer:${transferId}`))).toBe(1);
    expect((await renderMetrics()).text).toContain('countersign_unexplained_transfers{kind="foreign"} 1');
    const { id } = await ask();
    expect(await sendNext()).toBe(0);
    expect(await readRequest(id)).toMatchObject({ ok: true, value: { send: { state: 'QUEUED' } } });
  });

  it('stops sending once: after two people resume it, the same withdrawal does not stop it again', async () => {
    expect(await isStopped()).toBe(false);
    await walkMirror();
    await watch();
    expect(await alarms()).toHaveLength(1);
    expect(await isStopped()).toBe(false);
  });

  it('raises the alarm alone where FOREIGN_WITHDRAWALS says so', async () => {
    changeSettings({ FOREIGN_WITHDRAWALS: 'alarm' });
    const transferId = await createElsewhere();
    await watch();
    expect((await alarms()).map((alarm) => alarm.transferId)).toContain(transferId);
    expect(await isStopped()).toBe(false);
  });

  it('is marked as known by two people, and by nobody alone, nor by SQL', async () => {
    const transferIds = (await alarms()).map(({ transferId }) => transferId);
    await expect(pool().query('update transfer_alarms set known_by = gen_random_uuid()')).rejects.toThrow(
      'by two people',
    );
    await expect(pool().query('delete from transfer_alarms')).rejects.toThrow('never changed or deleted');
    expect(await byTwo('known-transfers', { transferIds: [...transferIds, 'nobody'] })).toMatchObject({ ok: false });
    await pool().query(`update sessions set authenticated_at = now() - interval '1 hour'`);
    const assertion = { credentialId: 'bm9uZQ', authenticatorData: 'AA', clientDataJSON: 'AA', signature: 'AA' };
    // What is not signed takes no signature in place of a recent sign-in.
    expect(await byTwo('known-transfers', { transferIds }, { signature: { nonce: 'none', assertion } })).toMatchObject({
      error: { kind: 'stale-sign-in' },
    });
    await pool().query(`update sessions set authenticated_at = now()`);
    expect(await byTwo('known-transfers', { transferIds })).toMatchObject({ ok: true });
    expect(await alarms()).toEqual([]);
    expect(await byTwo('known-transfers', { transferIds })).toMatchObject({ ok: false });
  });

  it('raises nothing from a profile that two people named, however it is written', async () => {
    expect(await byTwo('external-profiles', { basedOn: 0, value: [' P-Treasury '] })).toMatchObject({ ok: true });
    await createElsewhere({ profile_id: 'p-treasury' });
    await watch();
    expect(await alarms()).toEqual([]);
    expect(await byTwo('external-profiles', { basedOn: 0, value: ['p-ops'] })).toMatchObject({ ok: false });
    expect(await byTwo('external-profiles', { basedOn: 1, value: [] })).toMatchObject({ ok: true });
    const transferId = await createElsewhere({ profile_id: 'p-treasury' });
    await watch();
    expect(await alarms()).toMatchObject([{ transferId }]);
    await byTwo('known-transfers', { transferIds: [transferId] });
  });

  it('raises an alarm also where the service gives no time for it', async () => {
    const raw = { id: 't-timeless', ref_id: 'stolen-timeless', type: 'CRYPTO_WITHDRAWAL', direction: 'DEBIT' };
    await storeSeenTransfers([decodeTransfer(raw) as Transfer], new Date());
    await watch();
    expect(await alarms()).toMatchObject([{ transferId: 't-timeless' }]);
    await byTwo('known-transfers', { transferIds: ['t-timeless'] });
  });
});

describe('a withdrawal of our own', () => {
  it('raises nothing, seen before or after it is recorded', async () => {
    const { id, refId, transferId } = await sendUnknown();
    await mirrorAsIs(transferId);
    await watch();
    expect(await readRequest(id)).toMatchObject({ ok: true, value: { send: { state: 'UNKNOWN' }, alarm: null } });
    const accepted = await ask();
    await sendNext();
    await watch();
    expect(await alarms()).toEqual([]);
    expect(await isStopped()).toBe(false);
    // Looked at again until its outcome is known.
    const queued = await database().select().from(transferWatch);
    expect(queued).toHaveLength(1);
    expect(await readRequest(accepted.id)).toMatchObject({ ok: true, value: { alarm: null } });
    await database().execute(sql`update sends set reconcile_at = now() where state = 'UNKNOWN'`);
    await reconcileSends();
    await watch();
    expect(await database().$count(transferWatch)).toBe(0);
    expect(await running.sandbox.api.countByRefId(refId)).toBe(1);
  });

  it('raises nothing where the service lists it without its reference and its outcome is unknown', async () => {
    const { id, transferId } = await sendUnknown();
    await running.sandbox.api.addFault({ on: 'get', kind: 'missing-fields', fields: ['ref_id'], times: 1 });
    await mirrorAsIs(transferId);
    await watch();
    expect(await alarms()).toEqual([]);
    await database().update(sends).set({ state: 'REFUSED', closedAt: new Date() }).where(eq(sends.requestId, id));
    await watch();
    expect(await alarms()).toMatchObject([{ transferId, kind: 'foreign' }]);
    await byTwo('known-transfers', { transferIds: [transferId] });
  });
});

describe('a second transfer under one reference', () => {
  it('raises an alarm and stops sending after the first was accepted, long after', async () => {
    const { id, refId } = await ask();
    await sendNext();
    await watch();
    await database()
      .update(withdrawalRequests)
      .set({ updatedAt: sql`now() - interval '1 year'` })
      .where(eq(withdrawalRequests.id, id));
    const transferId = await mirrorSecond(refId);
    await watch();
    expect(await readRequest(id)).toMatchObject({
      ok: true,
      value: {
        send: { state: 'ACCEPTED' },
        alarm: expect.stringMatching(new RegExp(`${transferId}.*was accepted as`)),
      },
    });
    expect(await readSendingState()).toMatchObject({
      isStopped: true,
      reason: expect.stringContaining('does not fit the withdrawal whose reference it has'),
    });
  });

  it.each([
    ['AWAITING_APPROVAL', undefined],
    ['REJECTED', undefined],
    ['EXPIRED', undefined],
    ['CANCELLED', undefined],
    ['APPROVED', 'REFUSED'],
  ] as const)('raises an alarm and stops sending where the request is %s and its send %s', async (state, send) => {
    const { id, refId } = await ask(send !== undefined);
    if (send) await database().update(sends).set({ state: send }).where(eq(sends.requestId, id));
    else await database().update(withdrawalRequests).set({ state }).where(eq(withdrawalRequests.id, id));
    const transferId = await mirrorSecond(refId);
    await watch();
    expect(await alarms()).toEqual(
      expect.arrayContaining([expect.objectContaining({ transferId, kind: 'reference', requestId: id })]),
    );
    expect(await isStopped()).toBe(true);
  });

  it.each(['QUEUED', 'UNKNOWN', 'HOLD'] as const)(
    'raises an alarm where two are seen while it is %s',
    async (state) => {
      const { id, refId } = await ask();
      await database()
        .update(sends)
        .set({ state, nextAt: sql`now() + interval '1 day'` })
        .where(eq(sends.requestId, id));
      const first = await mirrorSecond(refId);
      await watch();
      expect(await isStopped()).toBe(false);
      const second = await mirrorSecond(refId);
      await watch();
      expect((await alarms()).map(({ transferId }) => transferId)).toEqual(expect.arrayContaining([first, second]));
      expect(await isStopped()).toBe(true);
    },
  );

  it('is found also where the queue of the watcher was emptied', async () => {
    const { refId } = await ask(false);
    const transferId = await mirrorSecond(refId);
    await database().delete(transferWatch);
    for (let rounds = 0; rounds < 3; rounds += 1) await watch();
    expect((await alarms()).map((alarm) => alarm.transferId)).toContain(transferId);
  });
});
