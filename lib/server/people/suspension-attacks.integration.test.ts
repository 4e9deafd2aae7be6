import { beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { findPerson } from '@/lib/server/auth/sessions';
import { listPeople } from '@/lib/server/people/list-people';
import { suspendPerson, suspendPersonAs } from '@/lib/server/people/suspend';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { decideAs, decideOnRequest } from '@/lib/server/requests/votes/decide';
import { sendNext } from '@/lib/server/sends/worker';
import { asOwner } from '@/scripts/testing/database/as-owner';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { makeAs, viewAs } from '@/scripts/testing/data/requests';

const running = setUpTestConsole();
let admin: SignedIn;
let adminTwo: SignedIn;
let finance: SignedIn;
let one: SignedIn;
let two: SignedIn;

beforeEach(async () => {
  // Everybody begins without a suspension, which nothing but the database's owner could undo alone.
  await asOwner('delete from person_suspensions');
  admin = await signInAs('admin', ['admin']);
  adminTwo = await signInAs('admin-two', ['admin']);
  finance = await signInAs('finance', ['finance']);
  one = await signInAs('approver-one', ['approver']);
  two = await signInAs('approver-two', ['approver']);
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
});

async function suspend(by: SignedIn, { person }: SignedIn) {
  as(by);
  return suspendPerson({ personId: person.id, reason: 'a stolen laptop' });
}

const make = () => makeAs(finance);

const view = (id: string) => viewAs(finance, id);

async function approve(person: SignedIn, requestId: string) {
  const { version, bodySha256 } = await view(requestId);
  as(person);
  return decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '' });
}

const isSignedIn = async ({ sessionId }: SignedIn) =>
  (await findPerson(sessionId, { isSeen: false, origin: null })) !== undefined;

describe('a suspended person', () => {
  it('loses every session at once, and cannot sign in until two lift the suspension', async () => {
    const second = await signInAs('approver-one', ['approver']);
    expect(await suspend(admin, one)).toEqual({ ok: true, value: null });
    expect([await isSignedIn(one), await isSignedIn(second)]).toEqual([false, false]);
    await expect(signInAs('approver-one', ['approver', 'admin'])).rejects.toThrow('suspended');
    // Whatever is written into the sessions, the session check asks for the suspension itself.
    await pool().query('update sessions set ended_at = null where person_id = $1', [one.person.id]);
    expect(await isSignedIn(one)).toBe(false);
    expect(await suspend(admin, one)).toMatchObject({ error: { reason: 'This person is already suspended.' } });

    as(admin);
    const lift = { kind: 'lift-suspension', subject: one.person.id, payload: {}, comment: 'the laptop was found' };
    const proposed = surely(await propose(lift));
    const confirmation = { proposalId: proposed.proposalId, comment: '' };
    expect(await confirmProposal(confirmation)).toMatchObject({ ok: false });
    await expect(signInAs('approver-one', ['approver'])).rejects.toThrow('suspended');
    as(adminTwo);
    expect(await confirmProposal(confirmation)).toMatchObject({ ok: true });
    expect(await isSignedIn(await signInAs('approver-one', ['approver']))).toBe(true);
    const { rows } = await pool().query(
      `select action, actor_id is not null as "hasActor" from audit_log where subject = $1 and action like 'person.%'
       or subject = $1 and action = 'session.refused' order by seq`,
      [`person:${one.person.id}`],
    );
    expect(rows.map(({ action }) => action)).toEqual(['person.suspended', 'session.refused', 'person.reinstated']);
  });

  it('has voted in vain: neither the last approval nor the claim counts the vote, also after the suspension', async () => {
    const waiting = await make();
    const approved = await make();
    await approve(one, waiting);
    await approve(one, approved);
    expect(await approve(two, approved)).toMatchObject({ value: { state: 'APPROVED' } });
    await suspend(admin, one);
    expect(await approve(two, waiting)).toMatchObject({ value: { state: 'AWAITING_APPROVAL' } });
    expect(await sendNext()).toBe(0);
    expect(await running.sandbox.api.countByRefId((await view(approved)).refId)).toBe(0);
    expect(await view(approved)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      approvals: {
        given: 1,
        void: ['The approval by approver-one does not count: the person, or the one they decided for, was suspended.'],
      },
    });
    as(admin);
    const lift = { kind: 'lift-suspension', subject: one.person.id, payload: {}, comment: 'cleared' };
    const proposed = await propose(lift);
    as(adminTwo);
    await confirmProposal({ proposalId: proposed.ok ? proposed.value.proposalId : '', comment: '' });
    expect(await view(waiting)).toMatchObject({ state: 'AWAITING_APPROVAL', approvals: { given: 1 } });
  });

  it('cannot decide with a call that had begun before the suspension', async () => {
    const id = await make();
    const { version, bodySha256 } = await view(id);
    await suspend(admin, one);
    await pool().query('update sessions set ended_at = null where person_id = $1', [one.person.id]);
    const decision = { requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' };
    expect(await decideAs(one.person, decision)).toEqual(failure('signed-out'));
  });

  it('leaves no proposal behind that another could confirm', async () => {
    as(admin);
    await pool().query(`update stop_switch set is_stopped = true, reason = 'an incident'`);
    const proposed = surely(
      await propose({
        kind: 'resume-sending',
        subject: 'resume-sending',
        payload: {},
        comment: 'all clear',
      }),
    );
    await suspend(adminTwo, admin);
    const adminThree = await signInAs('admin-three', ['admin']);
    as(adminThree);
    expect(await confirmProposal({ proposalId: proposed.proposalId, comment: '' })).toMatchObject({
      error: { reason: expect.stringContaining('is suspended') },
    });
    await expect(
      pool().query(`update proposals set state = 'CONFIRMED', decided_by = $2, decided_at = now() where id = $1`, [
        proposed.proposalId,
        adminThree.person.id,
      ]),
    ).rejects.toThrow(/suspended/);
    await pool().query('update stop_switch set is_stopped = false');
  });
});

const suspendEach = ([by, of]: [SignedIn, SignedIn]) =>
  suspendPersonAs(by.person, { personId: of.person.id, reason: 'a dispute' });

describe('suspending', () => {
  it('is for administrators, never for oneself, and leaves an administrator, also when two suspend each other', async () => {
    expect(await suspend(one, two)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await suspend(admin, admin)).toMatchObject({ error: { reason: expect.stringContaining('yourself') } });
    const pairs: [SignedIn, SignedIn][] = [
      [admin, adminTwo],
      [adminTwo, admin],
    ];
    const outcomes = await Promise.all(pairs.map(suspendEach));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const { rows } = await pool().query(`select id from people where 'admin' = any(roles) and not is_suspended(id)`);
    expect(rows.length).toBeGreaterThan(0);
  });

  it('is listed with the reason, for administrators and auditors only', async () => {
    await suspend(admin, one);
    const listed = await listPeople();
    expect(listed.ok && listed.value.items[0]).toMatchObject({
      name: 'approver-one',
      sessionCount: 0,
      suspension: { by: 'admin', reason: 'a stolen laptop' },
    });
    expect(listed.ok && listed.value.denialReason).toBeNull();
    const auditor = await signInAs('auditor', ['auditor']);
    as(auditor);
    const read = await listPeople();
    expect(read.ok && read.value.denialReason).toBe('Only administrators can suspend people and lift suspensions.');
    expect(await suspend(auditor, two)).toMatchObject({ error: { kind: 'forbidden' } });
    as(two);
    expect(await listPeople()).toMatchObject({ error: { kind: 'forbidden' } });
  });

  it('cannot be undone with the rights of the console: by a row of one person, or by changing the row', async () => {
    await suspend(admin, one);
    const insert = `insert into person_suspensions (person_id, event, by_person_id, reason, proposal_id) values ($1, 'LIFTED', $2, '', $3)`;
    await expect(pool().query(insert, [one.person.id, admin.person.id, null])).rejects.toThrow(/two_lift/);
    const { rows } = await pool().query<{ id: string }>(
      `insert into proposals (kind, subject, payload, comment, proposed_by) values ('lift-suspension', $1, '{}', '', $2) returning id`,
      [one.person.id, admin.person.id],
    );
    await expect(pool().query(insert, [one.person.id, admin.person.id, rows[0]?.id])).rejects.toThrow(
      /two people lift/,
    );
    const client = await pool().connect();
    try {
      // A temporary table is found before the real one where a function does not say where to look.
      await client.query('begin');
      await client.query(
        `create temporary table person_suspensions (id int, person_id uuid, event text) on commit drop`,
      );
      const shadowed = await client.query('select is_suspended($1) as it', [one.person.id]);
      expect(shadowed.rows).toEqual([{ it: true }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
    await expect(pool().query('delete from person_suspensions')).rejects.toThrow(/never changed or deleted/);
    await expect(pool().query(`update person_suspensions set event = 'LIFTED'`)).rejects.toThrow(/never changed/);
    expect(await pool().query('select is_suspended($1) as it', [one.person.id])).toMatchObject({
      rows: [{ it: true }],
    });
  });
});
