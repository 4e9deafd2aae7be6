import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { clearSends, withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import type { Resolution } from '@/lib/sends/resolution';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import { resolveSendChange } from '@/lib/server/sends/resolve';
import { trackSends } from '@/lib/server/sends/track';
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

const person = (index = 0) => ({ ...cast.approvers[index]!, authenticatedAt: new Date() });
const prepare = (subject: string, payload: Resolution, by = person()) =>
  resolveSendChange.prepare({ subject, payload, person: by });
/** Applies a resolution of the send's current state, unless the payload names another. */
async function apply(subject: string, resolution: Resolution, confirmer = person(1)) {
  const { fence, state } = await row(subject);
  const payload = { fence, state, ...resolution };
  return inTransaction((transaction) =>
    resolveSendChange.apply(transaction, { subject, payload, proposalId: 'p', confirmer }),
  );
}

describe('two people', () => {
  it('adopt a transfer, see how it differs, and the transfer is tracked', async () => {
    const { id, refId } = await send('1.0600');
    const { body } = await api.create({ ref_id: refId, amount: '9' });
    const prepared = await prepare(id, { kind: 'adopt', transferId: body.id, differences: [] });
    expect(prepared).toEqual({
      ok: true,
      value: { kind: 'adopt', transferId: body.id, differences: ['amount'], fence: 1, state: 'UNKNOWN' },
    });
    expect(await apply(id, { kind: 'adopt', transferId: body.id, differences: ['amount'] })).toMatchObject({
      ok: true,
    });
    await trackSends();
    expect(await row(id)).toMatchObject({
      state: 'ACCEPTED',
      transferId: body.id,
      transferStatus: 'PENDING',
      isAmbiguous: false,
    });
    const other = await send('1.0500');
    expect(await apply(other.id, { kind: 'adopt', transferId: body.id, differences: [] })).toEqual({
      ok: false,
      error: expect.stringContaining(refId),
    });
  });

  it('send the withdrawal again with the same reference, or close it as not sent', async () => {
    const again = await send('1.0500');
    const closed = await send('1.0500');
    // As after two complete walks that found nothing.
    await database().update(sends).set({ misses: 2 }).where(eq(sends.requestId, again.id));
    expect(await apply(again.id, { kind: 'send-again' })).toMatchObject({
      ok: true,
      value: { before: { state: 'UNKNOWN', posts: 1 } },
    });
    expect(await row(again.id)).toMatchObject({ state: 'QUEUED', isAmbiguous: true });
    expect(await apply(closed.id, { kind: 'close' })).toMatchObject({ ok: true });
    expect(await row(closed.id)).toMatchObject({ state: 'REFUSED', closedAt: expect.any(Date) });
    expect(await apply(closed.id, { kind: 'send-again' })).toMatchObject({ ok: false });
  });

  it('resolve only the state that the proposal was about', async () => {
    const { id } = await send('1.0500');
    expect(await apply(id, { kind: 'send-again', fence: 0 })).toEqual({
      ok: false,
      error: expect.stringContaining('changed since this decision was proposed'),
    });
    expect(await apply(id, { kind: 'close', state: 'HOLD' })).toEqual({
      ok: false,
      error: expect.stringContaining('changed since this decision was proposed'),
    });
    expect(await row(id)).toMatchObject({ state: 'UNKNOWN' });
  });

  it('close a send that was never posted, and not one that may have left', async () => {
    const { id } = await send('1.0500');
    await withoutTriggers((transaction) =>
      transaction.update(sends).set({ state: 'QUEUED', isAmbiguous: false }).where(eq(sends.requestId, id)),
    );
    expect(await prepare(id, { kind: 'send-again' })).toMatchObject({ ok: false });
    expect(await apply(id, { kind: 'close' })).toMatchObject({ ok: true });
    expect(await row(id)).toMatchObject({ state: 'REFUSED' });
    const unknown = await send('1.0500');
    await database().update(sends).set({ state: 'QUEUED' }).where(eq(sends.requestId, unknown.id));
    expect(await prepare(unknown.id, { kind: 'close' })).toMatchObject({ ok: false });
  });

  it('are never the requester, and cannot send a changed request', async () => {
    const { id } = await send('1.0500');
    const requester = { ...person(), id: cast.requesterId };
    expect(await prepare(id, { kind: 'close' }, requester)).toEqual({
      ok: false,
      error: expect.stringContaining('You requested this withdrawal'),
    });
    expect(await apply(id, { kind: 'close' }, requester)).toEqual({
      ok: false,
      error: expect.stringContaining('You requested this withdrawal'),
    });
    await database()
      .update(sends)
      .set({ state: 'HOLD', hold: { kind: 'changed', detail: '' } });
    expect(await prepare(id, { kind: 'send-again' })).toMatchObject({ ok: false });
    expect(await apply(id, { kind: 'send-again' })).toMatchObject({ ok: false });
    expect(await prepare(id, { kind: 'close' })).toEqual({
      ok: true,
      value: { kind: 'close', fence: 1, state: 'HOLD' },
    });
  });

  it('cannot resolve a known outcome, nor adopt a transfer that does not exist', async () => {
    const { id } = await send();
    expect(await prepare(id, { kind: 'close' })).toEqual({
      ok: false,
      error: expect.stringContaining('no longer needs a decision'),
    });
    expect(await prepare('no-request', { kind: 'close' })).toMatchObject({ ok: false });
    const unknown = await send('1.0500');
    expect(await prepare(unknown.id, { kind: 'adopt', transferId: 'nobody', differences: [] })).toEqual({
      ok: false,
      error: expect.stringContaining('does not know this transfer'),
    });
  });
});
