import { listRequestPage } from '@/lib/server/requests/lists/list';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { as, caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { AuditAction, AuditEntry } from '@/lib/audit/audit-log';
import type { Role } from '@/lib/identity/roles';
import { inTransaction, pool } from '@/lib/server/database/client';
import { listOwnSessions, listSessions } from '@/lib/server/auth/list-sessions';
import { readAccount } from '@/lib/server/auth/read-account';
import { revokeSession } from '@/lib/server/auth/revoke';
import { findPerson } from '@/lib/server/auth/sessions';
import { sweep } from '@/lib/server/auth/session-sweep';
import { createRequest } from '@/lib/server/requests/creation/create';
import { findCreateDenial } from '@/lib/server/requests/creation/creation';

setUpTestConsole();
let admin: SignedIn;

beforeEach(async () => {
  await pool().query('delete from sessions');
  admin = await signInAs('admin', ['admin']);
  as(admin);
});

const isSignedIn = async ({ sessionId }: SignedIn) =>
  (await findPerson(sessionId, { isSeen: false, origin: null })) !== undefined;
const revoke = ({ person }: SignedIn, change: object = {}) =>
  revokeSession({ sessionKey: person.sessionKey, isWholePerson: false, reason: 'a lost laptop', ...change });

const list = async (name?: unknown) => surely(await listSessions(name));

async function newest(action: AuditAction, count: number): Promise<AuditEntry[]> {
  const { rows } = await pool().query<{ entry: string }>(
    'select entry from audit_log where action = $1 order by seq desc limit $2',
    [action, count],
  );
  return rows.map(({ entry }) => JSON.parse(entry) as AuditEntry);
}

describe('ending a session', () => {
  it('takes effect at the next call, even within a running action, and is recorded with its reason', async () => {
    const finance = await signInAs('finance', ['finance']);
    expect(await revoke(finance)).toEqual({ ok: true, value: { ended: 1 } });
    as(finance);
    expect(await listRequestPage({ query: ALL_REQUESTS })).toEqual(failure('signed-out'));
    expect(await createRequest({ formKey: randomUUID(), form: filledForm() })).toEqual(failure('signed-out'));
    // A person who was authorized just before and reaches the transaction now.
    expect(await inTransaction((transaction) => findCreateDenial(transaction, finance.person))).toEqual({
      kind: 'signed-out',
    });
    expect(await newest('session.revoked', 1)).toMatchObject([
      {
        actor: { name: 'admin' },
        subject: `person:${finance.person.id}`,
        reason: 'a lost laptop',
        before: { of: 'finance', roles: ['finance'] },
      },
    ]);
  });

  it('ends one session or all of the person, and no others', async () => {
    const [one, two, three] = [
      await signInAs('support', ['support']),
      await signInAs('support', ['support']),
      await signInAs('support', ['support']),
    ];
    const other = await signInAs('finance', ['finance']);
    await revoke(one);
    expect(await Promise.all([one, two, three, other, admin].map(isSignedIn))).toEqual([false, true, true, true, true]);
    expect(await revoke(two, { isWholePerson: true })).toEqual({ ok: true, value: { ended: 2 } });
    expect(await Promise.all([one, two, three, other, admin].map(isSignedIn))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(await newest('session.revoked', 2)).toMatchObject([
      { reason: 'a lost laptop' },
      { reason: 'a lost laptop' },
    ]);
  });

  it('is allowed for one’s own session', async () => {
    expect(await revoke(admin)).toEqual({ ok: true, value: { ended: 1 } });
    expect(await listSessions('')).toEqual(failure('signed-out'));
  });

  it('is denied to everyone but administrators, signed in or not', async () => {
    const support = await signInAs('support', ['support']);
    as(support);
    expect(await revoke(admin)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await revoke(admin, { sessionKey: '0'.repeat(64) })).toMatchObject({ error: { kind: 'forbidden' } });
    caller.sessionId = undefined;
    expect(await revoke(support)).toEqual(failure('signed-out'));
    expect(await Promise.all([admin, support].map(isSignedIn))).toEqual([true, true]);
  });

  it('shows all sessions to an auditor, who ends only own ones', async () => {
    const [auditor, elsewhere] = [await signInAs('auditor', ['auditor']), await signInAs('auditor', ['auditor'])];
    as(auditor);
    const seen = await list('');
    const endable = seen.items.filter(({ canEnd }) => canEnd).map(({ key }) => key);
    expect(endable.toSorted()).toEqual([auditor, elsewhere].map(({ person }) => person.sessionKey).toSorted());
    expect(await revoke(admin)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await revoke(elsewhere)).toEqual({ ok: true, value: { ended: 1 } });
    expect(await Promise.all([admin, auditor, elsewhere].map(isSignedIn))).toEqual([true, true, false]);
  });

  it('is allowed to everyone for their own sessions, the only ones they see', async () => {
    const [here, elsewhere] = [await signInAs('support-own', ['support']), await signInAs('support-own', ['support'])];
    as(here);
    expect(await listSessions('')).toMatchObject({ error: { kind: 'forbidden' } });
    const seen = surely(await listOwnSessions());
    expect(seen.map(({ key, isOwn, personSessionCount }) => [key, isOwn, personSessionCount])).toEqual([
      [elsewhere.person.sessionKey, false, 2],
      [here.person.sessionKey, true, 2],
    ]);
    expect(await revoke(elsewhere)).toEqual({ ok: true, value: { ended: 1 } });
    expect(await Promise.all([admin, here, elsewhere].map(isSignedIn))).toEqual([true, true, false]);
    expect(await newest('session.revoked', 1)).toMatchObject([
      { actor: { name: 'support-own' }, before: { of: 'support-own' } },
    ]);
    const third = await signInAs('support-own', ['support']);
    // All others, even where the session that is named is another one.
    expect(await revoke(third, { isWholePerson: true, isOwnKept: true })).toEqual({ ok: true, value: { ended: 1 } });
    expect(await Promise.all([admin, here, third].map(isSignedIn))).toEqual([true, true, false]);
    expect(await revoke(here, { isWholePerson: true, isOwnKept: true })).toMatchObject({ error: { kind: 'not-now' } });
    expect(await revoke(here, { isWholePerson: true })).toEqual({ ok: true, value: { ended: 1 } });
    expect(await isSignedIn(here)).toBe(false);
  });

  it('is preceded by a look at the own account: identity, end of the session, last sign-ins', async () => {
    const [earlier, here] = [await signInAs('support-own', ['support']), await signInAs('support-own', ['support'])];
    await revoke(earlier);
    as(here);
    const { signIns, ...rest } = surely(await readAccount());
    expect(rest).toMatchObject({ name: 'support-own', subject: 'support-own', roles: ['support'], idleMinutes: 15 });
    expect(Date.parse(rest.endsAt)).toBeGreaterThan(Date.now());
    expect(signIns.slice(0, 2).map(({ key, hasEnded }) => [key, hasEnded])).toEqual([
      [here.person.sessionKey, false],
      [earlier.person.sessionKey, true],
    ]);
    caller.sessionId = undefined;
    expect(await readAccount()).toEqual(failure('signed-out'));
  });

  it.each([
    ['no reason', { reason: ' ' }],
    ['a reason that is too long', { reason: 'x'.repeat(301) }],
    ['an invalid key', { sessionKey: '%' }],
    ['an unknown member', { personId: randomUUID() }],
  ])('is rejected with %s', async (_what, change) => {
    const support = await signInAs('support', ['support']);
    expect(await revoke(support, change)).toMatchObject({ error: { kind: 'invalid' } });
    expect(await isSignedIn(support)).toBe(true);
  });

  it('fails for a session that has ended or does not exist', async () => {
    const support = await signInAs('support', ['support']);
    await revoke(support);
    expect(await revoke(support)).toMatchObject({ error: { kind: 'not-now' } });
    expect(await revoke(support, { sessionKey: '0'.repeat(64) })).toMatchObject({ error: { kind: 'not-now' } });
  });

  it('does not deadlock when two administrators end each other’s session', async () => {
    const other = await signInAs('admin-two', ['admin']);
    const asOther = () => {
      as(other);
      return revoke(admin);
    };
    const outcomes = await Promise.all([revoke(other), asOther()]);
    expect(outcomes.filter(({ ok }) => ok).length).toBe(1);
    expect((await Promise.all([admin, other].map(isSignedIn))).filter(Boolean).length).toBe(1);
  });
});

describe('a renewed sign-in', () => {
  it.each<[string, Role[][], Role[], boolean[]]>([
    ['the same roles ends nothing', [['finance'], ['finance']], ['finance'], [true, true]],
    ['more roles ends nothing', [['finance']], ['finance', 'approver'], [true]],
    ['one role less ends what has it', [['finance', 'approver'], ['finance']], ['finance'], [false, true]],
    ['no role ends everything that had one', [['finance'], ['finance']], [], [false, false]],
  ])('with %s', async (_what, before, roles, left) => {
    const subject = randomUUID();
    const sessions: SignedIn[] = [];
    // As if the provider had issued these roles one sign-in after the other.
    for (const given of before) {
      sessions.push(await signInAs(subject, before.flat()));
      await pool().query('update sessions set roles = $1 where id_hash = $2', [
        given,
        sessions.at(-1)?.person.sessionKey,
      ]);
    }
    const latest = await signInAs(subject, roles);
    expect(await Promise.all(sessions.map(isSignedIn))).toEqual(left);
    expect(await isSignedIn(latest)).toBe(true);
    const ended = left.filter((isLeft) => !isLeft).length;
    const entries = (await newest('session.revoked', 5)).filter(
      (entry) => entry.subject === `person:${latest.person.id}`,
    );
    expect(entries).toHaveLength(ended);
    for (const entry of entries)
      expect(entry).toMatchObject({ actor: null, after: { roles }, reason: expect.stringContaining('roles') });
  });
});

describe('the list of sessions', () => {
  it('shows person, start, origin and the reader’s own session, and no ended session', async () => {
    const ended = await signInAs('support', ['support']);
    const idle = await signInAs('support', ['support']);
    await revoke(ended);
    await pool().query(`update sessions set seen_at = now() - interval '16 minutes' where id_hash = $1`, [
      idle.person.sessionKey,
    ]);
    await pool().query(`update sessions set address = '10.1.2.3', agent = 'curl/8' where id_hash = $1`, [
      admin.person.sessionKey,
    ]);
    const { items, total } = await list();
    expect(items).toMatchObject([
      { name: 'admin', roles: ['admin'], address: '10.1.2.3', agent: 'curl/8', personSessionCount: 1, isOwn: true },
    ]);
    expect(total).toBe(1);
    expect(JSON.stringify(items)).not.toContain(admin.sessionId);
  });

  it('shows the newest hundred of three hundred, and filters by name', async () => {
    await pool().query(
      `insert into people (issuer, subject, name)
       select 'x', 's' || n, 'Clerk 50%_ number ' || n from generate_series(1, 300) n`,
    );
    await pool().query(`insert into sessions (id_hash, person_id, roles, authenticated_at, created_at, ends_at)
      select encode(sha256(subject::bytea), 'hex'), id, '{}', now(),
        now() - make_interval(secs => substr(subject, 2)::int), now() + interval '1 hour'
      from people where issuer = 'x'`);
    const all = await list();
    expect(all.items).toHaveLength(100);
    expect(all.total).toBe(301);
    expect(all.items.map(({ since }) => since)).toEqual(
      all.items
        .map(({ since }) => since)
        .toSorted()
        .toReversed(),
    );
    expect(await list('NUMBER 300')).toMatchObject({ total: 1, items: [{ name: 'Clerk 50%_ number 300' }] });
    expect((await list('50%_')).total).toBe(300);
    for (const none of ['5%0', 'Clerk_']) expect((await list(none)).total).toBe(0);
    for (const odd of [undefined, ['a'], 'x'.repeat(500)]) expect((await list(odd)).total).toBe(301);
  });
});

describe('sweeping', () => {
  it('deletes sessions that ended 90 days ago, and no others', async () => {
    const [old, recent] = [await signInAs('support', ['support']), await signInAs('support', ['support'])];
    await pool().query(`update sessions set ends_at = now() - interval '91 days' where id_hash = $1`, [
      old.person.sessionKey,
    ]);
    await pool().query(`update sessions set ends_at = now() - interval '89 days' where id_hash = $1`, [
      recent.person.sessionKey,
    ]);
    await sweep();
    const { rows } = await pool().query<{ id_hash: string }>('select id_hash from sessions order by ends_at');
    expect(rows.map(({ id_hash: key }) => key)).toEqual([recent.person.sessionKey, admin.person.sessionKey]);
  });

  it('runs in one process at a time', async () => {
    await pool().query(
      `update worker_leases set holder = gen_random_uuid(), lease_until = now() + interval '1 minute'
       where name = 'sweep'`,
    );
    await pool().query(`insert into rate_limits values ('old', now() - interval '1 second')`);
    expect(await sweep()).toBe(0);
    await pool().query(`update worker_leases set lease_until = now() where name = 'sweep'`);
    expect(await sweep()).toBeGreaterThanOrEqual(1);
  });
});
