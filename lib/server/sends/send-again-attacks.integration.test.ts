// A service without replay protection: whatever is posted twice is paid twice.
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { clearSends } from '@/scripts/testing/database/without-triggers';
import { caller } from '@/scripts/testing/people/caller';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { database, pool } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import { storeSeenTransfers } from '@/lib/server/mirror/sync/store-seen';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { readRequest } from '@/lib/server/requests/lists/read';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { sendNext } from '@/lib/server/sends/worker';
import { getTransfer } from '@/lib/server/transfer-service/endpoints';
import { startForTest } from '@/sandbox/testing/start-for-test';

setUpTestConsole();
let bare: Awaited<ReturnType<typeof startForTest>>;
let cast: Cast;
let one: Awaited<ReturnType<typeof signInAs>>;
let two: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  bare = await startForTest({ settleMs: 8000, refId: 'none' }, Date.now());
  cast = await addCast(pool());
  one = await signInAs('a1', ['approver']);
  two = await signInAs('a2', ['approver']);
});
beforeEach(async () => {
  changeSettings({ TRANSFER_SERVICE_URL: bare.url, TRANSFER_SERVICE_AUTH_URL: bare.url });
  await clearSends();
  await walkMirror();
  ({ sessionId: caller.sessionId } = one);
});
afterEach(() => fetch(`${bare.url}/_sandbox/faults`, { method: 'DELETE' }));
afterAll(() => bare.remove());

let made = 0;
/** Sends a withdrawal of which the service's answer is lost, or of which nothing reaches the service. */
async function sendUnknown(fault: 'reset-after' | 'reset-before') {
  const asked = await addWithdrawal(pool(), cast, (made += 1), { isApproved: true });
  await bare.api.addFault({ on: 'create', kind: fault, times: 1 });
  await sendNext();
  expect(await row(asked.id)).toMatchObject({ state: 'UNKNOWN', posts: 1 });
  return asked;
}

async function row(id: string) {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  if (!found) throw new Error('the send must be there');
  return found;
}

/** Lets the mirror have the transfer of a reference, as polling does. */
async function mirror(refId: string): Promise<string> {
  const { items } = (await bare.api.inspect(`transfers?ref_id=${refId}`)) as { items: { id: string }[] };
  const found = surely(await getTransfer(items[0]?.id ?? ''));
  await storeSeenTransfers([found], new Date());
  return found.id;
}

const set = (id: string, change: Partial<typeof sends.$inferInsert>) =>
  database().update(sends).set(change).where(eq(sends.requestId, id));
const proposeAgain = (id: string) =>
  propose({ kind: 'resolve-send', subject: id, payload: { kind: 'send-again' }, comment: 'it did not arrive' });
const confirm = (proposalId: string) => {
  ({ sessionId: caller.sessionId } = two);
  return confirmProposal({ proposalId, comment: '' });
};
const refusedWith = (reason: RegExp) => ({
  ok: false,
  error: { kind: 'not-possible', reason: expect.stringMatching(reason) },
});
async function reconcileTwice() {
  for (let walks = 0; walks < 2; walks += 1) {
    await database()
      .update(sends)
      .set({ reconcileAt: sql`now()` })
      .where(eq(sends.state, 'UNKNOWN'));
    await reconcileSends();
  }
}

describe('two people who send a withdrawal again within seconds', () => {
  it('are refused where the mirror has the transfer, which is offered for adoption', async () => {
    const { id, refId } = await sendUnknown('reset-after');
    const transferId = await mirror(refId);
    const proposed = await proposeAgain(id);
    if (proposed.ok) await confirm(proposed.value.proposalId);
    await sendNext();
    expect(await bare.api.countByRefId(refId)).toBe(1);
    expect(proposed).toEqual(refusedWith(new RegExp(`has transfer ${transferId}.*Adopt that transfer`)));
    expect(await readRequest(id)).toMatchObject({
      ok: true,
      value: { mirroredId: transferId, denialReason: { resend: expect.stringContaining(transferId) } },
    });
  });

  it('are refused where no complete walk has looked yet, and told until when', async () => {
    const { id, refId } = await sendUnknown('reset-after');
    const proposed = await proposeAgain(id);
    if (proposed.ok) await confirm(proposed.value.proposalId);
    await sendNext();
    expect(await bare.api.countByRefId(refId)).toBe(1);
    expect(proposed).toEqual(refusedWith(/none has so far\. The second search begins after \d\d:\d\d:\d\d UTC/));
  });

  it('are refused where only the service has the transfer yet', async () => {
    const { id } = await sendUnknown('reset-after');
    await set(id, { state: 'HOLD', hold: { kind: 'not-found', posts: 1 }, misses: 2 });
    expect(await proposeAgain(id)).toEqual(refusedWith(/has transfer .* Adopt that transfer/));
    expect(await readRequest(id)).toMatchObject({ ok: true, value: { mirroredId: expect.any(String) } });
  });

  it('are refused while the service cannot be read', async () => {
    const { id } = await sendUnknown('reset-before');
    await set(id, { state: 'HOLD', hold: { kind: 'not-found', posts: 1 }, misses: 2 });
    await bare.api.addFault({ on: 'list', kind: 'error', status: 503 });
    expect(await proposeAgain(id)).toEqual(refusedWith(/could not make sure in time .* sends nothing again/));
  });

  it('are refused by the second click where the transfer appeared after the first', async () => {
    const { id, refId } = await sendUnknown('reset-before');
    await set(id, { state: 'HOLD', hold: { kind: 'not-found', posts: 1 }, misses: 2 });
    const proposed = surely(await proposeAgain(id));
    const { body } = await bare.api.create({ ref_id: refId });
    expect(await confirm(proposed.proposalId)).toEqual(refusedWith(new RegExp(`has transfer ${body.id}`)));
    expect(await row(id)).toMatchObject({ state: 'HOLD', posts: 1 });
  });

  it('send it once more where two complete walks and the service show nothing', async () => {
    changeSettings({ SEND_RESEND_POLICY: 'manual' });
    const { id, refId } = await sendUnknown('reset-before');
    await reconcileTwice();
    expect(await row(id)).toMatchObject({ state: 'HOLD', misses: 2 });
    const proposed = surely(await proposeAgain(id));
    expect(await confirm(proposed.proposalId)).toMatchObject({ ok: true });
    expect(await sendNext()).toBe(1);
    expect(await bare.api.countByRefId(refId)).toBe(1);
    expect(await row(id)).toMatchObject({ state: 'ACCEPTED' });
  });
});

describe('a queued send with an earlier attempt that may have gone through', () => {
  it('is not posted where the mirror has the transfer: the list is walked for it', async () => {
    const { id, refId } = await sendUnknown('reset-after');
    await mirror(refId);
    await set(id, { state: 'QUEUED', nextAt: sql`now()` as never });
    expect(await sendNext()).toBe(0);
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', isAmbiguous: true });
    await reconcileTwice();
    expect(await row(id)).toMatchObject({ state: 'ACCEPTED' });
    expect(await bare.api.countByRefId(refId)).toBe(1);
  });

  it('is not posted while the mirror cannot be read, and stays queued', async () => {
    const { id, refId } = await sendUnknown('reset-after');
    await set(id, { state: 'QUEUED', nextAt: sql`now()` as never });
    await database().execute(sql`alter table mirror_transfers rename to mirror_away`);
    try {
      expect(await sendNext()).toBe(0);
      expect(await row(id)).toMatchObject({ state: 'QUEUED', fence: 1, posts: 1 });
    } finally {
      await database().execute(sql`alter table mirror_away rename to mirror_transfers`);
    }
    expect(await bare.api.countByRefId(refId)).toBe(1);
  });

  it('is walked for, and held, where trust-ref-id would post it again and the list lacks what the mirror has', async () => {
    changeSettings({ SEND_RESEND_POLICY: 'trust-ref-id' });
    const { id, refId } = await sendUnknown('reset-before');
    await storeSeenTransfers(
      [{ id: 't-vanished', raw: { id: 't-vanished', ref_id: refId, status: 'PENDING' } } as never],
      new Date(),
    );
    await reconcileTwice();
    await sendNext();
    expect(await row(id)).toMatchObject({ state: 'HOLD', hold: { kind: 'unlisted', transferId: 't-vanished' } });
    expect(await bare.api.countByRefId(refId)).toBe(0);
  });
});
