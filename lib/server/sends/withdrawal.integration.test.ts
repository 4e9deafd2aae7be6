import { listRequestPage } from '@/lib/server/requests/lists/list';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { view } from '@/scripts/testing/data/requests';
import { filledForm } from '@/scripts/stack/filled-form';
import type { Role } from '@/lib/identity/roles';
import { database, pool } from '@/lib/server/database/client';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';
import { endSession, type Person } from '@/lib/server/auth/sessions';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readRequest } from '@/lib/server/requests/lists/read';
import { claimSend, reapSends } from '@/lib/server/sends/claim/claim';
import { recordOutcome } from '@/lib/server/sends/record';
import { trackSends } from '@/lib/server/sends/track';
import { sendNext } from '@/lib/server/sends/worker';
import { postWithdrawal } from '@/lib/server/transfer-service/endpoints';
import { listTransferPage, readTransfer } from '@/lib/server/transfers/read';
import type { PolicyRule } from '@/lib/policy/rules';

const running = setUpTestConsole();
let sandbox: (typeof running)['sandbox'];
let approver: Person;

beforeAll(async () => {
  sandbox = running.sandbox;
  const rules: PolicyRule[] = [{ name: 'One approval', when: {}, then: { kind: 'approve', count: 1 } }];
  await database()
    .insert(policyVersions)
    .values({ version: sql`(select max(version) + 1 from policy_versions)`, rules });
});
beforeEach(async () => {
  ({ person: approver } = await signInAs('approver-one', ['approver']));
  await signIn('finance', ['finance']);
  // Each test starts with no send due, so that the next send is its own.
  await database()
    .update(sends)
    .set({ nextAt: sql`now() + interval '1 day'` })
    .where(eq(sends.state, 'QUEUED'));
});

async function signIn(subject: string, roles: Role[]) {
  ({ sessionId: caller.sessionId } = await signInAs(subject, roles));
  return caller.sessionId;
}

const submission = (change = {}, formKey = randomUUID()) => ({ formKey, form: filledForm(change) });

/** Creates an approved request. */
async function make(change = {}): Promise<string> {
  const made = surely(await createRequest(submission(change)));
  await approveRequest(made.requestId, approver);
  return made.requestId;
}

describe('creating a request', () => {
  it('creates one request from twenty submissions of the same form', async () => {
    const form = submission();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => createRequest(form)));
    const ids = new Set(outcomes.map((outcome) => outcome.ok && outcome.value.requestId));
    expect(ids.size).toBe(1);
    expect(await database().$count(requestVersions, eq(requestVersions.requestId, String([...ids][0])))).toBe(1);
  });

  it('refuses the same form with other contents, and names the request that the form created', async () => {
    const first = submission();
    const made = await createRequest(first);
    expect(await createRequest({ ...first, form: { ...first.form, value: '15' } })).toEqual(
      failure('already-submitted', { requestId: made.ok && made.value.requestId }),
    );
  });

  it('refuses a reference that another form has used', async () => {
    const { form } = submission();
    await createRequest({ formKey: randomUUID(), form });
    expect(await createRequest({ formKey: randomUUID(), form })).toEqual(
      failure('reference-taken', { refId: form.referenceId }),
    );
  });

  it.each([
    [
      'amount and total together',
      (good: ReturnType<typeof submission>) => ({ ...good, form: { ...good.form, amount: '1', total: '2' } }),
    ],
    ['neither', (good: ReturnType<typeof submission>) => ({ ...good, form: { ...good.form, value: '' } })],
    ['another requester', (good: ReturnType<typeof submission>) => ({ ...good, requesterId: randomUUID() })],
    ['1e3', (good: ReturnType<typeof submission>) => ({ ...good, form: { ...good.form, value: '1e3' } })],
    ['nothing', () => undefined],
    ['a form key that is none', (good: ReturnType<typeof submission>) => ({ ...good, formKey: 'x' })],
  ])('refuses %s, whatever the form let through', async (_name, spoil) => {
    expect(await createRequest(spoil(submission()))).toMatchObject(failure('invalid'));
  });

  it.each([['support'], ['approver'], ['admin']] as const)('is not for %s', async (role) => {
    await signIn(role, [role]);
    expect(await createRequest(submission())).toEqual(
      failure('forbidden', { reason: 'Only finance can request withdrawals.' }),
    );
  });
});

describe('a session', () => {
  it('is read from the database each time: ended, idle or too old counts at once', async () => {
    const sessionId = await signIn('finance', ['finance']);
    await endSession(sessionId, null);
    for (const attempt of [
      createRequest(submission()),
      listRequestPage({ query: ALL_REQUESTS }),
      readRequest(randomUUID()),
      listTransferPage({}),
      readTransfer('x'),
    ]) {
      expect(await attempt).toEqual(failure('signed-out'));
    }
    for (const change of [`seen_at = now() - interval '16 minutes'`, `ends_at = now() - interval '1 second'`]) {
      await signIn('finance', ['finance']);
      await pool().query(`update sessions set ${change} where ended_at is null`);
      expect(await listRequestPage({ query: ALL_REQUESTS })).toEqual(failure('signed-out'));
    }
    caller.sessionId = 'forged';
    expect(await listRequestPage({ query: ALL_REQUESTS })).toEqual(failure('signed-out'));
  });
});

describe('sending', () => {
  it('sends the stored bytes once and follows the transfer to its end', async () => {
    const id = await make();
    expect(await sendNext()).toBe(1);
    expect(await sendNext()).toBe(0);
    const sent = await view(id);
    expect(sent).toMatchObject({
      state: 'SENT',
      send: { state: 'ACCEPTED', transferStatus: 'PENDING' },
      transfer: { ref_id: sent.refId, amount: '1.5' },
      attempts: [{ reason: 'accepted' }],
    });

    sandbox.clock.nowMs += 20_000;
    await database()
      .update(sends)
      .set({ trackAt: sql`now()` })
      .where(eq(sends.requestId, id));
    await trackSends();
    expect(await view(id)).toMatchObject({ send: { transferStatus: 'COMPLETED' }, transfer: { status: 'COMPLETED' } });
    expect(await sandbox.api.countByRefId(sent.refId)).toBe(1);
  });

  // Sentinel amounts of the sandbox: the state in the console, and the number of transfers at the service.
  it.each([
    ['1.0400', 'REFUSED', 'refused', 0],
    ['1.0403', 'REFUSED', 'refused', 0],
    ['1.0413', 'REFUSED', 'refused', 0],
    ['1.0423', 'REFUSED', 'refused', 0],
    ['1.0500', 'UNKNOWN', 'server-failure', 0],
    ['1.0501', 'UNKNOWN', 'server-failure', 1],
    ['1.0504', 'UNKNOWN', 'server-failure', 1],
    ['1.0600', 'UNKNOWN', 'answer-lost', 0],
    ['1.0601', 'UNKNOWN', 'answer-lost', 1],
    ['1.0602', 'UNKNOWN', 'answer-lost', 1],
    ['1.0603', 'UNKNOWN', 'answer-unreadable', 1],
    ['1.0604', 'UNKNOWN', 'answer-differs', 1],
    ['1.0605', 'UNKNOWN', 'answer-differs', 1],
    ['1.0302', 'UNKNOWN', 'server-failure', 0],
    ['1.0030', 'UNKNOWN', 'answer-lost', 1],
  ])('an amount of %s ends as %s (%s)', async (value, state, reason, count) => {
    const id = await make({ value });
    await sendNext();
    const seen = await view(id);
    expect(seen).toMatchObject({ send: { state }, attempts: [{ reason, explanation: { title: expect.any(String) } }] });
    // From these states, nothing is sent again automatically.
    expect(await sendNext()).toBe(0);
    expect(await sandbox.api.countByRefId(seen.refId)).toBe(count);
  });

  it('explains that the balance was too low, and that nothing was sent', async () => {
    const id = await make({ profileId: 'p-empty' });
    await sendNext();
    expect((await view(id)).attempts[0]?.explanation).toMatchObject({
      title: 'The balance is too low',
      detail: expect.stringContaining('Nothing was sent'),
    });
  });

  it('waits after 429, then sends', async () => {
    const id = await make();
    const { refId } = await view(id);
    await sandbox.api.addFault({ on: 'create', kind: 'throttle', retry_after: 0, times: 1, match: { ref_id: refId } });
    await sendNext();
    expect(await view(id)).toMatchObject({ send: { state: 'QUEUED' }, attempts: [{ reason: 'throttled' }] });
    // Never at once, whatever Retry-After says.
    expect(await sendNext()).toBe(0);
    await database()
      .update(sends)
      .set({ nextAt: sql`now()` })
      .where(eq(sends.requestId, id));
    await sendNext();
    expect(await view(id)).toMatchObject({ send: { state: 'ACCEPTED' } });
    expect(await sandbox.api.countByRefId(refId)).toBe(1);
  });

  it('adopts the transfer in a 409 where it is this withdrawal, and holds the send where it is not', async () => {
    const same = await make();
    const other = await make();
    await sandbox.api.create({ ...(await view(same)).body });
    await sandbox.api.create({ ...(await view(other)).body, amount: '9' });
    await sendNext();
    await sendNext();
    expect(await view(same)).toMatchObject({ send: { state: 'ACCEPTED' }, attempts: [{ reason: 'adopted' }] });
    expect(await view(other)).toMatchObject({ send: { state: 'HOLD' }, attempts: [{ reason: 'existing-differs' }] });
  });

  it('marks the send of a lost worker as UNKNOWN, and a late worker writes nothing', async () => {
    const id = await make();
    const claim = await claimSend();
    if (!claim) throw new Error('the send must be claimed');
    await database()
      .update(sends)
      .set({ leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(sends.requestId, id));
    expect(await reapSends()).toBe(1);
    expect(await view(id)).toMatchObject({ send: { state: 'UNKNOWN' }, attempts: [{ reason: 'lease-lost' }] });
    await recordOutcome(claim, { state: 'QUEUED', reason: 'not-reached', isAmbiguous: false, isPost: false });
    expect(await view(id)).toMatchObject({ send: { state: 'UNKNOWN' } });
    expect(await sendNext()).toBe(0);
  });

  it('stores an answer with characters that a database may reject', async () => {
    const id = await make();
    const claim = await claimSend();
    if (!claim) throw new Error('the send must be claimed');
    const raw = { ...(await view(id)).body, id: 'odd-1', memo: 'null \u0000, half \ud800' };
    await recordOutcome(claim, {
      state: 'ACCEPTED',
      reason: 'accepted',
      isAmbiguous: false,
      isPost: true,
      transfer: { id: 'odd-1', status: 'COMPLETED', flaws: [], raw },
    });
    expect(await view(id)).toMatchObject({ transferId: 'odd-1', transfer: { memo: 'null \u0000, half \ud800' } });
  });

  it('posts nothing so late that the answer could arrive after the lease', async () => {
    const id = await make();
    const { refId } = await view(id);
    const claim = await claimSend();
    if (!claim) throw new Error('the send must be claimed');
    expect(
      await postWithdrawal(
        { ...claim, postBy: performance.now() - 1 },
        { isStopped: () => Promise.resolve(false), isOurs: () => Promise.resolve(true) },
      ),
    ).toEqual({
      kind: 'not-sent',
      cause: 'too late for the lease',
      reason: 'held-back',
    });
    expect(await sandbox.api.countByRefId(refId)).toBe(0);
  });

  it('gives each send to one of many workers, with one open attempt', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => make()));
    const claims = await Promise.all(Array.from({ length: 30 }, claimSend));
    const taken = claims.flatMap((claim) => (claim ? [claim.requestId] : []));
    expect(taken.toSorted()).toEqual(ids.toSorted());
    for (const id of ids)
      expect(await database().$count(sendAttempts, and(eq(sendAttempts.requestId, id), sql`ended_at is null`))).toBe(1);
  });
});
