import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { decideOnBundle } from '@/lib/server/requests/bundles/decide';
import { withdrawApproval } from '@/lib/server/requests/votes/withdraw-approval';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { sendNext } from '@/lib/server/sends/worker';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn } from '@/scripts/testing/test-process';
import { untilBlocked } from '@/scripts/testing/database/until-blocked';
import { failure, surely } from '@/scripts/testing/results';
import { makeAs, view } from '@/scripts/testing/data/requests';

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
const three = signedIn('approver-three', ['approver']);

beforeEach(async () => {
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
});

const make = () => makeAs(finance);

async function approve(person: SignedIn, requestId: string) {
  as(person);
  const { version, bodySha256 } = await view(requestId);
  return decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '' });
}

async function makeApproved(): Promise<string> {
  const id = await make();
  await approve(one, id);
  expect(await approve(two, id)).toMatchObject({ value: { state: 'APPROVED' } });
  return id;
}

async function withdraw(person: SignedIn, requestId: string) {
  as(person);
  return withdrawApproval({ requestId, version: 1, reason: 'the invoice is a forgery' });
}

const TOO_LATE = failure('not-now', { reason: expect.stringContaining('Sending has begun') });

describe('withdrawing an approval', () => {
  it('takes an approved request back to its approvers, and is final for the person and version', async () => {
    const id = await makeApproved();
    expect(await withdraw(one, id)).toEqual({ ok: true, value: null });
    expect(await view(id)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      send: null,
      approvals: { given: 1, required: 2, void: [expect.stringContaining('the approval was withdrawn')] },
      decisions: [{ withdrawal: { reason: 'the invoice is a forgery' } }, { withdrawal: null, voidReason: null }],
    });
    expect(await sendNext()).toBe(0);
    expect(await approve(one, id)).toMatchObject({ error: { reason: expect.stringContaining('You withdrew') } });
    expect(await withdraw(one, id)).toMatchObject({ error: { reason: expect.stringContaining('already withdrawn') } });
    expect(await approve(three, id)).toMatchObject({ value: { state: 'APPROVED' } });
    expect(await sendNext()).toBe(1);
    expect(await view(id)).toMatchObject({ state: 'SENT' });
  });

  it('is possible before the last approval, only for the own approval, and is recorded', async () => {
    const id = await make();
    await approve(one, id);
    expect(await withdraw(two, id)).toMatchObject({ error: { reason: 'You have not approved this version.' } });
    expect(await withdraw(one, id)).toEqual({ ok: true, value: null });
    expect(await approve(two, id)).toMatchObject({ value: { state: 'AWAITING_APPROVAL' } });
    const { rows } = await pool().query(
      `select action from audit_log where subject = $1 and action in ('approval.withdrawn', 'request.refused') order by seq`,
      [`request:${id}`],
    );
    expect(rows).toEqual([{ action: 'request.refused' }, { action: 'approval.withdrawn' }]);
  });

  it('of a test payment takes back both parts; after the test payment was sent, the remainder alone', async () => {
    const makePair = async () => {
      as(finance);
      const made = surely(await createTestPayment({ formKey: randomUUID(), form: filledForm({ testAmount: '0.1' }) }));
      const { testId, remainderId } = await partsOf(made);
      for (const person of [one, two]) {
        as(person);
        const { bundle } = await view(testId);
        if (bundle?.kind !== 'test-payment') throw new Error('a test payment must be a pair');
        await decideOnBundle({ bundleId: bundle.id, bundleSha256: bundle.sha256, verdict: 'APPROVED', comment: '' });
      }
      return { testId, remainderId };
    };
    const first = await makePair();
    expect(await withdraw(one, first.remainderId)).toEqual({ ok: true, value: null });
    expect(await view(first.testId)).toMatchObject({ state: 'AWAITING_APPROVAL', send: null });
    expect(await view(first.remainderId)).toMatchObject({ state: 'AWAITING_APPROVAL', send: null });
    const second = await makePair();
    expect(await sendNext()).toBe(1);
    expect(await withdraw(one, second.testId)).toMatchObject(TOO_LATE);
    expect(await withdraw(one, second.remainderId)).toEqual({ ok: true, value: null });
    expect(await view(second.testId)).toMatchObject({ state: 'SENT' });
    expect(await view(second.remainderId)).toMatchObject({ state: 'AWAITING_APPROVAL', approvals: { given: 1 } });
  });
});

/** Gives the ids of both parts of a test payment from what creating it answered. */
async function partsOf(created: { requestId: string }): Promise<{ testId: string; remainderId: string }> {
  const { bundle } = await view(created.requestId);
  if (bundle?.kind !== 'test-payment') throw new Error('a test payment must be a pair');
  return { testId: bundle.test.id, remainderId: bundle.remainder.id };
}

describe('withdrawing while the withdrawal is claimed', () => {
  it('after the claim is refused, and the withdrawal goes on', async () => {
    const id = await makeApproved();
    expect(await claimSend()).toMatchObject({ requestId: id });
    expect(await withdraw(one, id)).toMatchObject(TOO_LATE);
  });

  it('before the claim leaves nothing to claim', async () => {
    const id = await makeApproved();
    expect(await withdraw(one, id)).toMatchObject({ ok: true });
    expect(await claimSend()).toBeUndefined();
    expect(await view(id)).toMatchObject({ state: 'AWAITING_APPROVAL' });
  });

  it('waits for a claim that is being made, and is then refused', async () => {
    const id = await makeApproved();
    const client = await pool().connect();
    try {
      await client.query('begin');
      await client.query(`update sends set state = 'SENDING', fence = fence + 1 where request_id = $1`, [id]);
      const withdrawal = withdraw(one, id);
      await untilBlocked();
      await client.query('commit');
      expect(await withdrawal).toMatchObject(TOO_LATE);
    } finally {
      client.release();
    }
  });

  it('at the same moment, whatever the order, one of both wins', async () => {
    for (let round = 0; round < 12; round += 1) {
      const id = await makeApproved();
      as(one);
      const [claim, withdrawal] = await Promise.all([claimSend(), withdraw(one, id)]);
      const isWaiting = (await view(id)).state === 'AWAITING_APPROVAL';
      expect({ isWithdrawn: withdrawal.ok, isClaimed: claim !== undefined }).toEqual({
        isWithdrawn: isWaiting,
        isClaimed: !isWaiting,
      });
    }
  });

  it('cannot be written into the database after an attempt, for a rejection, or to be undone', async () => {
    const id = await makeApproved();
    await claimSend();
    const insert = `insert into approval_withdrawals (request_id, version, person_id) values ($1, 1, $2)`;
    await expect(pool().query(insert, [id, one.person.id])).rejects.toThrow(/after an attempt/);
    const open = await makeApproved();
    await withdraw(one, open);
    await expect(pool().query('delete from approval_withdrawals where request_id = $1', [open])).rejects.toThrow(
      /never changed or deleted/,
    );
    const queued = await makeApproved();
    await expect(
      pool().query(`update withdrawal_requests set state = 'AWAITING_APPROVAL' where id = $1`, [queued]),
    ).rejects.toThrow(/does not go back/);
  });
});
