import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { putPolicyInForce, putPolicyWithoutSums } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { make, view } from '@/scripts/testing/data/requests';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { sessions } from '@/lib/server/database/schema/people';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { amendRequest, readAmendable } from '@/lib/server/requests/creation/amend';
import { cancelAs, cancelRequest } from '@/lib/server/requests/votes/cancel';
import { decideAs, decideOnRequest } from '@/lib/server/requests/votes/decide';
import { expireRequests } from '@/lib/server/requests/expire';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { listRequestsIn } from '@/lib/server/requests/lists/list';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { sendNext } from '@/lib/server/sends/worker';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import type { PolicyRule } from '@/lib/policy/rules';

const running = setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const financeTwo = signedIn('finance-two', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
const both = signedIn('both', ['finance', 'approver']);

beforeAll(async () => {
  await putPolicyWithoutSums();
});
beforeEach(async () => {
  as(finance);
  // No send is due at the start of a test, so that the next one is its own.
  await database()
    .update(sends)
    .set({ nextAt: sql`now() + interval '1 day'` })
    .where(eq(sends.state, 'QUEUED'));
});

/** Decides as a person who sees the current version of the request. */
async function decide(person: SignedIn, requestId: string, verdict: 'APPROVED' | 'REJECTED' = 'APPROVED', change = {}) {
  as(person);
  const { version, bodySha256 } = await view(requestId);
  return decideOnRequest({
    requestId,
    version,
    bodySha256,
    verdict,
    comment: verdict === 'REJECTED' ? 'wrong address' : '',
    ...change,
  });
}

/** Pays the recipient of `change` once, so that the recipient is no longer new. */
async function pay(change: Partial<WithdrawalForm>) {
  as(finance);
  const id = await make(change);
  await decide(one, id);
  await decide(two, id);
  await withoutTriggers(async (transaction) => {
    await transaction
      .update(sends)
      .set({ state: 'ACCEPTED', transferId: randomUUID(), transferStatus: 'COMPLETED' })
      .where(eq(sends.requestId, id));
    await transaction.update(withdrawalRequests).set({ state: 'SENT' }).where(eq(withdrawalRequests.id, id));
  });
  as(finance);
}

/** What the service was asked so far, by kind and answer. */
const countAsked = async () => (await running.sandbox.api.inspect('stats')).requests;

const aged = (session: SignedIn) =>
  database()
    .update(sessions)
    .set({ authenticatedAt: sql`now() - interval '6 minutes'` })
    .where(eq(sessions.idHash, session.person.sessionKey));
const actions = async (id: string) =>
  (
    await database()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, `request:${id}`))
      .orderBy(auditLog.seq)
  ).map(({ action }) => action);

describe('approving', () => {
  it('a new recipient needs two approvals, and the second one hands the request to the sender', async () => {
    const id = await make();
    expect(await view(id)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      approvals: { given: 0, required: 2 },
      rule: { number: 1 },
      send: null,
    });
    expect(await claimSend()).toBeUndefined();
    expect(await decide(one, id)).toEqual({ ok: true, value: { state: 'AWAITING_APPROVAL' } });
    expect(await database().$count(sends, eq(sends.requestId, id))).toBe(0);
    expect(await decide(two, id)).toEqual({ ok: true, value: { state: 'APPROVED' } });
    expect(await sendNext()).toBe(1);
    const sent = await view(id);
    expect(sent).toMatchObject({
      state: 'SENT',
      send: { state: 'ACCEPTED' },
      decisions: [{ personName: 'approver-one' }, { personName: 'approver-two' }],
    });
    expect(await running.sandbox.api.countByRefId(sent.refId)).toBe(1);
    expect((await actions(id)).slice(0, 4)).toEqual([
      'request.made',
      'request.approved',
      'request.approved',
      'send.claimed',
    ]);
  });

  it('submitting and approving ask the service nothing, so that a slow one delays neither', async () => {
    const before = await countAsked();
    const id = await make();
    await decide(one, id);
    expect(await decide(two, id)).toEqual({ ok: true, value: { state: 'APPROVED' } });
    expect(await view(id)).toMatchObject({ state: 'APPROVED', send: { state: 'QUEUED' } });
    expect(await countAsked()).toEqual(before);
    expect(await sendNext()).toBe(1);
    expect(await countAsked()).not.toEqual(before);
  });

  it('a recipient paid before needs one approval; a large amount needs two', async () => {
    const destinationAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    await pay({ destinationAddress, value: '2.5' });
    const small = await make({ destinationAddress: destinationAddress.toLowerCase() });
    expect(await view(small)).toMatchObject({ approvals: { required: 1 }, rule: { number: 3 } });
    expect(await decide(one, small)).toMatchObject({ value: { state: 'APPROVED' } });
    as(finance);
    const large = await make({ destinationAddress, value: '25.000' });
    expect(await view(large)).toMatchObject({ approvals: { required: 2 }, rule: { number: 2 } });
    // The same address on another network is another recipient.
    const usdc = { destinationAddress, asset: 'USDC' };
    await pay(usdc);
    expect(await view(await make(usdc))).toMatchObject({ approvals: { required: 1 }, rule: { number: 3 } });
    expect(await view(await make({ ...usdc, network: 'BASE' }))).toMatchObject({
      approvals: { required: 2 },
      rule: { number: 1 },
    });
  });

  it('nobody decides on their own request, in the application or in SQL', async () => {
    as(both);
    const id = await make();
    expect(await decide(both, id)).toMatchObject(
      failure('not-now', { reason: expect.stringContaining('You made this request') }),
    );
    // A second session of the same subject is the same person.
    const again = await signInAs('both', ['approver']);
    expect(await decide(again, id)).toMatchObject(failure('not-now'));
    const { bodySha256 } = await view(id);
    const own = {
      requestId: id,
      version: 1,
      personId: both.person.id,
      requesterId: both.person.id,
      bodySha256,
      verdict: 'APPROVED' as const,
      roles: [],
    };
    await expect(database().insert(decisions).values(own)).rejects.toMatchObject({ constraint: 'decisions_not_own' });
    await expect(
      database()
        .insert(decisions)
        .values({ ...own, requesterId: one.person.id }),
    ).rejects.toMatchObject({ constraint: 'decisions_requester' });
    expect(await actions(id)).toEqual(['request.made', 'request.refused', 'request.refused']);
    expect(await database().$count(decisions, eq(decisions.requestId, id))).toBe(0);
    expect(await sendNext()).toBe(0);
    expect(await running.sandbox.api.countByRefId((await view(id)).refId)).toBe(0);
  });

  it('each person has one vote, and repeating it changes nothing', async () => {
    const id = await make();
    await decide(one, id);
    expect(await decide(one, id)).toEqual({ ok: true, value: { state: 'AWAITING_APPROVAL' } });
    expect(await decide(one, id, 'REJECTED')).toMatchObject(
      failure('not-now', { reason: expect.stringContaining('already') }),
    );
    expect(await database().$count(decisions, eq(decisions.requestId, id))).toBe(1);
  });

  it('a decision on bytes other than the stored ones is refused', async () => {
    const id = await make();
    expect(await decide(one, id, 'APPROVED', { bodySha256: 'a'.repeat(64) })).toMatchObject(failure('changed'));
    expect(await decide(one, id, 'APPROVED', { version: 2 })).toMatchObject(failure('changed'));
    expect(await decide(one, id, 'APPROVED', { extra: 1 })).toMatchObject(failure('invalid'));
    expect(await database().$count(decisions, eq(decisions.requestId, id))).toBe(0);
  });

  it('rejecting needs a reason, ends the request, and the next approver learns who rejected it', async () => {
    const id = await make();
    expect(await decide(one, id, 'REJECTED', { comment: ' ' })).toMatchObject(
      failure('invalid', { reason: 'Enter a reason.' }),
    );
    expect(await decide(one, id, 'REJECTED')).toEqual({ ok: true, value: { state: 'REJECTED' } });
    expect(await decide(two, id)).toMatchObject(
      failure('not-now', { reason: expect.stringMatching(/rejected.*approver-one rejected the request at/i) }),
    );
  });

  it('an old sign-in must be renewed before approving, not before rejecting', async () => {
    const id = await make();
    const old = await signInAs('approver-old', ['approver']);
    await aged(old);
    expect(await decide(old, id)).toMatchObject(failure('stale-sign-in'));
    expect(await view(id)).toMatchObject({ isSignInFresh: false, denialReason: { approve: null } });
    expect(await decide(old, id, 'REJECTED')).toMatchObject({ ok: true });
  });

  it('a role removed or a session ended while the page was open takes effect', async () => {
    const id = await make();
    const gone = await signInAs('approver-gone', ['approver']);
    as(gone);
    const { version, bodySha256 } = await view(id);
    await database()
      .update(sessions)
      .set({ roles: ['support'] })
      .where(eq(sessions.idHash, gone.person.sessionKey));
    const decision = { requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' };
    expect(await decideOnRequest(decision)).toMatchObject(failure('forbidden'));
    await database()
      .update(sessions)
      .set({ roles: ['approver'], endedAt: sql`now()` })
      .where(eq(sessions.idHash, gone.person.sessionKey));
    expect(await decideOnRequest(decision)).toEqual(failure('signed-out'));
  });

  it('a request that nobody decides on in time expires and cannot be approved later', async () => {
    const id = await make();
    await database()
      .update(withdrawalRequests)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(withdrawalRequests.id, id));
    expect(await decide(one, id)).toMatchObject(failure('not-now', { reason: expect.stringContaining('expired') }));
    expect(await database().$count(decisions, eq(decisions.requestId, id))).toBe(0);
    expect(await expireRequests()).toBe(1);
    expect(await expireRequests()).toBe(0);
    expect(await view(id)).toMatchObject({ state: 'EXPIRED' });
    expect((await actions(id)).at(-1)).toBe('request.expired');
  });
});

describe('cancelling', () => {
  it('cancels a waiting request, and an approved one before sending begins', async () => {
    const waiting = await make();
    expect(await cancelRequest({ requestId: waiting })).toEqual({ ok: true, value: null });
    const approved = await make();
    await decide(one, approved);
    await decide(two, approved);
    as(finance);
    expect(await cancelRequest({ requestId: approved })).toEqual({ ok: true, value: null });
    expect(await view(approved)).toMatchObject({ state: 'CANCELLED', send: null });
    expect(await sendNext()).toBe(0);
  });

  it('refuses someone else’s request, and any request once an attempt exists', async () => {
    const id = await make();
    as(financeTwo);
    expect(await cancelRequest({ requestId: id })).toEqual(failure('not-found'));
    await decide(one, id);
    await decide(two, id);
    expect(await claimSend()).toMatchObject({ requestId: id });
    as(finance);
    expect(await cancelRequest({ requestId: id })).toMatchObject(
      failure('not-now', { reason: expect.stringContaining('Sending has begun') }),
    );
  });

  it('an approval and a cancellation at the same time: one wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      as(finance);
      const id = await make();
      await decide(one, id);
      const { version, bodySha256 } = await view(id);
      const [approved, cancelled] = await Promise.all([
        decideAs(two.person, { requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' }),
        cancelAs(finance.person, { requestId: id }),
      ]);
      const { state } = await view(id);
      expect([approved.ok, cancelled.ok, state]).toSatisfy(
        ([isApproved, isCancelled, now]) =>
          (isCancelled && now === 'CANCELLED') || (isApproved && !isCancelled && now === 'APPROVED'),
      );
      expect(await database().$count(sends, eq(sends.requestId, id))).toBe(state === 'APPROVED' ? 1 : 0);
      if (state === 'APPROVED') await database().delete(sends).where(eq(sends.requestId, id));
    }
  });
});

const amend = (requestId: string, basedOnVersion: number, change: Partial<WithdrawalForm>, formKey = randomUUID()) =>
  amendRequest({ requestId, basedOnVersion, formKey, form: filledForm(change) });

describe('changing', () => {
  it('refuses a test payment for an existing request', async () => {
    as(finance);
    const id = await make();
    expect(await amend(id, 1, { testAmount: '0.01' })).toMatchObject(
      failure('invalid', { issues: [{ path: 'testAmount' }] }),
    );
  });

  it('creates a new version with the same reference, voids approvals, and shows the changes', async () => {
    const id = await make({ note: 'October' });
    const { refId } = await view(id);
    await decide(one, id);
    as(finance);
    expect(await readAmendable(id)).toMatchObject({
      ok: true,
      value: { version: 1, refId, form: { value: '1.5', note: 'October', referenceId: refId }, approvals: 1 },
    });
    const formKey = randomUUID();
    const change = { value: '1.75', memo: 'later', note: 'October' };
    expect(await amend(id, 1, change, formKey)).toEqual({ ok: true, value: { requestId: id } });
    // The same form again is the same version.
    expect(await amend(id, 1, change, formKey)).toEqual({ ok: true, value: { requestId: id } });
    expect(await amend(id, 1, change)).toMatchObject(failure('changed'));
    expect(await readAmendable(id)).toMatchObject({ value: { version: 2, approvals: 0 } });
    as(one);
    const changed = await view(id);
    expect(changed).toMatchObject({
      refId,
      version: 2,
      state: 'AWAITING_APPROVAL',
      approvals: { given: 0 },
      denialReason: { approve: null },
    });
    expect(changed.body.ref_id).toBe(refId);
    expect(changed.changes).toEqual({
      sinceVersion: 1,
      fields: [
        { field: 'memo', before: null, after: 'later' },
        { field: 'amount', before: '1.5', after: '1.75' },
      ].toSorted((a, b) => changed.bytes.indexOf(`"${a.field}"`) - changed.bytes.indexOf(`"${b.field}"`)),
    });
    expect(changed.decisions).toMatchObject([{ version: 1, verdict: 'APPROVED' }]);
    await decide(two, id);
    expect(await decide(one, id)).toEqual({ ok: true, value: { state: 'APPROVED' } });
  });

  it('an approval of the earlier bytes is refused after a change', async () => {
    const id = await make();
    as(one);
    const { version, bodySha256 } = await view(id);
    as(finance);
    await amend(id, 1, { value: '9' });
    as(one);
    expect(
      await decideOnRequest({ requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' }),
    ).toMatchObject(failure('changed'));
  });

  it('reopens one’s own rejected or expired request, and nobody else’s', async () => {
    const id = await make();
    await decide(one, id, 'REJECTED');
    as(financeTwo);
    expect(await amend(id, 1, { value: '2' })).toEqual(failure('not-found'));
    as(finance);
    expect(await amend(id, 1, { value: '2' })).toMatchObject({ ok: true });
    expect(await view(id)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      version: 2,
      rejection: {
        personName: 'approver-one',
        reason: 'wrong address',
        version: 1,
        other: null,
        changes: [{ field: 'amount', before: '1.5', after: '2' }],
      },
    });
    as(two);
    const found = () => readQueue().then((queue) => surely(queue).needsMe.find((item) => item.id === id)?.findings);
    expect(await found()).toContainEqual({ id: 'rejected', name: 'rejected before: wrong address', isGrave: false });
    as(finance);
    await amend(id, 2, {});
    as(two);
    expect((await view(id)).rejection?.changes).toEqual([]);
    expect(await found()).toContainEqual({ id: 'rejected', name: 'rejected before: wrong address', isGrave: true });
    as(finance);
    await cancelRequest({ requestId: id });
    expect(await amend(id, 3, { value: '3' })).toMatchObject(failure('not-now'));
  });
});

describe('what came back', () => {
  it.each([
    ['rejected', async (id: string) => void (await decide(two, id, 'REJECTED'))],
    [
      'expired',
      async (id: string) => {
        await database()
          .update(withdrawalRequests)
          .set({ expiresAt: sql`now() - interval '1 second'` })
          .where(eq(withdrawalRequests.id, id));
        expect(await expireRequests()).toBe(1);
      },
    ],
  ])('%s, is changed, approved by two people again and sent once, as it says now', async (how, end) => {
    const id = await make({ value: '3' });
    await decide(one, id);
    await end(id);
    expect(await view(id)).toMatchObject({ state: how.toUpperCase() });
    as(finance);
    expect(await amend(id, 1, { value: '1.25' })).toMatchObject({ ok: true });
    expect(await decide(one, id)).toEqual({ ok: true, value: { state: 'AWAITING_APPROVAL' } });
    expect(await sendNext()).toBe(0);
    expect(await decide(two, id)).toEqual({ ok: true, value: { state: 'APPROVED' } });
    expect(await sendNext()).toBe(1);
    expect(await sendNext()).toBe(0);
    const sent = await view(id);
    expect(sent).toMatchObject({ state: 'SENT', version: 2, transfer: { amount: '1.25' } });
    expect(await running.sandbox.api.countByRefId(sent.refId)).toBe(1);
  });
});

describe('stored data', () => {
  it('versions and decisions cannot be changed or deleted, and bytes always match their hash', async () => {
    const id = await make();
    await decide(one, id);
    const refused = { message: expect.stringContaining('never changed or deleted') };
    await expect(
      database().update(requestVersions).set({ requiredApprovals: 0 }).where(eq(requestVersions.requestId, id)),
    ).rejects.toMatchObject(refused);
    await expect(database().delete(decisions).where(eq(decisions.requestId, id))).rejects.toMatchObject(refused);
    const [stored] = await database().select().from(requestVersions).where(eq(requestVersions.requestId, id));
    const forged = { ...stored!, position: undefined, version: 2, formKey: randomUUID(), body: Buffer.from('{}') };
    await expect(database().insert(requestVersions).values(forged)).rejects.toMatchObject({
      constraint: 'request_versions_sha256',
    });
  });

  // As the owner of the database could, bypassing the triggers. The claim checks everything again.
  it.each([
    [
      'the amount',
      sql`
        body = convert_to(replace(convert_from(body, 'UTF8'), '"1.5"', '"9.5"'), 'UTF8'),
        body_sha256 = encode(
          sha256(convert_to(replace(convert_from(body, 'UTF8'), '"1.5"', '"9.5"'), 'UTF8')), 'hex')`,
    ],
    ['the number of approvals', sql`required_approvals = 3`],
    ['the role', sql`required_role = 'admin'`],
  ])('a send is put on hold where %s changed after approval', async (_what, change) => {
    const id = await make();
    await decide(one, id);
    await decide(two, id);
    await database().transaction(async (transaction) => {
      // Replica mode switches triggers and foreign keys off.
      await transaction.execute(sql`set local session_replication_role = replica`);
      await transaction.execute(sql`update request_versions set ${change} where request_id = ${id}`);
    });
    expect(await sendNext()).toBe(0);
    expect(await view(id)).toMatchObject({ send: { state: 'HOLD' }, hold: { reason: { kind: 'changed' } } });
    expect(await running.sandbox.api.countByRefId((await view(id)).refId)).toBe(0);
  });

  it('a send is put on hold where an approval was removed or the reference changed', async () => {
    const without = await make();
    const renamed = await make();
    for (const id of [without, renamed]) {
      await decide(one, id);
      await decide(two, id);
    }
    await database().transaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      await transaction
        .delete(decisions)
        .where(and(eq(decisions.requestId, without), eq(decisions.personId, one.person.id)));
      await transaction
        .update(withdrawalRequests)
        .set({ refId: `x-${randomUUID()}` })
        .where(eq(withdrawalRequests.id, renamed));
    });
    expect(await sendNext()).toBe(0);
    expect(await sendNext()).toBe(0);
    for (const id of [without, renamed]) expect(await view(id)).toMatchObject({ send: { state: 'HOLD' } });
  });
});

describe('lists', () => {
  it('the queue shows what needs the reader first, oldest first, and explains the rest', async () => {
    const first = await make({ note: 'first' });
    const second = await make();
    await decide(one, second);
    as(one);
    const { needsMe, others } = surely(await readQueue());
    expect(needsMe.map(({ id }) => id)).toContain(first);
    expect(needsMe.map(({ createdAt }) => createdAt)).toEqual(needsMe.map(({ createdAt }) => createdAt).toSorted());
    expect(others.find(({ id }) => id === second)).toMatchObject({
      denialReason: expect.stringContaining('already'),
      approvals: { given: 1 },
    });
    as(finance);
    const mine = await readQueue();
    expect(mine.ok && mine.value.needsMe).toEqual([]);
    const awaiting = await listRequestsIn('awaiting');
    expect(awaiting.ok && awaiting.value.some(({ id }) => id === first)).toBe(true);
  });

  it('the queue counts what it does not show, and a long queue of others hides nothing', async () => {
    as(finance);
    const before = surely(await readQueue());
    const made: string[] = [];
    for (let index = 0; index < 51; index += 1) made.push(await make());
    const queue = surely(await readQueue());
    expect(queue.counts).toEqual({
      needsMe: 0,
      others: before.counts.others + 51,
      unresolved: 0,
      inProgress: before.counts.inProgress,
    });
    expect(queue.others).toHaveLength(50);
    as(one);
    const theirs = await readQueue();
    expect(theirs.ok && theirs.value.counts.needsMe).toBe(theirs.ok && theirs.value.needsMe.length);
    expect(theirs.ok && made.filter((id) => !theirs.value.needsMe.some((item) => item.id === id))).toEqual([]);
  });

  it('a request shows others within 24 hours for the same value to the same recipient', async () => {
    const destinationAddress = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
    const first = await make({ destinationAddress, value: '3' });
    const second = await make({ destinationAddress, value: '3.0' });
    await make({ destinationAddress, value: '4' });
    expect((await view(second)).similar.map(({ id }) => id)).toEqual([first]);
  });
});

const attempt = (change: Partial<WithdrawalForm>) => createRequest({ formKey: randomUUID(), form: filledForm(change) });

describe('the policy', () => {
  it('refuses what no rule or too few people allow, and explains what to do', async () => {
    const rules: PolicyRule[] = [
      { name: 'No Solana', when: { networks: ['SOLANA'] }, then: { kind: 'refuse', reason: 'Not yet.' } },
      { name: 'Three', when: { profiles: ['p-treasury'] }, then: { kind: 'approve', count: 3, role: 'admin' } },
      { name: 'Ops', when: { profiles: ['p-ops'] }, then: { kind: 'approve', count: 1 } },
    ];
    const before = await make();
    const policyVersion = await putPolicyInForce(rules);
    expect(
      await attempt({
        asset: 'SOL',
        network: 'SOLANA',
        destinationAddress: '5rPvwqGE9CGBCD6YQ9cHz9JeVCwpWMQaH8PQMtHG58W2',
      }),
    ).toMatchObject(failure('refused-by-policy', { reason: expect.stringContaining('Not yet.') }));
    expect(await attempt({ profileId: 'p-treasury' })).toMatchObject(
      failure('too-few-approvers', { next: expect.stringContaining('sign in') }),
    );
    expect(await attempt({ profileId: 'p-other' })).toMatchObject(failure('refused-by-policy'));
    expect(await view(await make())).toMatchObject({
      rule: { policyVersion, name: 'Ops' },
      approvals: { required: 1 },
    });
    // Earlier requests keep the policy that they were made under.
    expect(await view(before)).toMatchObject({
      rule: { policyVersion: policyVersion - 1 },
      approvals: { required: 2 },
    });
  });
});
