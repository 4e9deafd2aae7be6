import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends, stopSwitch } from '@/lib/server/database/schema/sends';
import { storeSeenTransfers } from '@/lib/server/mirror/sync/store-seen';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { readRequest } from '@/lib/server/requests/lists/read';
import { createRequest } from '@/lib/server/requests/creation/create';
import { storeReading } from '@/lib/server/mirror/sync/sync-state';
import { adoptMirrored } from '@/lib/server/sends/adopt';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { isStopped } from '@/lib/server/stop-switch/stop-switch';
import { getTransfer } from '@/lib/server/transfer-service/endpoints';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';
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

afterEach(() => fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' }));

let made = 0;
const ask = (amount = '1.5') => addWithdrawal(pool(), cast, (made += 1), { isApproved: true, amount });
const transferOf = (refId: string) =>
  decodeTransfer({ id: `t-${randomUUID()}`, ref_id: refId, status: 'COMPLETED' }) as Transfer;

async function row(id: string) {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  if (!found) throw new Error('the send must be there');
  return found;
}

const listsRead = async () => JSON.stringify(((await api.inspect('stats')).requests as { list?: object }).list ?? {});
const read = async (transferId: string) => surely(await getTransfer(transferId));

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
    expect(await createRequest(submission)).toEqual(
      failure('reference-taken', { refId: 'Taken-1', transferId: transfer.id }),
    );
    expect(await database().$count(withdrawalRequests, eq(withdrawalRequests.refId, 'Taken-1'))).toBe(0);
    // A reference that differs in one capital letter only.
    expect(await createRequest({ formKey: randomUUID(), form: filledForm({ referenceId: 'taken-1' }) })).toEqual(
      failure('reference-taken', { refId: 'taken-1', transferId: transfer.id }),
    );
  });

  it('is refused for a change of a request that waits, and the request stays as it was', async () => {
    const form = filledForm();
    const { requestId } = surely(await createRequest({ formKey: randomUUID(), form }));
    const transfer = transferOf(form.referenceId);
    await storeSeenTransfers([transfer], new Date());
    const amendment = { requestId, basedOnVersion: 1, formKey: randomUUID(), form: { ...form, value: '2' } };
    expect(await amendRequest(amendment)).toMatchObject(failure('reference-taken', { transferId: transfer.id }));
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

/** Sends a withdrawal whose answer is lost, and lets the mirror have its transfer. */
async function lose() {
  const asked = await ask();
  await api.addFault({ on: 'create', kind: 'reset-after', times: 1, match: { ref_id: asked.refId } });
  await sendNext();
  const { items } = (await api.inspect(`transfers?ref_id=${asked.refId}`)) as { items: { id: string }[] };
  const transferId = String(items[0]?.id);
  await storeSeenTransfers([await read(transferId)], new Date());
  return { ...asked, transferId };
}

describe('an unknown outcome whose transfer the mirror has', () => {
  it('is adopted at once, without a walk, and only once', async () => {
    const { id, refId, transferId } = await lose();
    const before = await listsRead();
    expect(await Promise.all([adoptMirrored(), adoptMirrored()])).toContain(1);
    expect(await row(id)).toMatchObject({ state: 'ACCEPTED', transferId, isAmbiguous: false, reconcileAt: null });
    expect(await readRequest(id)).toMatchObject({ ok: true, value: { state: 'SENT' } });
    expect(await listsRead()).toBe(before);
    const adopted = and(eq(auditLog.action, 'send.reconciled'), eq(auditLog.subject, `request:${id}`));
    expect(await database().$count(auditLog, adopted)).toBe(1);
    expect(await adoptMirrored()).toBe(0);
    // A second transfer of the reference stops all sending, as before.
    await storeSeenTransfers([transferOf(refId)], new Date());
    while ((await watchTransfers()) > 0);
    expect(await isStopped()).toBe(true);
    await database().update(stopSwitch).set({ isStopped: false });
  });

  it('waits where a compared field of the transfer by its ID differs', async () => {
    const { id, transferId } = await lose();
    await api.addFault({ on: 'get', kind: 'wrong-amount', match: { id: transferId } });
    const gets = async () => JSON.stringify(((await api.inspect('stats')).requests as { get?: object }).get);
    const before = await gets();
    expect(await adoptMirrored()).toBe(0);
    const after = await gets();
    expect(after).not.toBe(before);
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', transferId: null });
    // Not read again and again.
    expect(await adoptMirrored()).toBe(0);
    expect(await gets()).toBe(after);
  });

  it('waits where the service does not know the transfer by its ID', async () => {
    const { id, transferId } = await lose();
    await api.addFault({ on: 'get', kind: 'error', status: 404, match: { id: transferId } });
    expect(await adoptMirrored()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
  });

  it('waits where two transfers have the reference', async () => {
    const { id, refId } = await lose();
    await storeSeenTransfers([transferOf(refId)], new Date());
    expect(await adoptMirrored()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
  });

  it('waits where an item that cannot be read has the reference as well', async () => {
    const { id, refId } = await lose();
    await storeReading({ items: [{ ref_id: refId, amount: '1.5' }], readAt: new Date() });
    expect(await adoptMirrored()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
  });

  it('waits where the transfer is from before the request, or of another request', async () => {
    const { id, transferId } = await lose();
    await withoutTriggers((transaction) =>
      transaction
        .update(withdrawalRequests)
        .set({ createdAt: sql`now() + interval '1 hour'` })
        .where(eq(withdrawalRequests.id, id)),
    );
    expect(await adoptMirrored()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
    const other = await lose();
    await withoutTriggers((transaction) =>
      transaction.update(sends).set({ state: 'ACCEPTED', transferId: other.transferId }).where(eq(sends.requestId, id)),
    );
    expect(await adoptMirrored()).toBe(0);
    expect(await row(other.id)).toMatchObject({ state: 'UNKNOWN', transferId: null });
    expect(transferId).not.toBe(other.transferId);
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
