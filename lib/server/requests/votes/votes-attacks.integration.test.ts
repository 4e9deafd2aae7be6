import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/identity/roles';
import { pool } from '@/lib/server/database/client';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readWaitingToLeave } from '@/lib/server/requests/lists/waiting-to-leave';
import { sendNext } from '@/lib/server/sends/worker';
import { asOwner } from '@/scripts/testing/database/as-owner';
import { as, caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { makeAs, viewAs } from '@/scripts/testing/data/requests';

const running = setUpTestConsole();
const finance = signedIn('finance', ['finance']);
let one: SignedIn;
let two: SignedIn;

beforeEach(async () => {
  one = await signInAs('approver-one', ['approver']);
  two = await signInAs('approver-two', ['approver']);
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
});

const make = () => makeAs(finance);

const view = (id: string) => viewAs(finance, id);

async function approve({ sessionId }: SignedIn, requestId: string) {
  const { version, bodySha256 } = await view(requestId);
  caller.sessionId = sessionId;
  return decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '' });
}

/** Makes a vote and the sign-ins before it as old as if they had happened then. */
async function age(requestId: string, { person }: SignedIn, by: string) {
  await asOwner(
    `update decisions set decided_at = decided_at - $3::interval where request_id = $1 and person_id = $2`,
    [requestId, person.id, by],
  );
  await asOwner(`update sign_ins set at = at - $2::interval where person_id = $1`, [person.id, by]);
}

const countSent = async (id: string) => running.sandbox.api.countByRefId((await view(id)).refId);

describe('a vote that outlives its voter', () => {
  it('does not count once the person has signed in without the role', async () => {
    const id = await make();
    await approve(one, id);
    await signInAs('approver-one', ['support']);
    expect(await approve(two, id)).toEqual({ ok: true, value: { state: 'AWAITING_APPROVAL' } });
    expect(await view(id)).toMatchObject({
      approvals: {
        given: 1,
        required: 2,
        void: [
          'The approval by approver-one does not count: the person has signed in without the role approver since.',
        ],
      },
      send: null,
    });
    const queue = await readQueue();
    expect(queue.ok && queue.value.others.find((item) => item.id === id)?.approvals.given).toBe(1);
    expect(await sendNext()).toBe(0);
    expect(await countSent(id)).toBe(0);
  });

  it('does not count although the role is given back later', async () => {
    const id = await make();
    await approve(one, id);
    await signInAs('approver-one', []);
    one = await signInAs('approver-one', ['approver']);
    expect(await approve(two, id)).toMatchObject({ value: { state: 'AWAITING_APPROVAL' } });
  });

  it('is not sent on: the approved request goes back to its approvers, and another can add an approval', async () => {
    const id = await make();
    await approve(one, id);
    await approve(two, id);
    await signInAs('approver-two', ['finance'] satisfies Role[]);
    expect(await sendNext()).toBe(0);
    expect(await view(id)).toMatchObject({ state: 'AWAITING_APPROVAL', send: null, approvals: { given: 1 } });
    expect(await countSent(id)).toBe(0);
    const { rows } = await pool().query(
      `select entry::json ->> 'reason' as reason from audit_log where subject = $1 and action = 'request.returned'`,
      [`request:${id}`],
    );
    expect(rows).toEqual([{ reason: expect.stringContaining('approver-two does not count') }]);
    const three = await signInAs('approver-three', ['approver']);
    expect(await approve(three, id)).toMatchObject({ value: { state: 'APPROVED' } });
    expect(await sendNext()).toBe(1);
    expect(await countSent(id)).toBe(1);
  });
});

describe('a vote that lapses between two attempts', () => {
  it('puts the send on hold: two people close it, and nobody sends it again', async () => {
    const id = await make();
    await approve(one, id);
    await approve(two, id);
    // An earlier attempt that ended without reaching the service.
    await pool().query('update sends set fence = 1 where request_id = $1', [id]);
    await signInAs('approver-one', []);
    expect(await sendNext()).toBe(0);
    expect(await countSent(id)).toBe(0);
    const held = await view(id);
    expect(held).toMatchObject({ state: 'APPROVED', send: { state: 'HOLD' }, hold: { reason: { kind: 'approvals' } } });
    expect(held.hold?.explanation.detail).toContain('approver-one does not count');
    expect(held.resolutions).not.toContain('send-again');
    expect(held.resolutions).toContain('close');
  });
});

describe('an approval that never ends', () => {
  it('30 days old, is not sent on when the stop of all sending ends', async () => {
    const id = await make();
    await pool().query(`update stop_switch set is_stopped = true, reason = 'a long incident'`);
    await approve(one, id);
    await approve(two, id);
    expect(await sendNext()).toBe(0);
    await age(id, one, '30 days');
    await age(id, two, '30 days');
    one = await signInAs('approver-one', ['approver']);
    two = await signInAs('approver-two', ['approver']);
    const fresh = await make();
    await approve(one, fresh);
    await approve(two, fresh);
    as(finance);
    const waiting = surely(await readWaitingToLeave());
    expect(waiting.leaving.map(({ id: leaving }) => leaving)).toContain(fresh);
    expect(waiting.leaving.map(({ id: leaving }) => leaving)).not.toContain(id);
    const [returning] = waiting.returning;
    expect(returning).toMatchObject({ id, approvalAgeMs: null, approvals: { given: 0, required: 2 } });
    expect(waiting.totals).toEqual([expect.objectContaining({ count: waiting.leaving.length })]);
    await pool().query(`update sends set next_at = now() + interval '1 day' where request_id = $1`, [fresh]);
    await pool().query('update stop_switch set is_stopped = false');
    expect(await sendNext()).toBe(0);
    expect(await countSent(id)).toBe(0);
    expect(await view(id)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      approvals: { given: 0, void: [expect.stringContaining('more than 24 hours old'), expect.any(String)] },
    });
  });
});

const insertVote = (requestId: string, personId: string) =>
  pool().query(
    `insert into decisions (request_id, version, person_id, requester_id, body_sha256, verdict, roles)
     select r.id, r.version, $2, r.requester_id, v.body_sha256, 'APPROVED', '{approver}'
     from withdrawal_requests r join request_versions v on v.request_id = r.id and v.version = r.version
     where r.id = $1`,
    [requestId, personId],
  );

describe('a vote that was written into the database', () => {
  it('does not count for a person who never had the role, or had not signed in on that day', async () => {
    const support = await signInAs('support', ['support']);
    const away = await signInAs('approver-away', ['approver']);
    await asOwner(`update sign_ins set at = at - interval '9 hours' where person_id = $1`, [away.person.id]);
    const id = await make();
    await insertVote(id, support.person.id);
    await insertVote(id, away.person.id);
    expect(await approve(one, id)).toMatchObject({ value: { state: 'AWAITING_APPROVAL' } });
    const shown = (await view(id)).decisions.map(({ voidReason }) => voidReason);
    expect(shown).toEqual([
      expect.stringContaining('did not have the role approver'),
      expect.stringContaining('within the 8 hours before'),
      null,
    ]);
  });

  it('cannot be helped by a sign-in of an earlier time: the database dates sign-ins itself', async () => {
    const before = await signInAs('approver-late', ['approver']);
    await asOwner('delete from sign_ins where person_id = $1', [before.person.id]);
    await pool().query(
      `insert into sessions (id_hash, person_id, roles, authenticated_at, created_at, ends_at)
       values ($1, $2, '{approver}', now(), now() - interval '7 hours', now() + interval '1 hour')`,
      [randomUUID(), before.person.id],
    );
    const { rows } = await pool().query<{ isNow: boolean }>(
      `select at > now() - interval '1 minute' as "isNow" from sign_ins where person_id = $1`,
      [before.person.id],
    );
    expect(rows).toEqual([{ isNow: true }]);
    await expect(pool().query(`update sign_ins set at = now() - interval '1 day'`)).rejects.toThrow(/never changed/);
  });
});
