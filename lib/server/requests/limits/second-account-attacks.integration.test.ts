import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { sendNext } from '@/lib/server/sends/worker';
import { asOwner } from '@/scripts/testing/database/as-owner';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn, signInAs, signInWith } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { decide, makeAs, viewAs } from '@/scripts/testing/data/requests';

setUpTestConsole();
let finance: SignedIn;
const one = signedIn('approver-one', ['approver']);

const verified = (email: string) => ({ email, isEmailVerified: true });

beforeEach(async () => {
  finance = await signInWith({ subject: 'finance', roles: ['finance'], ...verified('ada@example.com') });
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
});

const make = () => makeAs(finance);

const view = (id: string, reader = finance) => viewAs(reader, id);

const insertVote = (requestId: string, personId: string) =>
  pool().query(
    `insert into decisions (request_id, version, person_id, requester_id, body_sha256, verdict, roles)
     select r.id, r.version, $2, r.requester_id, v.body_sha256, 'APPROVED', '{approver}'
     from withdrawal_requests r join request_versions v on v.request_id = r.id and v.version = r.version
     where r.id = $1`,
    [requestId, personId],
  );

const REQUESTER = failure('not-now', { reason: expect.stringContaining('requester’s account') });

describe('a second account of the requester', () => {
  it.each([
    ['of the same verified e-mail address', verified('ada@example.com')],
    ['of another spelling of the address', verified(' Ada@EXAMPLE.com')],
    ['of the address in full-width letters', verified('ａｄａ@example.com')],
  ])('%s can neither approve nor reject, in the product or in SQL', async (_name, claims) => {
    const second = await signInWith({ subject: `second-${randomUUID()}`, roles: ['approver'], ...claims });
    const id = await make();
    expect(await decide(second, id)).toMatchObject(REQUESTER);
    expect(await decide(second, id, { verdict: 'REJECTED' })).toMatchObject(REQUESTER);
    await expect(insertVote(id, second.person.id)).rejects.toThrow(/belongs to the requester/);
    const shown = await view(id, second);
    expect(shown.denialReason.approve).toContain('requester’s account');
    expect(shown.deciders.find(({ id: decider }) => decider === second.person.id)?.denialReason).toContain(
      'one person',
    );
  });

  it('of the same person claim cannot decide, whatever the address', async () => {
    finance = await signInWith({ subject: 'finance', roles: ['finance'], personClaim: 'E-1042' });
    const second = await signInWith({ subject: 'second-claim', roles: ['approver'], personClaim: ' e-1042' });
    expect(await decide(second, await make())).toMatchObject(REQUESTER);
  });

  it('is known by an address that either account had since the request, also after it was changed', async () => {
    const id = await make();
    finance = await signInWith({ subject: 'finance', roles: ['finance'], ...verified('other@example.com') });
    const second = await signInWith({ subject: 'second-later', roles: ['approver'], ...verified('ada@example.com') });
    expect(await decide(second, id)).toMatchObject(REQUESTER);
  });

  it('found out after its approval is not sent on', async () => {
    const second = await signInWith({ subject: 'second-late', roles: ['approver'], ...verified('b@example.com') });
    const id = await make();
    await decide(one, id);
    expect(await decide(second, id)).toMatchObject({ value: { state: 'APPROVED' } });
    await signInWith({ subject: 'second-late', roles: ['approver'], ...verified('ada@example.com') });
    expect(await sendNext()).toBe(0);
    expect(await view(id)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      approvals: { void: [expect.stringContaining('belong to one person')] },
    });
  });

  it('of an address that the provider did not verify can decide: anybody could have entered the address', async () => {
    const claims = { email: 'ada@example.com', isEmailVerified: false };
    const unverified = await signInWith({ subject: 'unverified', roles: ['approver'], ...claims });
    expect(await decide(unverified, await make())).toEqual({ ok: true, value: { state: 'AWAITING_APPROVAL' } });
  });
});

describe('a second account of the requester, where the outcome of a send is decided', () => {
  it('neither proposes nor confirms what becomes of the send', async () => {
    const claims = verified('ada@example.com');
    const second = await signInWith({ subject: 'second-resolver', roles: ['approver'], ...claims });
    const two = await signInAs('approver-two', ['approver']);
    const id = await make();
    for (const person of [one, two]) expect(await decide(person, id)).toMatchObject({ ok: true });
    await pool().query(
      `update sends set state = 'HOLD', hold = '{"kind":"approvals","detail":""}' where request_id = $1`,
      [id],
    );
    const close = { kind: 'resolve-send', subject: id, payload: { kind: 'close' }, comment: 'Not sent.' };
    as(second);
    expect(await propose(close)).toMatchObject({ error: { reason: expect.stringContaining('requester’s account') } });
    as(one);
    const { proposalId } = surely(await propose(close));
    as(second);
    expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ ok: false });
    as(two);
    expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ ok: true });
  });
});

describe('a second account of an approver', () => {
  it('does not give the second approval, in the product or in SQL', async () => {
    const claims = verified('grace@example.com');
    const first = await signInWith({ subject: 'grace', roles: ['approver'], ...claims });
    const second = await signInWith({ subject: 'grace-again', roles: ['approver'], ...claims });
    const id = await make();
    expect(await decide(first, id)).toMatchObject({ ok: true });
    expect(await decide(second, id)).toMatchObject({
      error: { reason: expect.stringContaining('already decided with another account') },
    });
    await expect(insertVote(id, second.person.id)).rejects.toThrow(/decided already/);
    // Even a vote that was there before the accounts were known to be of one person does not count.
    const third = await signInWith({ subject: 'grace-third', roles: ['approver'] });
    await insertVote(id, third.person.id);
    await asOwner(`update sign_ins set identity_keys = '{email:grace@example.com}' where person_id = $1`, [
      third.person.id,
    ]);
    expect(await view(id)).toMatchObject({
      approvals: { given: 1, void: [expect.stringContaining('another account')] },
    });
  });
});

describe('a second account of the person who proposed a change', () => {
  it('does not confirm the change, in the product or in SQL', async () => {
    const claims = verified('root@example.com');
    const admin = await signInWith({ subject: 'admin', roles: ['admin'], ...claims });
    const again = await signInWith({ subject: 'admin-again', roles: ['admin'], ...claims });
    await pool().query(`update stop_switch set is_stopped = true, reason = 'an incident'`);
    as(admin);
    const resume = { kind: 'resume-sending', subject: 'resume-sending', payload: {}, comment: 'all clear' };
    const proposed = await propose(resume);
    if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
    const { proposalId } = proposed.value;
    as(again);
    expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({
      error: { reason: expect.stringContaining('belong to one person') },
    });
    await expect(
      pool().query(`update proposals set state = 'CONFIRMED', decided_by = $2, decided_at = now() where id = $1`, [
        proposalId,
        again.person.id,
      ]),
    ).rejects.toThrow(/proposed the change/);
  });
});
