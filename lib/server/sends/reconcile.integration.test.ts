import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { clearSends, withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings } from '@/scripts/testing/test-process';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { readBudget } from '@/lib/server/database/schema/mirror';
import { auditLog } from '@/lib/server/database/schema/audit';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends, workerLeases } from '@/lib/server/database/schema/sends';
import { reapSends, claimSend } from '@/lib/server/sends/claim/claim';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { resolveSendChange } from '@/lib/server/sends/resolve';
import { sendNext } from '@/lib/server/sends/worker';

const running = setUpTestConsole();
let api: (typeof running)['sandbox']['api'];
let cast: Cast;
beforeAll(async () => {
  ({ api } = running.sandbox);
  cast = await addCast(pool());
});
beforeEach(async () => {
  // Leaves nothing of an earlier test to send or reconcile.
  await clearSends();
});
afterEach(async () => {
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
  // A pause that the service asked for in one test does not delay the next.
  await database().update(readBudget).set({ throttledUntil: null });
});

let made = 0;
/** Sends an approved withdrawal once. The amount selects the answer (sandbox/README.md, "Sentinels"). */
async function send(amount = '1.5') {
  const asked = await addWithdrawal(pool(), cast, (made += 1), { isApproved: true, amount });
  expect(await sendNext()).toBe(1);
  return asked;
}

async function row(id: string) {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  if (!found) throw new Error('the send must be there');
  return found;
}

/** Ends the quiet period of all unknown sends. */
async function afterQuiet() {
  await database()
    .update(sends)
    .set({ reconcileAt: sql`now()` })
    .where(eq(sends.state, 'UNKNOWN'));
}

async function reconcileAfterQuiet() {
  await afterQuiet();
  return reconcileSends();
}

/** Closes the send as not sent, as two people would. */
const endByTwo = (id: string) =>
  inTransaction((transaction) => {
    const confirmer = { ...cast.approvers[1]!, authenticatedAt: new Date() };
    return resolveSendChange.apply(transaction, {
      subject: id,
      payload: { kind: 'close', fence: 1, state: 'UNKNOWN' },
      proposalId: 'p',
      confirmer,
    });
  });

const listsRead = async () =>
  ((await api.inspect('stats')).requests as { list?: Record<string, number> }).list?.['200'] ?? 0;
const actionsOf = async (id: string) =>
  (
    await database()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, `request:${id}`))
      .orderBy(auditLog.seq)
  ).map(({ action }) => action);

describe('a send with an unknown outcome', () => {
  it('is left alone for the quiet period', async () => {
    const { id } = await send('1.0501');
    expect(await reconcileSends()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', posts: 1, misses: 0, lastWalk: null });
  });

  it('is adopted where the list contains its transfer, by one walk for all sends', async () => {
    const lost = [await send('1.0501'), await send('1.0602'), await send('1.0604')];
    const before = await listsRead();
    expect(await reconcileAfterQuiet()).toBe(3);
    expect((await listsRead()) - before).toBe(1);
    for (const { id, refId } of lost) {
      expect(await row(id)).toMatchObject({
        state: 'ACCEPTED',
        isAmbiguous: false,
        transferStatus: 'PENDING',
        lastWalk: { isComplete: true },
      });
      expect(await database().$count(withdrawalRequests, sql`id = ${id} and state = 'SENT'`)).toBe(1);
      expect(await api.countByRefId(refId)).toBe(1);
      expect(await actionsOf(id)).toEqual([
        'request.made',
        'request.approved',
        'send.claimed',
        'send.recorded',
        'send.reconciled',
      ]);
    }
  });

  it('is adopted after its worker died and the reaper ended the lease', async () => {
    const { id, refId } = await addWithdrawal(pool(), cast, (made += 1), { isApproved: true, amount: '1.5' });
    const claim = await claimSend();
    await api.post(claim?.bytes);
    await database()
      .update(sends)
      .set({ leaseUntil: sql`now() - interval '1 second'` });
    expect(await reapSends()).toBe(1);
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', posts: 1 });
    await reconcileAfterQuiet();
    expect(await row(id)).toMatchObject({ state: 'ACCEPTED' });
    expect(await api.countByRefId(refId)).toBe(1);
    expect(await actionsOf(id)).toEqual([
      'request.made',
      'request.approved',
      'send.claimed',
      'send.lost',
      'send.reconciled',
    ]);
  });

  it('is sent again only after two complete walks without it, and three times at most', async () => {
    const { id, refId } = await send('1.0500');
    for (const posts of [1, 2]) {
      expect(await reconcileAfterQuiet()).toBe(0);
      expect(await row(id)).toMatchObject({ state: 'UNKNOWN', misses: 1, posts });
      expect(await reconcileSends()).toBe(0);
      expect(await reconcileAfterQuiet()).toBe(1);
      expect(await row(id)).toMatchObject({ state: 'QUEUED', isAmbiguous: true, misses: 0 });
      await sendNext();
    }
    await reconcileAfterQuiet();
    await reconcileAfterQuiet();
    expect(await row(id)).toMatchObject({ state: 'HOLD', hold: { kind: 'not-found', posts: 3 }, posts: 3 });
    expect(await sendNext()).toBe(0);
    expect(await api.countByRefId(refId)).toBe(0);
  });

  it('is held where another withdrawal has the reference', async () => {
    const { id, refId } = await send('1.0600');
    const { body } = await api.create({ ref_id: refId, amount: '9' });
    await reconcileAfterQuiet();
    expect(await row(id)).toMatchObject({
      state: 'HOLD',
      hold: { kind: 'differs', transferId: body.id, differences: ['amount'] },
    });
  });

  it.each([
    ['repeats a page', '1.0500', { kind: 'cursor-loop' }, /already returned/],
    ['breaks off', '1.0500', { kind: 'throttle', retry_after: 60 }, /slow down/],
    ['cannot be read', '1.0500', { kind: 'malformed-json' }, /could not be read/],
    [
      'contains an item with the reference that cannot be read',
      '1.0501',
      { kind: 'missing-fields', fields: ['id'] },
      /an unreadable item with the reference/,
    ],
  ])('stays unknown where the list %s', async (_how, amount, fault, reason) => {
    const { id } = await send(amount);
    await database().update(sends).set({ misses: 1 });
    changeSettings({ TRANSFER_SERVICE_PAGE_LIMIT: 20 });
    await api.addFault({ on: 'list', ...fault });
    expect(await reconcileAfterQuiet()).toBe(0);
    expect(await row(id)).toMatchObject({
      state: 'UNKNOWN',
      misses: 1,
      lastWalk: { fault: expect.stringMatching(reason) },
    });
    // Looked for again later: not at once, and not never.
    expect(await reconcileSends()).toBe(0);
    expect((await row(id)).reconcileAt).not.toBeNull();
  });

  it('stays unknown where the list lacks a transfer that must be in it', async () => {
    await send();
    const { id } = await send('1.0500');
    await withoutTriggers((transaction) =>
      transaction.update(sends).set({ transferId: 'hidden' }).where(eq(sends.state, 'ACCEPTED')),
    );
    await reconcileAfterQuiet();
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', misses: 0, lastWalk: { isComplete: false, failures: 1 } });
  });

  it('stays unknown where a full page names no next page, since the configured name may be wrong', async () => {
    const { id } = await send('1.0500');
    changeSettings({ TRANSFER_SERVICE_PAGE_LIMIT: 20, TRANSFER_SERVICE_PAGE_CURSOR: 'cursor' });
    await reconcileAfterQuiet();
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', misses: 0, lastWalk: { isComplete: false } });
  });

  it('is reconciled by one process, and two at once count one miss', async () => {
    const { id } = await send('1.0500');
    await afterQuiet();
    await Promise.all([reconcileSends(), reconcileSends()]);
    expect(await row(id)).toMatchObject({ misses: 1 });
    await database()
      .insert(workerLeases)
      .values({ name: 'reconcile', holder: sql`gen_random_uuid()`, leaseUntil: sql`now() + interval '1 minute'` })
      .onConflictDoUpdate({
        target: workerLeases.name,
        set: { holder: sql`excluded.holder`, leaseUntil: sql`excluded.lease_until` },
      });
    const before = await listsRead();
    await reconcileAfterQuiet();
    expect(await listsRead()).toBe(before);
    await database().delete(workerLeases);
  });

  it('is left as two people resolved it while the list was being read', async () => {
    const { id } = await send('1.0501');
    await afterQuiet();
    const before = await listsRead();
    await api.addFault({ on: 'list', kind: 'latency', ms: 400, after: 'effect' });
    const reconciling = reconcileSends();
    await vi.waitFor(async () => expect(await database().$count(workerLeases, sql`lease_until > now()`)).toBe(1));
    await endByTwo(id);
    expect(await reconciling).toBe(0);
    expect(await listsRead()).toBe(before + 1);
    expect(await row(id)).toMatchObject({ state: 'REFUSED', transferId: null, lastWalk: null });
  });

  it('is never sent again automatically under manual, but is adopted', async () => {
    changeSettings({ SEND_RESEND_POLICY: 'manual' });
    const { id } = await send('1.0500');
    const there = await send('1.0501');
    await reconcileAfterQuiet();
    await reconcileAfterQuiet();
    expect(await row(id)).toMatchObject({ state: 'HOLD', hold: { kind: 'not-found', posts: 1 } });
    expect(await row(there.id)).toMatchObject({ state: 'ACCEPTED' });
  });

  it('is sent again without a walk under trust-ref-id, and adopted from the refusal', async () => {
    changeSettings({ SEND_RESEND_POLICY: 'trust-ref-id' });
    const { id, refId } = await send('1.0501');
    const before = await listsRead();
    expect(await reconcileAfterQuiet()).toBe(1);
    expect(await sendNext()).toBe(1);
    expect(await row(id)).toMatchObject({ state: 'ACCEPTED', posts: 2, lastWalk: null });
    expect(await listsRead()).toBe(before);
    expect(await api.countByRefId(refId)).toBe(1);
  });
});
