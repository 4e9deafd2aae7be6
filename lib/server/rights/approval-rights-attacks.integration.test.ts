import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mayUseProfile, type ProfileRight } from '@/lib/rights/profile-rights';
import { database, pool } from '@/lib/server/database/client';
import { noticeDeliveries, noticeProgress, notices } from '@/lib/server/database/schema/notices';
import { auditHead } from '@/lib/server/database/schema/audit';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { createDelegation } from '@/lib/server/delegation/create';
import { planNotices } from '@/lib/server/notifications/plan';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, type SignedIn, signInWith } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { makeAs } from '@/scripts/testing/data/requests';

const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const [OPS, HQ] = ['p-ops', 'p-hq'];
let finance: SignedIn;
let limited: SignedIn;
let blind: SignedIn;
let free: SignedIn;
let delegator: SignedIn;

const signIn = (subject: string, roles: ('finance' | 'approver')[]) =>
  signInWith({ subject, roles, email: `${subject}@countersign.example` });

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2 } }]);
  finance = await signIn('finance', ['finance']);
  limited = await signIn('limited', ['approver']);
  blind = await signIn('blind', ['approver']);
  free = await signIn('free', ['approver']);
  delegator = await signIn('delegator', ['approver']);
});
beforeEach(async () => {
  changeSettings({ SMTP_URL: running.sandbox.smtpUrl });
  await putRightsInForce([
    { may: 'approve', who: limited.person.id, profiles: [OPS] },
    { may: 'see', who: blind.person.id, profiles: [OPS] },
  ]);
  await database().delete(notices);
  await withoutTriggers((transaction) => transaction.update(withdrawalRequests).set({ state: 'CANCELLED' }));
  await database()
    .update(noticeProgress)
    .set({ auditSeq: sql`(select seq from ${auditHead})` });
});

const make = (profileId: string) => makeAs(finance, { profileId });

async function makeBatch(...profiles: string[]): Promise<string> {
  as(finance);
  const items = profiles.map((profileId, index) => filledForm({ profileId, value: `1.000${index + 1}` }));
  return surely(await createBatch({ batchKey: randomUUID(), name: 'October', items })).bundleId;
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

async function look(person: SignedIn) {
  as(person);
  const { needsMe, others, batches } = surely(await readQueue());
  return {
    needsMe: ids(needsMe),
    others: others.map(({ id, denialReason }) => [id, denialReason]),
    batches: [ids(batches.needsMe), ids(batches.others)],
    count: await countWaiting(person.person),
  };
}

/** Lists who is notified that something waits for approval, by name. */
async function told(): Promise<string[]> {
  await planNotices();
  const rows = await database()
    .select({ personId: noticeDeliveries.personId })
    .from(noticeDeliveries)
    .innerJoin(notices, and(eq(notices.id, noticeDeliveries.noticeId), eq(notices.kind, 'approval-needed')));
  return [limited, blind, free, delegator]
    .filter(({ person }) => rows.some(({ personId }) => personId === person.id))
    .map(({ person }) => person.name);
}

const MAY_NOT = expect.stringContaining('You may not decide on withdrawals from this profile') as unknown;

describe('the right to decide', () => {
  it('is asked where the console lists and counts what needs somebody', async () => {
    const [ops, hq] = [await make(OPS), await make(HQ)];
    expect(await look(limited)).toEqual({ needsMe: [ops], others: [[hq, MAY_NOT]], batches: [[], []], count: 1 });
    expect(await look(blind)).toEqual({ needsMe: [ops], others: [], batches: [[], []], count: 1 });
    expect(await look(free)).toMatchObject({ needsMe: [ops, hq], count: 2 });
    await putRightsInForce([]);
    expect(await look(limited)).toMatchObject({ needsMe: [ops, hq], count: 2 });
  });

  it('is asked by the buttons of a batch, in the words of the server', async () => {
    const [mixed, hq] = [await makeBatch(OPS, HQ, OPS), await makeBatch(HQ, HQ)];
    expect(await look(limited)).toMatchObject({ batches: [[mixed], [hq]], count: 1 });
    expect(await look(free)).toMatchObject({ batches: [[mixed, hq], []], count: 2 });
    as(limited);
    for (const id of [mixed, hq])
      expect(surely(await readBatch(id)).denialReason).toMatchObject({ reject: MAY_NOT, approve: MAY_NOT });
    as(free);
    const batch = surely(await readBatch(mixed));
    expect(batch.denialReason.reject).toBeNull();
    const [first, second, third] = batch.items.toSorted((a, b) => a.position - b.position).map(({ id }) => id);
    as(limited);
    // The next item leads past the one of the other profile.
    expect(surely(await readRequest(first!)).bundle).toMatchObject({ nextId: third });
    const { version, bodySha256, denialReason } = surely(await readRequest(second!));
    expect(denialReason.approve).toBe('May not decide for this profile.');
    expect(
      await decideOnRequest({ requestId: second, version, bodySha256, verdict: 'APPROVED', comment: '' }),
    ).toMatchObject({ error: { kind: 'not-now', reason: MAY_NOT } });
  });

  it('of both people is asked where somebody decides for another', async () => {
    await delegate(limited, free);
    const [ops, hq] = [await make(OPS), await make(HQ)];
    as(free);
    expect(surely(await readRequest(ops)).decidesFor.map(({ id }) => id)).toEqual([limited.person.id]);
    expect(surely(await readRequest(hq)).decidesFor).toEqual([]);
    await endDelegations();
  });

  it('is asked before somebody is told', async () => {
    await make(HQ);
    expect(await told()).toEqual(['free', 'delegator']);
    await make(OPS);
    expect(await told()).toEqual(['limited', 'blind', 'free', 'delegator']);
  });

  it('of the delegate is asked before the delegator is not told', async () => {
    await delegate(delegator, blind);
    await make(HQ);
    expect(await told()).toEqual(['free', 'delegator']);
    await database().delete(notices);
    await make(OPS);
    expect(await told()).toEqual(['limited', 'blind', 'free']);
    await endDelegations();
  });

  it('for any item is enough to be told of a batch', async () => {
    await makeBatch(OPS, HQ);
    expect(await told()).toEqual(['limited', 'blind', 'free', 'delegator']);
    await database().delete(notices);
    await makeBatch(HQ, HQ);
    expect(await told()).toEqual(['free', 'delegator']);
  });

  it('of the reader is shown, however many others have the role', async () => {
    const last = await signIn('zz-last', ['approver']);
    for (let index = 0; index < 50; index += 1) await signIn(`many-${index}`, ['approver']);
    const id = await make(OPS);
    as(last);
    const { deciders } = surely(await readRequest(id));
    expect([deciders.length, deciders.at(-1)?.isReader]).toEqual([50, true]);
    expect(deciders.some(({ id: decider }) => decider === finance.person.id)).toBe(true);
  });

  it('is the same for the database as for notices', async () => {
    const someRights = fc.uniqueArray(
      fc.record({
        may: fc.constantFrom<ProfileRight['may']>('see', 'approve', 'request'),
        who: fc.constantFrom('finance', 'approver', limited.person.id),
        profiles: fc.subarray([OPS, HQ, 'P-OPS']),
      }),
      { selector: ({ may, who }) => `${may} ${who}` },
    );
    await fc.assert(
      fc.asyncProperty(someRights, async (rights) => {
        await putRightsInForce(rights);
        for (const profileId of [OPS, HQ, 'P-OPS', 'p-other'])
          for (const may of ['approve', 'request'] as const) {
            const { rows } = await pool().query<{ may: boolean }>(
              `select may_use_profile($1, 'approver', $2, $3) as may`,
              [may, limited.person.id, profileId],
            );
            const judged = mayUseProfile(rights, limited.person, { may, role: 'approver', profileId });
            expect([rights, may, profileId, rows[0]?.may]).toEqual([rights, may, profileId, judged]);
          }
      }),
      { numRuns: 25 },
    );
  });
});

async function delegate(from: SignedIn, to: SignedIn): Promise<void> {
  as(from);
  const startsAt = new Date();
  const endsAt = new Date(startsAt.getTime() + 86_400_000).toISOString();
  surely(
    await createDelegation({
      id: randomUUID(),
      delegateId: to.person.id,
      role: 'approver',
      startsAt: startsAt.toISOString(),
      endsAt,
      reason: 'Holiday',
    }),
  );
}

const endDelegations = () => withoutTriggers((transaction) => transaction.execute(sql`delete from delegations`));
