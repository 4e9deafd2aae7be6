// A service without replay protection (SANDBOX_REF_ID=none).
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { clearSends } from '@/scripts/testing/database/without-triggers';
import { as } from '@/scripts/testing/people/caller';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { database, pool } from '@/lib/server/database/client';
import { sends, stopSwitch } from '@/lib/server/database/schema/sends';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { singleton } from '@/lib/server/runtime/singleton';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { sendNext } from '@/lib/server/sends/worker';
import { startForTest } from '@/sandbox/testing/start-for-test';

setUpTestConsole();
let bare: Awaited<ReturnType<typeof startForTest>>;
let cast: Cast;
let one: Awaited<ReturnType<typeof signInAs>>;
let two: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  bare = await startForTest({ settleMs: 8000, refId: 'none' });
  // Transfers get the time of the attempts that created them.
  bare.clock.nowMs = Date.now();
  cast = await addCast(pool());
  one = await signInAs('a1', ['approver']);
  two = await signInAs('a2', ['approver']);
});
/** Points the console at a service, without the token of another. */
function inFrontOf({ url }: { url: string }): void {
  changeSettings({ TRANSFER_SERVICE_URL: url, TRANSFER_SERVICE_AUTH_URL: url });
  singleton('service.tokens', () => new Map()).clear();
}
beforeEach(async () => {
  inFrontOf(bare);
  await clearSends();
  await database().update(stopSwitch).set({ isStopped: false });
});
afterEach(async () => {
  await fetch(`${bare.url}/_sandbox/faults`, { method: 'DELETE' });
});
afterAll(async () => {
  await bare.remove();
});
let made = 0;
const ask = (amount = '1.5') => addWithdrawal(pool(), cast, (made += 1), { isApproved: true, amount });
async function row(id: string) {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  if (!found) throw new Error('the send must be there');
  return found;
}
async function quiet() {
  await database()
    .update(sends)
    .set({ reconcileAt: sql`now()` })
    .where(eq(sends.state, 'UNKNOWN'));
  await reconcileSends();
}
const due = () =>
  database()
    .update(sends)
    .set({ nextAt: sql`now()` })
    .where(eq(sends.state, 'QUEUED'));
const transfersOf = async (amount: string) =>
  ((await bare.api.walk(100)) as unknown as { amount: string }[]).filter((transfer) => transfer.amount === amount)
    .length;

/** Sends and reconciles until the console would send no more on its own. */
async function sendAndLook() {
  for (let round = 0; round < 3; round += 1) {
    await due();
    await sendNext();
    await quiet();
    await quiet();
  }
}

describe('a reference that the service does not return', () => {
  beforeEach(() => bare.api.addFault({ on: 'list', kind: 'missing-fields', fields: ['ref_id'] }));

  it('is held where the service had answered with a transfer', async () => {
    await bare.api.addFault({ on: 'create', kind: 'missing-fields', fields: ['ref_id'] });
    const { id } = await ask('7.125');
    await sendAndLook();
    expect(await transfersOf('7.125')).toBe(1);
    expect(await row(id)).toMatchObject({ state: 'HOLD', hold: { kind: 'differs', differences: ['ref_id'] } });
  });

  it('is held where a transfer of that time equals the request in everything else', async () => {
    // Created, but the answer is cut off.
    const { id } = await ask('7.0602');
    await sendAndLook();
    expect(await transfersOf('7.0602')).toBe(1);
    expect(await row(id)).toMatchObject({ state: 'HOLD', hold: { kind: 'differs', differences: ['ref_id'] } });
  });
});

/** Proposes a resolution as if two complete walks had found nothing. */
async function proposeAsProven(id: string, kind: 'send-again' | 'close') {
  await walkMirror();
  const setMisses = (misses: number) => database().update(sends).set({ misses }).where(eq(sends.requestId, id));
  await setMisses(2);
  as(one);
  const asked = await propose({
    kind: 'resolve-send',
    subject: id,
    payload: { kind },
    comment: 'The service says on the phone that it has nothing',
  });
  await setMisses(0);
  if (!asked.ok) throw new Error(JSON.stringify(asked));
  return asked;
}

describe('a proposal about one unknown outcome', () => {
  it.each(['send-again', 'close'] as const)('does not decide a later one: %s', async (kind) => {
    const { id, refId } = await ask('1.25');
    await bare.api.addFault({ on: 'create', kind: 'reset-before', times: 1, match: { ref_id: refId } });
    await sendNext(); // attempt 1: really nothing made
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', posts: 1 });
    const asked = await proposeAsProven(id, kind);
    await quiet();
    await quiet(); // the console itself queues it again
    expect(await row(id)).toMatchObject({ state: 'QUEUED' });
    await bare.api.addFault({ on: 'create', kind: 'reset-after', times: 1, match: { ref_id: refId } });
    await due();
    await sendNext(); // attempt 2: made, answer lost
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN', posts: 2 });
    expect(await bare.api.countByRefId(refId)).toBe(1);
    as(two);
    const confirmed = await confirmProposal({ proposalId: asked.value.proposalId, comment: '' });
    await due();
    await sendNext(); // attempt 3, without a quiet period and without a walk
    expect(confirmed.ok).toBe(false);
    expect(await bare.api.countByRefId(refId)).toBe(1);
  });
  it('does not resolve a later hold', async () => {
    const { id, refId } = await ask('1.75');
    await bare.api.addFault({ on: 'create', kind: 'reset-before', times: 1, match: { ref_id: refId } });
    await sendNext();
    const asked = await proposeAsProven(id, 'send-again');
    for (let copy = 0; copy < 2; copy += 1) await bare.api.create({ ref_id: refId, amount: '1.75' });
    await quiet();
    expect(await row(id)).toMatchObject({ state: 'HOLD', hold: { kind: 'several' } });
    as(two);
    await confirmProposal({ proposalId: asked.value.proposalId, comment: '' });
    await due();
    await sendNext();
    expect(await bare.api.countByRefId(refId)).toBe(2);
  });
});

describe('several transfers with one reference', () => {
  it('stop all sending until two people resume it', async () => {
    const { id, refId } = await ask('2.5');
    await bare.api.addFault({ on: 'create', kind: 'reset-after', times: 1, match: { ref_id: refId } });
    await sendNext();
    await bare.api.create({ ref_id: refId, amount: '2.5' });
    await quiet();
    expect(await row(id)).toMatchObject({ state: 'HOLD', hold: { kind: 'several' } });
    const next = await ask('3.5');
    await sendNext();
    expect(await row(next.id)).toMatchObject({ state: 'QUEUED' });
  });
});

describe('a list with pages without records', () => {
  it.each(['newest-first', 'oldest-first'] as const)(
    'does not hide a transfer whose answer was lost: %s',
    async (order) => {
      const service = await startForTest({ settleMs: 8000, refId: 'none', order, transfers: 50 }, Date.now());
      try {
        inFrontOf(service);
        changeSettings({ TRANSFER_SERVICE_PAGE_LIMIT: 20 });
        await service.api.addFault({ on: 'list', kind: 'empty-pages', in_a_row: 2 });
        const { id, refId } = await ask('8.25');
        await service.api.addFault({ on: 'create', kind: 'reset-after', times: 1 });
        await sendAndLook();
        expect(await service.api.countByRefId(refId)).toBe(1);
        expect(await row(id)).toMatchObject({ state: 'ACCEPTED', posts: 1 });
        // A list without an end proves no absence, however often it is read.
        await service.api.addFault({ on: 'list', kind: 'empty-pages', in_a_row: 1000 });
        const lost = await ask('8.5');
        await service.api.addFault({ on: 'create', kind: 'reset-after', times: 1 });
        await sendAndLook();
        expect(await row(lost.id)).toMatchObject({
          state: 'UNKNOWN',
          misses: 0,
          lastWalk: { isComplete: false, fault: expect.stringContaining('pages without records') },
        });
        expect(await service.api.countByRefId(lost.refId)).toBe(1);
      } finally {
        await service.remove();
      }
    },
  );
});

describe('a record with a null character', () => {
  it('does not cause walks without end', async () => {
    const { id } = await ask('4.0501');
    await sendNext();
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
    const original = globalThis.JSON.parse;
    // The service writes the status "PEND\u0000" (legal JSON). Patched into the page: the sandbox has no such fault.
    vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      const value = original(text, reviver) as { items?: { status?: string }[] };
      if (Array.isArray(value?.items)) for (const item of value.items) item.status = 'PEND\u0000';
      return value;
    });
    await database()
      .update(sends)
      .set({ reconcileAt: sql`now() - interval '1 second'` });
    await reconcileSends();
    vi.restoreAllMocks();
    const after = await row(id);
    // Decided, or at least postponed.
    expect(after.state !== 'UNKNOWN' || after.reconcileAt!.getTime() > Date.now()).toBe(true);
  });
});

describe('a cursor that is a number', () => {
  it('is not the end of the list', async () => {
    const { id } = await ask('5.0501'); // made, 500
    await sendNext();
    changeSettings({ TRANSFER_SERVICE_PAGE_LIMIT: 20 });
    // Oldest first, so that this transfer is on the last page; the second page's cursor is a JSON number.
    const original = globalThis.JSON.parse;
    let pages = 0;
    vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
      const value = original(text, reviver) as { items?: { amount?: string }[]; next_page_cursor?: unknown };
      if (Array.isArray(value?.items)) {
        pages += 1;
        value.items = value.items.filter(({ amount }) => amount !== '5.0501');
        if (pages % 2 === 0) value.next_page_cursor = 40;
      }
      return value;
    });
    await quiet();
    vi.restoreAllMocks();
    const after = await row(id);
    expect(after.misses).toBe(0);
  });
});
