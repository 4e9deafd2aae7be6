import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { untilBlocked } from '@/scripts/testing/database/until-blocked';
import { failure, surely } from '@/scripts/testing/results';
import { view } from '@/scripts/testing/data/requests';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { sends, stopSwitch } from '@/lib/server/database/schema/sends';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { holdSend } from '@/lib/server/sends/hold';
import { sendNext } from '@/lib/server/sends/worker';

const running = setUpTestConsole();
let [finance, one, two, support, admin]: SignedIn[] = [];

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  one = await signInAs('approver-one', ['approver']);
  two = await signInAs('approver-two', ['approver']);
  support = await signInAs('support', ['support']);
  admin = await signInAs('admin', ['admin']);
});
beforeEach(async () => {
  await database().update(stopSwitch).set({ isStopped: false });
  // No send is due at the start of a test, so that the next one is its own.
  await database()
    .update(sends)
    .set({ nextAt: sql`now() + interval '1 day'` })
    .where(eq(sends.state, 'QUEUED'));
});

async function createAwaiting(): Promise<string> {
  as(finance);
  return surely(await createRequest({ formKey: randomUUID(), form: filledForm() })).requestId;
}

async function createApproved(): Promise<string> {
  const requestId = await createAwaiting();
  for (const approver of [one, two]) {
    as(approver);
    const { version, bodySha256, state } = await view(requestId);
    if (state !== 'AWAITING_APPROVAL' || !approver) continue;
    await decideAs(approver.person, { requestId, version, bodySha256, verdict: 'APPROVED', comment: '' });
  }
  expect(await view(requestId)).toMatchObject({ state: 'APPROVED', send: { state: 'QUEUED' } });
  return requestId;
}

const hold = (person: SignedIn | undefined, requestId: string) => {
  as(person);
  return holdSend({ requestId, reason: 'The invoice looks forged.' });
};

const sendOf = async (id: string) => (await database().select().from(sends).where(eq(sends.requestId, id)))[0];

async function resolve(requestId: string, kind: 'send-again' | 'close') {
  as(two);
  const proposed = await propose({ kind: 'resolve-send', subject: requestId, payload: { kind }, comment: 'Checked.' });
  if (!proposed.ok) return proposed;
  as(two);
  expect(await confirmProposal({ proposalId: proposed.value.proposalId, comment: '' })).toMatchObject({ ok: false });
  as(admin);
  return confirmProposal({ proposalId: proposed.value.proposalId, comment: '' });
}

describe('an approved withdrawal that one person puts on hold', () => {
  it('is not sent, says who held it and why, and is recorded', async () => {
    const id = await createApproved();
    expect(await hold(one, id)).toEqual({ ok: true, value: null });
    expect(await sendNext()).toBe(0);
    as(support);
    const seen = await view(id);
    expect(seen).toMatchObject({ send: { state: 'HOLD' }, hold: { reason: { kind: 'held', isAmbiguous: false } } });
    expect(seen.hold?.explanation.detail).toBe(
      'approver-one gave the reason: “The invoice looks forged.” Nothing was sent.',
    );
    const [entry] = await database()
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `request:${id}`))
      .orderBy(sql`seq desc`)
      .limit(1);
    expect(entry).toMatchObject({ action: 'send.held', actorId: one?.person.id });
    expect(await running.sandbox.api.countByRefId(seen.refId)).toBe(0);
  });

  it('is sent once two people say so, without a search for it', async () => {
    const id = await createApproved();
    await hold(one, id);
    expect(await resolve(id, 'send-again')).toMatchObject({ ok: true });
    expect(await sendOf(id)).toMatchObject({ state: 'QUEUED', hold: null });
    expect(await sendNext()).toBe(1);
    const { refId, proposals } = await view(id);
    expect(proposals[0]?.payload).toMatchObject({ kind: 'send-again', isUnsent: true });
    expect(await running.sandbox.api.countByRefId(refId)).toBe(1);
  });

  it('is closed as not sent by two people, or cancelled by its requester', async () => {
    const closed = await createApproved();
    await hold(one, closed);
    expect(await resolve(closed, 'close')).toMatchObject({ ok: true });
    expect(await sendOf(closed)).toMatchObject({ state: 'REFUSED' });
    const cancelled = await createApproved();
    await hold(one, cancelled);
    as(finance);
    expect(await cancelRequest({ requestId: cancelled })).toMatchObject({ ok: true });
    expect(await sendNext()).toBe(0);
  });

  it('is not resolved by a proposal from before the hold, nor sent with a forged proof', async () => {
    const id = await createApproved();
    as(two);
    const earlier = await propose({
      kind: 'resolve-send',
      subject: id,
      payload: { kind: 'close' },
      comment: 'Before the hold.',
    });
    await hold(one, id);
    as(admin);
    expect(
      await confirmProposal({ proposalId: earlier.ok ? earlier.value.proposalId : '', comment: '' }),
    ).toMatchObject({ ok: false });
    expect(await sendOf(id)).toMatchObject({ state: 'HOLD' });
  });

  it('may have been sent by an earlier attempt: then it is sent again only with proof', async () => {
    const id = await createApproved();
    await database().update(sends).set({ isAmbiguous: true, posts: 1 }).where(eq(sends.requestId, id));
    expect(await hold(one, id)).toMatchObject({ ok: true });
    as(two);
    expect(
      await propose({
        kind: 'resolve-send',
        subject: id,
        payload: { kind: 'send-again', isUnsent: true },
        comment: 'Never sent, believe me.',
      }),
    ).toMatchObject(failure('not-possible'));
    expect((await view(id)).hold?.explanation.detail).toContain('may have been sent');
  });
});

describe('putting on hold', () => {
  it.each([
    ['finance', () => finance],
    ['support', () => support],
  ])('is denied to %s', async (_role, person) => {
    const id = await createApproved();
    expect(await hold(person(), id)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await sendOf(id)).toMatchObject({ state: 'QUEUED' });
  });

  it('is not possible before the approval, during an attempt, twice, or without a reason', async () => {
    expect(await hold(one, await createAwaiting())).toMatchObject({ error: { kind: 'not-now' } });
    const id = await createApproved();
    as(one);
    expect(await holdSend({ requestId: id, reason: ' ' })).toMatchObject({ error: { kind: 'invalid' } });
    expect(await claimSend()).toMatchObject({ requestId: id });
    expect(await hold(one, id)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('is being sent at this moment') },
    });
    const held = await createApproved();
    await hold(one, held);
    expect(await hold(admin, held)).toMatchObject({ error: { kind: 'not-now' } });
    expect(await hold(one, randomUUID())).toMatchObject({ error: { kind: 'not-found' } });
  });

  it('waits for a claim that is being made, and comes too late', async () => {
    const id = await createApproved();
    const claiming = await pool().connect();
    await claiming.query('begin');
    await claiming.query('select 1 from sends where request_id = $1 for update', [id]);
    const holding = hold(one, id);
    await untilBlocked();
    await claiming.query(`update sends set state = 'SENDING', fence = fence + 1 where request_id = $1`, [id]);
    await claiming.query('commit');
    claiming.release();
    expect(await holding).toMatchObject({ error: { kind: 'not-now' } });
    expect(await sendOf(id)).toMatchObject({ state: 'SENDING', hold: null });
  });

  it('that is being made keeps a claim away', async () => {
    const id = await createApproved();
    const holding = await pool().connect();
    await holding.query('begin');
    await holding.query(`update sends set state = 'HOLD', hold = '{"kind":"held"}' where request_id = $1`, [id]);
    expect(await sendNext()).toBe(0);
    await holding.query('commit');
    holding.release();
    expect(await sendNext()).toBe(0);
    expect((await sendOf(id))?.fence).toBe(0);
  });
});
