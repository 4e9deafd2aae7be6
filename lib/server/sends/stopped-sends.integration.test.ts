import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { clearSends } from '@/scripts/testing/database/without-triggers';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { sendAttempts, sends, stopSwitch } from '@/lib/server/database/schema/sends';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { claimSend, reapSends } from '@/lib/server/sends/claim/claim';
import { readSendingState, resumeSendingChange, stopSending } from '@/lib/server/stop-switch/stop-switch';
import { trackSends } from '@/lib/server/sends/track';
import { sendNext } from '@/lib/server/sends/worker';
import { postWithdrawal } from '@/lib/server/transfer-service/endpoints';
import { dropToken, getToken } from '@/lib/server/transfer-service/token';

const running = setUpTestConsole();
let api: (typeof running)['sandbox']['api'];
let cast: Cast;
beforeAll(async () => {
  ({ api } = running.sandbox);
  cast = await addCast(pool());
});
beforeEach(async () => {
  await clearSends();
  await database().update(stopSwitch).set({ isStopped: false });
});
afterEach(async () => {
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});

let made = 0;
const ask = (isApproved = true) => addWithdrawal(pool(), cast, (made += 1), { isApproved, amount: '1.5' });

async function row(id: string) {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  if (!found) throw new Error('the send must be there');
  return found;
}

async function reasonsOf(id: string) {
  const rows = await database()
    .select()
    .from(sendAttempts)
    .where(eq(sendAttempts.requestId, id))
    .orderBy(sendAttempts.fence);
  return rows.map(({ reason }) => reason);
}

const stop = () => database().update(stopSwitch).set({ isStopped: true });
const forgetToken = async () => {
  const token = await getToken();
  if (token.ok) dropToken(token.value);
};

describe('the stop switch', () => {
  it('is set by one person with a role, and by nobody else', async () => {
    ({ sessionId: caller.sessionId } = await signInAs('roleless', []));
    expect(await stopSending({ reason: 'A leak' })).toMatchObject(failure('forbidden'));
    ({ sessionId: caller.sessionId } = await signInAs('admin', ['admin']));
    expect(await stopSending({ reason: ' ' })).toMatchObject(failure('invalid'));
    expect(await stopSending({ reason: 'A leak' })).toEqual({ ok: true, value: null });
    expect(await stopSending({ reason: 'Again' })).toEqual({ ok: true, value: null });
    // The second reason is news to a person who would resume sending.
    expect(await readSendingState()).toMatchObject({ isStopped: true, reason: 'Again', by: 'admin' });
    expect(await database().$count(auditLog, eq(auditLog.action, 'sending.stopped'))).toBe(2);
  });

  it('prevents every claim until two people resume sending', async () => {
    const { id } = await ask();
    await stop();
    expect(await sendNext()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'QUEUED', fence: 0 });
    const { person } = await signInAs('admin-two', ['admin']);
    const { since } = await readSendingState();
    const change = { subject: 'resume-sending', payload: { since }, person };
    expect(await resumeSendingChange.prepare(change)).toEqual({ ok: true, value: { since } });
    const older = { ...change, payload: { since: new Date(0).toISOString() }, proposalId: 'p', confirmer: person };
    expect(await inTransaction((transaction) => resumeSendingChange.apply(transaction, older))).toMatchObject({
      ok: false,
    });
    expect(
      await inTransaction((transaction) =>
        resumeSendingChange.apply(transaction, { ...change, proposalId: 'p', confirmer: person }),
      ),
    ).toMatchObject({
      ok: true,
    });
    expect(await resumeSendingChange.prepare(change)).toMatchObject({ ok: false });
    expect(await sendNext()).toBe(1);
    expect(await row(id)).toMatchObject({ state: 'ACCEPTED' });
  });

  it('holds back a send that was claimed before the stop and still waited for a token', async () => {
    const { id, refId } = await ask();
    await forgetToken();
    await api.addFault({ on: 'token', kind: 'latency', ms: 300 });
    const sending = sendNext();
    await vi.waitFor(async () => expect(await row(id)).toMatchObject({ state: 'SENDING' }));
    await stop();
    await sending;
    expect(await row(id)).toMatchObject({ state: 'QUEUED', posts: 0, isAmbiguous: false });
    expect(await reasonsOf(id)).toEqual(['stopped']);
    expect(await api.countByRefId(refId)).toBe(0);
  });

  it.each([
    ['set while the connection was being made', () => Promise.resolve(true), { cause: 'stopped', reason: 'stopped' }],
    [
      'not to be read',
      () => Promise.reject(new Error('the database is down')),
      { cause: 'no permission', reason: 'held-back' },
    ],
    [
      'not to be read in time',
      () => new Promise<boolean>(() => undefined),
      { cause: 'no permission in time', reason: 'held-back' },
    ],
  ])('is asked on the open connection: where it is %s, not one byte leaves', async (_how, isStopped, seen) => {
    const sockets: Socket[] = [];
    let received = 0;
    const server = createServer((socket) => {
      sockets.push(socket.on('data', (chunk) => (received += chunk.length)).on('error', () => undefined));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await getToken();
    changeSettings({ TRANSFER_SERVICE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    let connectionsWhenAsked: number | undefined;
    const askWhenConnected = async () => {
      await vi.waitFor(() => expect(sockets).toHaveLength(1));
      connectionsWhenAsked = sockets.length;
      return isStopped();
    };
    const posted = await postWithdrawal(
      { bytes: '{}', refId: 'r', postBy: performance.now() + 60_000 },
      { isStopped: askWhenConnected, isOurs: () => Promise.resolve(true) },
    );
    expect(posted).toEqual({ kind: 'not-sent', ...seen });
    expect(connectionsWhenAsked).toBe(1);
    await vi.waitFor(() => expect(sockets.every((socket) => socket.closed)).toBe(true));
    expect(received).toBe(0);
    server.close();
  });
});

describe('a machine that was suspended', () => {
  // The monotonic clock stood still as well: by that clock, the lease has hardly begun.
  it.each([
    ['was taken for lost meanwhile', 'UNKNOWN', reapSends],
    ['is over by the database’s clock', 'QUEUED', () => Promise.resolve(0)],
  ])('sends nothing whose lease %s', async (_how, state, meanwhile) => {
    const { id, refId } = await ask();
    await forgetToken();
    await api.addFault({ on: 'token', kind: 'latency', ms: 300 });
    const sending = sendNext();
    await vi.waitFor(async () => expect(await row(id)).toMatchObject({ state: 'SENDING' }));
    await database()
      .update(sends)
      .set({ leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(sends.requestId, id));
    await meanwhile();
    await sending;
    expect(await api.countByRefId(refId)).toBe(0);
    expect(await row(id)).toMatchObject({ state });
  });
});

describe('a refused credential', () => {
  it('is tried once more with a new token', async () => {
    const { id } = await ask();
    await api.addFault({ on: 'any', kind: 'expire-tokens' });
    expect(await sendNext()).toBe(1);
    expect(await sendNext()).toBe(1);
    expect(await reasonsOf(id)).toEqual(['credential-refused', 'accepted']);
    expect(await row(id)).toMatchObject({ state: 'ACCEPTED', posts: 1 });
  });

  it('stops all sending the second time, and records why', async () => {
    const { id, refId } = await ask();
    const other = await ask();
    await api.addFault({ on: 'create', kind: 'error', status: 401, match: { ref_id: refId } });
    await sendNext();
    await database()
      .update(sends)
      .set({ nextAt: sql`now() - interval '1 hour'` })
      .where(eq(sends.requestId, id));
    await sendNext();
    expect(await readSendingState()).toMatchObject({
      isStopped: true,
      reason: expect.stringContaining('credentials twice'),
      by: null,
    });
    expect(await sendNext()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'QUEUED', posts: 0 });
    expect(await row(other.id)).toMatchObject({ state: 'QUEUED', fence: 0 });
    expect(await database().$count(auditLog, and(eq(auditLog.action, 'sending.stopped'), sql`actor_id is null`))).toBe(
      1,
    );
  });
});

// Triggers and foreign keys off, as with all rights on the database.
const tamper = (change: string, id: string) =>
  inTransaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(sql.raw(change.replaceAll('$id', `'${id}'`)));
  });
const approved = async () => {
  const { id, refId } = await ask(false);
  const [version] = (
    await pool().query<{ hash: string }>(`select body_sha256 as hash from request_versions where request_id = $1`, [id])
  ).rows;
  for (const approver of cast.approvers) {
    await decideAs(
      { ...approver, authenticatedAt: new Date() },
      { requestId: id, version: 1, bodySha256: version?.hash, verdict: 'APPROVED', comment: '' },
    );
  }
  return { id, refId };
};

describe('a request that differs from what was approved', () => {
  const CHANGED_BODY = `convert_to(replace(convert_from(body, 'UTF8'), '"1.5"', '"9.5"'), 'UTF8')`;

  it.each([
    [
      'the bytes with their hash',
      `update request_versions set body = ${CHANGED_BODY}, body_sha256 = encode(sha256(${CHANGED_BODY}), 'hex') where request_id = $id`,
    ],
    ['the reference', `update withdrawal_requests set ref_id = ref_id || '-2' where id = $id`],
    ['the state', `update withdrawal_requests set state = 'REJECTED' where id = $id`],
    ['the version', `update withdrawal_requests set version = 2 where id = $id`],
    ['how many approvals it needs', `update request_versions set required_approvals = 5 where request_id = $id`],
    ['the votes', `delete from decisions where request_id = $id`],
    [
      'whose request it is',
      `update withdrawal_requests set requester_id = (select person_id from decisions where request_id = $id limit 1) where id = $id`,
    ],
  ])('is held: %s', async (_what, change) => {
    const { id, refId } = await approved();
    await tamper(change, id);
    expect(await sendNext()).toBe(0);
    expect(await row(id)).toMatchObject({
      state: 'HOLD',
      hold: { kind: 'changed', detail: expect.any(String) },
      posts: 0,
    });
    expect(
      await database().$count(auditLog, and(eq(auditLog.action, 'send.held'), eq(auditLog.subject, `request:${id}`))),
    ).toBe(1);
    expect(await api.countByRefId(refId)).toBe(0);
    // The held send does not block the next one.
    const next = await approved();
    expect(await sendNext()).toBe(1);
    expect(await row(next.id)).toMatchObject({ state: 'ACCEPTED' });
  });

  it('is prevented by the database unless its triggers are disabled', async () => {
    const { id } = await approved();
    await expect(
      pool().query(`update request_versions set body = ${CHANGED_BODY} where request_id = $1`, [id]),
    ).rejects.toThrow('never changed');
    expect(await claimSend()).toMatchObject({ requestId: id });
  });
});

describe('tracking a transfer', () => {
  it('raises an alarm while the service does not know the transfer, and sends nothing', async () => {
    const { id, refId } = await ask();
    await sendNext();
    const { transferId } = await row(id);
    const look = async () => {
      await database()
        .update(sends)
        .set({ trackAt: sql`now()` });
      await trackSends();
      return row(id);
    };
    await api.addFault({ on: 'get', kind: 'error', status: 404, match: { id: transferId } });
    expect(await look()).toMatchObject({ state: 'ACCEPTED', alarm: expect.stringContaining('no longer knows') });
    await look();
    expect(await sendNext()).toBe(0);
    await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
    expect(await look()).toMatchObject({ alarm: null });
    expect(await api.countByRefId(refId)).toBe(1);
    running.sandbox.clock.nowMs += 20_000;
    expect(await look()).toMatchObject({ transferStatus: 'COMPLETED', trackAt: null });
    // Entries for the alarm, its end, and the end of the transfer; none for the other reads.
    expect(
      await database().$count(
        auditLog,
        and(eq(auditLog.action, 'send.tracked'), eq(auditLog.subject, `request:${id}`)),
      ),
    ).toBe(3);
  });
});
