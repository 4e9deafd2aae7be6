import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/withdrawals';
import { caller } from '@/scripts/testing/caller';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { storeSeenTransfers } from '@/lib/server/mirror/store-seen';
import { amendRequest } from '@/lib/server/requests/amend';
import { readRequest } from '@/lib/server/requests/read';
import { createRequest } from '@/lib/server/requests/create';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { trackSends } from '@/lib/server/sends/track';
import { watchTransfers } from '@/lib/server/transfer-watch/watch-transfers';
import { sendNext } from '@/lib/server/sends/worker';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';

const running = setUpTestConsole();
let api: (typeof running)['sandbox']['api'];
let cast: Cast;
beforeAll(async () => {
  ({ api } = running.sandbox);
  cast = await addCast(pool());
});
beforeEach(async () => {
  ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
  // Only the sends of the test itself are due.
  await database()
    .update(sends)
    .set({ nextAt: sql`now() + interval '1 day'`, trackAt: null, reconcileAt: null });
});

let made = 0;
const ask = (amount = '1.5') => addWithdrawal(pool(), cast, (made += 1), { isApproved: true, amount });
const transferOf = (refId: string) =>
  decodeTransfer({ id: `t-${randomUUID()}`, ref_id: refId, status: 'COMPLETED' }) as Transfer;

async function row(id: string) {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  if (!found) throw new Error('the send must be there');
  return found;
}

async function mirrored(refId: string) {
  const { rows } = await database().execute<{ id: string; status: string; gone: boolean }>(
    sql`select id, status, gone_at is not null as gone from mirror_transfers where ref_key = lower(${refId})`,
  );
  return rows;
}

describe('a reference that a transfer of the mirror has', () => {
  it('is refused for a new request, with the transfer that has it', async () => {
    const transfer = transferOf('Taken-1');
    await storeSeenTransfers([transfer], new Date());
    const submission = { formKey: randomUUID(), form: filledForm({ referenceId: 'Taken-1' }) };
    expect(await createRequest(submission)).toEqual({
      ok: false,
      error: { kind: 'reference-taken', refId: 'Taken-1', transferId: transfer.id },
    });
    expect(await database().$count(withdrawalRequests, eq(withdrawalRequests.refId, 'Taken-1'))).toBe(0);
    // A reference that differs in one capital letter only.
    expect(await createRequest({ formKey: randomUUID(), form: filledForm({ referenceId: 'taken-1' }) })).toMatchObject({
      ok: true,
    });
  });

  it('is refused for a change of a request that waits, and the request stays as it was', async () => {
    const form = filledForm();
    const asked = await createRequest({ formKey: randomUUID(), form });
    if (!asked.ok) throw new Error('the request must be saved');
    const { requestId } = asked.value;
    const transfer = transferOf(form.referenceId);
    await storeSeenTransfers([transfer], new Date());
    const amendment = { requestId, basedOnVersion: 1, formKey: randomUUID(), form: { ...form, value: '2' } };
    expect(await amendRequest(amendment)).toMatchObject({
      ok: false,
      error: { kind: 'reference-taken', transferId: transfer.id },
    });
    expect(await database().$count(requestVersions, eq(requestVersions.requestId, requestId))).toBe(1);
    // The form that created the request still returns it.
    expect(await createRequest({ formKey: randomUUID(), form })).toMatchObject({ ok: false });
  });
});

/** Sends a withdrawal whose reference a transfer of an hour ago has. */
async function sendWhatIsThere() {
  const { id, refId } = await ask();
  const [version] = await database()
    .select({ body: requestVersions.body })
    .from(requestVersions)
    .where(eq(requestVersions.requestId, id));
  const { clock } = running.sandbox;
  const now = clock.nowMs;
  clock.nowMs = now - 3_600_000;
  await api.post(version?.body.toString());
  clock.nowMs = now;
  await sendNext();
  return { id, refId };
}

describe('a transfer with the reference from before the request', () => {
  it('is not adopted on a 409, although every field is equal', async () => {
    const { id, refId } = await sendWhatIsThere();
    expect(await row(id)).toMatchObject({
      state: 'HOLD',
      transferId: null,
      hold: { kind: 'differs', differences: ['created_at'] },
    });
    expect(await api.countByRefId(refId)).toBe(1);
  });

  it('is not adopted after a walk', async () => {
    const { id } = await sendWhatIsThere();
    await database()
      .update(sends)
      .set({ state: 'UNKNOWN', hold: null, reconcileAt: sql`now()` })
      .where(eq(sends.requestId, id));
    await reconcileSends();
    expect(await row(id)).toMatchObject({ state: 'HOLD', hold: { kind: 'differs', differences: ['created_at'] } });
  });
});

describe('transfers that sending and reconciling read', () => {
  it('are in the mirror at once, and follow the transfer', async () => {
    const { id, refId } = await ask();
    await sendNext();
    const { transferId } = await row(id);
    expect(await mirrored(refId)).toEqual([{ id: transferId, status: 'PENDING', gone: false }]);
    const look = async () => {
      await database()
        .update(sends)
        .set({ trackAt: sql`now()` })
        .where(eq(sends.requestId, id));
      await trackSends();
      return mirrored(refId);
    };
    await api.addFault({ on: 'get', kind: 'error', status: 404, times: 1, match: { id: transferId } });
    expect(await look()).toMatchObject([{ gone: true }]);
    running.sandbox.clock.nowMs += 20_000;
    expect(await look()).toEqual([{ id: transferId, status: 'COMPLETED', gone: false }]);
  });

  it('come from a reconciliation walk as well', async () => {
    const { id, refId } = await ask('1.0501');
    await sendNext();
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
    await database()
      .update(sends)
      .set({ reconcileAt: sql`now()` })
      .where(eq(sends.requestId, id));
    await reconcileSends();
    expect(await mirrored(refId)).toMatchObject([{ id: (await row(id)).transferId }]);
  });

  it('never prevent a send from being recorded', async () => {
    await database().execute(sql`alter table mirror_transfers rename to mirror_away`);
    try {
      const { id } = await ask();
      expect(await sendNext()).toBe(1);
      expect(await row(id)).toMatchObject({ state: 'ACCEPTED' });
    } finally {
      await database().execute(sql`alter table mirror_away rename to mirror_transfers`);
    }
  });
});

describe('a send that ended as not sent', () => {
  it('raises an alarm, once, where its reference appears, and sends nothing', async () => {
    const { id, refId } = await ask('1.0400');
    await sendNext();
    expect(await row(id)).toMatchObject({ state: 'REFUSED', alarm: null });
    while ((await watchTransfers()) > 0);
    const transfer = transferOf(refId);
    await storeSeenTransfers([transfer], new Date());
    expect(await watchTransfers()).toBe(1);
    expect(await row(id)).toMatchObject({ state: 'REFUSED' });
    expect(await readRequest(id)).toMatchObject({
      ok: true,
      value: { alarm: expect.stringContaining(`${transfer.id} with the reference ${refId}, although`) },
    });
    expect(await watchTransfers()).toBe(0);
    expect(
      await database().$count(
        auditLog,
        and(eq(auditLog.action, 'transfer.alarm'), eq(auditLog.subject, `request:${id}`)),
      ),
    ).toBe(1);
    expect(await api.countByRefId(refId)).toBe(0);
  });
});
