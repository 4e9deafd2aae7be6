import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions, delegations } from '@/lib/server/database/schema/decisions';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { createDelegation } from '@/lib/server/delegation/create';
import { endDelegation } from '@/lib/server/delegation/end';
import { readDelegations } from '@/lib/server/delegation/read';
import { listAddressees, findAudience } from '@/lib/server/notifications/audience';
import { readAboutRequests } from '@/lib/server/notifications/about-requests';
import { suspendPerson } from '@/lib/server/people/suspend';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { rejectItems } from '@/lib/requests/bundles/cover-items';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { decideOnBundle } from '@/lib/server/requests/bundles/decide';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { withdrawApproval } from '@/lib/server/requests/votes/withdraw-approval';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { makeAs, viewAs } from '@/scripts/testing/data/requests';

setUpTestConsole({ CONSOLE_WORKERS: 'off' });
let finance: SignedIn;
let ada: SignedIn;
let ben: SignedIn;
let cyd: SignedIn;
let admin: SignedIn;
let turn = 0;
let id: string;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2, wholeBatch: true } }]);
});
beforeEach(async () => {
  turn += 1;
  finance = await signInAs(`finance-${turn}`, ['finance']);
  ada = await signInAs(`ada-${turn}`, ['approver']);
  ben = await signInAs(`ben-${turn}`, ['approver']);
  cyd = await signInAs(`cyd-${turn}`, ['approver']);
  admin = await signInAs(`admin-${turn}`, ['admin']);
  id = await request(finance);
});

const request = (who: SignedIn) => makeAs(who);

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

function delegate(from: SignedIn, to: SignedIn, changes: object = {}) {
  as(from);
  return createDelegation({
    id: randomUUID(),
    delegateId: to.person.id,
    role: 'approver',
    startsAt: hours(-1),
    endsAt: hours(24),
    reason: 'On leave',
    ...changes,
  });
}

const view = (who: SignedIn, requestId = id) => viewAs(who, requestId);

async function decide(who: SignedIn, of?: SignedIn, { verdict = 'APPROVED', requestId = id } = {}) {
  const { version, bodySha256 } = await view(who, requestId);
  return decideOnRequest({
    requestId,
    version,
    bodySha256,
    verdict,
    comment: 'checked',
    chosenAddress: '',
    ...(of && { forPersonId: of.person.id }),
  });
}

/** Runs statements with triggers and foreign keys off. */
const asOwner = (...statements: string[]) =>
  withoutTriggers(async (transaction) => {
    for (const statement of statements) await transaction.execute(sql.raw(statement));
  });

const reasonOf = (result: { ok: boolean; error?: object }) =>
  result.error && 'reason' in result.error ? result.error.reason : undefined;

describe('a delegation', () => {
  it('marks the decision with both names, and both count as one', async () => {
    surely(await delegate(ada, ben));
    expect((await view(ben)).decidesFor).toMatchObject([{ id: ada.person.id, name: `ada-${turn}` }]);
    expect(await decide(ben, ada)).toEqual({ ok: true, value: { state: 'AWAITING_APPROVAL' } });
    const { decisions: cast, approvals } = await view(finance);
    expect(approvals.given).toBe(1);
    expect(cast).toMatchObject([{ personName: `ben-${turn}`, forPersonName: `ada-${turn}` }]);
    // Neither of the two adds a second vote.
    expect(reasonOf(await decide(ada))).toMatch(
      /^Your delegate has already decided for you\. ben-\d+ for ada-\d+ approved/,
    );
    expect(reasonOf(await decide(ben))).toBeUndefined();
    expect((await view(finance)).approvals.given).toBe(1);
    expect(await decide(cyd)).toEqual({ ok: true, value: { state: 'APPROVED' } });
    const claim = await claimSend();
    expect(claim).toMatchObject({ requestId: id });
    const [entry] = await database()
      .select({ entry: auditLog.entry })
      .from(auditLog)
      .where(sql`subject = ${`request:${id}`} and action = 'request.approved'`)
      .orderBy(auditLog.seq);
    expect(JSON.parse(entry?.entry ?? '{}')).toMatchObject({
      actor: { name: `ben-${turn}` },
      after: { for: `ada-${turn}`, forPersonId: ada.person.id },
    });
  });

  it('is no second vote where the delegator decided first, nor for the requester, nor twice for one person', async () => {
    const both = await signInAs(`both-${turn}`, ['finance', 'approver']);
    surely(await delegate(ada, ben));
    surely(await decide(ada));
    expect(reasonOf(await decide(ben, ada))).toMatch(/has already decided\. You and ada-\d+ count as one\./);
    expect((await view(ben)).decidesFor).toEqual([]);
    const own = await request(both);
    surely(await delegate(both, cyd));
    expect(reasonOf(await decide(cyd, both, { requestId: own }))).toMatch(/made this request, so nobody decides/);
    surely(await decide(cyd, undefined, { requestId: own }));
  });

  it('ends at once, by either or an administrator, and what was decided stays', async () => {
    const given = randomUUID();
    surely(await delegate(ada, ben, { id: given }));
    surely(await decide(ben, ada));
    as(cyd);
    expect(reasonOf(await endDelegation({ id: given }))).toMatch(/^Only the two people/);
    as(admin);
    expect(surely(await readDelegations()).delegations).toContainEqual(
      expect.objectContaining({ id: given, part: 'other', state: 'in-force' }),
    );
    surely(await endDelegation({ id: given }));
    expect(reasonOf(await endDelegation({ id: given }))).toBe('The delegation has ended already.');
    const next = await request(finance);
    expect(reasonOf(await decide(ben, ada, { requestId: next }))).toMatch(/^You do not decide for this person now/);
    // Two people again, but for the request that one of them decided on for both.
    expect(reasonOf(await decide(ada))).toMatch(/^Your delegate has already decided/);
    surely(await decide(ada, undefined, { requestId: next }));
    surely(await decide(ben, undefined, { requestId: next }));
  });

  it('is void for another role, before it begins, after its end, and for somebody who is suspended', async () => {
    const early = await signInAs(`early-${turn}`, ['approver']);
    const boss = await signInAs(`boss-${turn}`, ['admin', 'approver']);
    const deputy = await signInAs(`deputy-${turn}`, ['admin', 'approver']);
    surely(await delegate(early, ben, { startsAt: hours(1) }));
    expect(reasonOf(await decide(ben, early))).toMatch(/^You do not decide for this person now/);
    surely(await delegate(boss, deputy, { role: 'admin' }));
    expect(reasonOf(await decide(deputy, boss))).toMatch(/^You do not decide for this person now/);
    expect(reasonOf(await decide(ben, cyd))).toMatch(/^You do not decide for this person now/);
    const given = randomUUID();
    surely(await delegate(ada, ben, { id: given }));
    surely(await decide(ben, ada));
    expect((await view(finance)).approvals.given).toBe(1);
    as(admin);
    surely(await suspendPerson({ personId: ada.person.id, reason: 'Left' }));
    expect((await view(finance)).decisions[0]?.voidReason).toBe(
      'the person, or the one they decided for, was suspended',
    );
    const next = await request(finance);
    expect(reasonOf(await decide(ben, ada, { requestId: next }))).toMatch(/^You do not decide for this person now/);
    await asOwner(
      `update delegations set ends_at = now() - interval '1 second', starts_at = now() - interval '1 hour' where id = '${given}'`,
    );
    expect((await view(ben, next)).decidesFor).toEqual([]);
  });

  it('refuses a circle, a chain, a second delegate, oneself, and somebody without the role', async () => {
    surely(await delegate(ada, ben));
    expect(reasonOf(await delegate(ben, ada))).toMatch(/so you cannot let them decide for you/);
    expect(reasonOf(await delegate(ben, cyd))).toMatch(/and cannot pass that on/);
    expect(reasonOf(await delegate(cyd, ada))).toMatch(/Choose another person/);
    expect(reasonOf(await delegate(ada, cyd))).toMatch(/decides for you in that time already/);
    expect(reasonOf(await delegate(cyd, cyd))).toBe('Choose another person than yourself.');
    expect(reasonOf(await delegate(cyd, finance))).toMatch(/does not have the role approver/);
    expect(await delegate(finance, ada)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await delegate(cyd, { ...ada, person: { ...ada.person, id: randomUUID() } })).toMatchObject({
      error: { kind: 'not-found' },
    });
    expect(reasonOf(await delegate(cyd, ben, { reason: ' ' }))).toBe('Enter a reason.');
  });

  it('is given once by one form, and one of two at once that would make a circle is refused', async () => {
    const given = randomUUID();
    surely(await delegate(ada, ben, { id: given }));
    surely(await delegate(ada, ben, { id: given }));
    expect(await database().$count(delegations, eq(delegations.delegatorId, ada.person.id))).toBe(1);
    expect(await delegate(cyd, ben, { id: given })).toMatchObject({ error: { kind: 'not-found' } });
    const [one, two] = [await signInAs(`one-${turn}`, ['approver']), await signInAs(`two-${turn}`, ['approver'])];
    const outcomes = await Promise.all([delegate(one, two), delegate(two, one)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('needs a recent sign-in', async () => {
    const stale = await signInAs(`stale-${turn}`, ['approver'], new Date(Date.now() - 600_000));
    expect(await delegate(stale, ben)).toMatchObject({ error: { kind: 'stale-sign-in' } });
  });

  it('covers a batch as well', async () => {
    surely(await delegate(ada, ben));
    as(finance);
    const forms = ['1', '2'].map((value) =>
      filledForm({ value, destinationAddress: `0x${randomBytes(20).toString('hex')}` }),
    );
    const { bundleId } = surely(await createBatch({ batchKey: randomUUID(), name: 'Payroll', items: forms }));
    as(ben);
    const batch = surely(await readBatch(bundleId));
    expect(batch.decidesFor).toMatchObject([{ id: ada.person.id }]);
    const decided = await decideOnBundle({
      bundleId,
      ...(await rejectItems(batch.items)),
      verdict: 'REJECTED',
      comment: 'No',
      forPersonId: ada.person.id,
    });
    expect(decided).toEqual({ ok: true, value: { decided: 2 } });
    const cast = await database().select().from(decisions).where(eq(decisions.forPersonId, ada.person.id));
    expect(cast.map(({ personId, verdict }) => [personId, verdict])).toEqual([
      [ben.person.id, 'REJECTED'],
      [ben.person.id, 'REJECTED'],
    ]);
  });

  it('takes what waits from the delegator’s queue once the delegate decided, and notices go to the delegate', async () => {
    const toldOf = async () =>
      inTransaction(async (transaction) => {
        const about = (await readAboutRequests(transaction, [id])).get(id);
        const news = {
          kind: 'approval-needed',
          actorId: finance.person.id,
          about,
          namedIds: [],
          proposalKind: undefined,
        } as const;
        const ids = new Set(findAudience(news, await listAddressees(transaction)).map((one) => one.id));
        return [ada, ben, cyd].map(({ person }) => ids.has(person.id));
      });
    expect(await toldOf()).toEqual([true, true, true]);
    surely(await delegate(ada, ben));
    expect(await toldOf()).toEqual([false, true, true]);
    as(ada);
    const before = (await countWaiting(ada.person)) ?? 0;
    surely(await decide(ben, ada));
    as(ada);
    expect(await countWaiting(ada.person)).toBe(before - 1);
    expect(await toldOf()).toEqual([false, false, true]);
    // Where the delegate made the request, the delegator is notified.
    const both = await signInAs(`both-${turn}`, ['finance', 'approver']);
    surely(await delegate(cyd, both));
    id = await request(both);
    expect(await toldOf()).toEqual([false, true, true]);
  });

  it('can be withdrawn like any approval, by the person who gave it', async () => {
    surely(await delegate(ada, ben));
    surely(await decide(ben, ada));
    as(ben);
    surely(await withdrawApproval({ requestId: id, version: 1, reason: 'Wrong invoice' }));
    expect((await view(finance)).approvals.given).toBe(0);
  });
});

describe('rows that the owner of the database wrote', () => {
  it('are refused by triggers where delegate and delegator both decide', async () => {
    surely(await delegate(ada, ben));
    surely(await decide(ben, ada));
    await expect(
      pool().query(
        `insert into decisions (request_id, version, person_id, requester_id, body_sha256, verdict, roles)
         select request_id, version, '${ada.person.id}', requester_id, body_sha256, verdict, roles from decisions
         where request_id = '${id}'`,
      ),
    ).rejects.toThrow('decide once');
    await expect(
      pool().query(
        `update delegations set ends_at = ends_at + interval '1 day' where delegator_id = '${ada.person.id}'`,
      ),
    ).rejects.toThrow('only ended, and once');
    await expect(pool().query(`delete from delegations where delegator_id = '${ada.person.id}'`)).rejects.toThrow(
      'rows of delegations are never changed or deleted',
    );
  });

  it('do not count: a second vote behind the triggers, and one without a delegation in force', async () => {
    surely(await delegate(ada, ben));
    surely(await decide(ben, ada));
    await asOwner(
      `insert into decisions (request_id, version, person_id, requester_id, body_sha256, verdict, roles, decided_at)
       select request_id, version, '${ada.person.id}', requester_id, body_sha256, verdict, roles, now() from decisions where request_id = '${id}'`,
    );
    const { decisions: cast, approvals } = await view(finance);
    expect(approvals.given).toBe(1);
    expect(cast.map(({ voidReason }) => voidReason)).toEqual([
      null,
      'the person had decided before with another account, or by a delegate',
    ]);
    const other = await request(finance);
    surely(await decide(cyd, undefined, { requestId: other }));
    await asOwner(
      `update decisions set for_person_id = '${ada.person.id}', delegation_id = (select id from delegations where delegator_id = '${ada.person.id}')
       where request_id = '${other}'`,
    );
    expect((await view(finance, other)).decisions[0]?.voidReason).toBe('no delegation was in force at the approval');
  });

  it('are not sent where the votes of two people who are one were counted as two', async () => {
    surely(await delegate(ada, ben));
    surely(await decide(ben, ada));
    await asOwner(
      `insert into decisions (request_id, version, person_id, requester_id, body_sha256, verdict, roles, decided_at)
       select request_id, version, '${ada.person.id}', requester_id, body_sha256, verdict, roles, now() from decisions where request_id = '${id}'`,
      `update withdrawal_requests set state = 'APPROVED' where id = '${id}'`,
      `insert into sends (request_id) values ('${id}')`,
    );
    await claimSend();
    const [send] = await database().select().from(sends).where(eq(sends.requestId, id));
    const [row] = await database().select().from(withdrawalRequests).where(eq(withdrawalRequests.id, id));
    expect({ send: send?.state, request: row?.state }).not.toMatchObject({ send: 'SENDING' });
  });
});
