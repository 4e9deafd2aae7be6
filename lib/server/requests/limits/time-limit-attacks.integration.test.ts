import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { signInWith } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { filledForm } from '@/scripts/stack/filled-form';
import type { PolicyRule } from '@/lib/policy/rules';
import { type TimeLimit, windowAt } from '@/lib/policy/time-limits';
import { database, inTransaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { amendAs } from '@/lib/server/requests/creation/amend';
import { checkRecipient } from '@/lib/server/requests/checks/checks';
import { planForm } from '@/lib/server/requests/creation/create';
import { saveRequests } from '@/lib/server/requests/creation/creation';
import { toWithdrawalBody } from '@/lib/withdrawals/body';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import { decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { claimSend } from '@/lib/server/sends/claim/claim';
import {
  DAY,
  anyway,
  approvalsFor,
  desk,
  dryRun,
  make,
  newAddress,
  over,
  priced,
  readVersion,
  request,
  setUpLimitedDesk,
  sumOf,
  transferOf,
} from '@/scripts/testing/data/limited-requests';
import { failure, surely } from '@/scripts/testing/results';

setUpLimitedDesk();

async function approvalsUnder(window: TimeLimit['window']): Promise<number> {
  await putPolicyInForce([over(sumOf('10', ['profile'], window)), anyway()]);
  return (await dryRun('6')).current.includes('two approvals') ? 2 : 1;
}

describe('limits over time', () => {
  it('count what was requested before: splitting over requesters and recipients takes what the whole takes', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    expect(await approvalsFor('6')).toBe(1);
    expect(await approvalsFor('4', {}, desk.other)).toBe(1);
    expect(await approvalsFor('0.000000000000000001', {}, desk.other)).toBe(2);
  });

  it('count each scope apart, and a profile in every spelling', async () => {
    await putPolicyInForce([over(sumOf('10', ['profile'])), over(sumOf('15', ['requester'])), anyway()]);
    expect(await approvalsFor('9')).toBe(1);
    expect(await approvalsFor('2', { profileId: desk.profile.toUpperCase() }, desk.other)).toBe(2);
    expect(await approvalsFor('6', { profileId: randomUUID() })).toBe(1);
    expect(await approvalsFor('1', { profileId: randomUUID() })).toBe(2);
    expect(await approvalsFor('1', { profileId: randomUUID() }, desk.other)).toBe(1);
  });

  it('count a recipient in every spelling of the address', async () => {
    await putPolicyInForce([over(sumOf('10', ['recipient'])), anyway()]);
    const address = newAddress();
    expect(await approvalsFor('6', { destinationAddress: address })).toBe(1);
    expect(await approvalsFor('6', { destinationAddress: `0x${address.slice(2).toUpperCase()}` }, desk.other)).toBe(2);
    expect(await approvalsFor('6')).toBe(1);
  });

  it('count the items of a batch together', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const items = ['4', '4', '4'].map((value) =>
      filledForm({ profileId: desk.profile, value, destinationAddress: newAddress() }),
    );
    const made = await createBatch({ batchKey: randomUUID(), name: 'March', items });
    expect(made).toMatchObject({ ok: true });
    const versions = await database().select().from(requestVersions).orderBy(desc(requestVersions.position)).limit(3);
    expect(versions.map(({ requiredApprovals }) => requiredApprovals)).toEqual([2, 2, 2]);
    expect(versions[0]?.facts.overTime).toMatchObject([{ before: '0', after: '12' }]);
  });

  it('count the items of a batch apart where the limit does', async () => {
    await putPolicyInForce([over(sumOf('10', ['recipient'])), anyway()]);
    const [one, two] = [newAddress(), newAddress()];
    const items = [
      { value: '6', destinationAddress: one },
      { value: '10', destinationAddress: two },
      { value: '5', destinationAddress: one },
    ].map((item) => filledForm({ profileId: desk.profile, ...item }));
    expect(await createBatch({ batchKey: randomUUID(), name: 'March', items })).toMatchObject({ ok: true });
    const versions = await database().select().from(requestVersions).orderBy(desc(requestVersions.position)).limit(3);
    expect(versions.map(({ facts }) => facts.overTime?.[0]?.after).toReversed()).toEqual(['11', '10', '11']);
    expect(versions.map(({ requiredApprovals }) => requiredApprovals).toReversed()).toEqual([2, 1, 2]);
  });

  it('count a test payment and its remainder as two requests and with their sum, at the save and at the claim', async () => {
    const limit: TimeLimit = { window: DAY, by: ['requester', 'profile'], limit: { kind: 'count', limit: 1 } };
    const form = filledForm({
      profileId: desk.profile,
      value: '6',
      destinationAddress: newAddress(),
      testAmount: '0.5',
    });
    const makePair = () => createTestPayment({ formKey: randomUUID(), form: { ...form, referenceId: randomUUID() } });
    const refused: PolicyRule['then'] = { kind: 'refuse', reason: 'Too many' };
    await putPolicyInForce([over(limit, refused), anyway()]);
    expect(await makePair()).toMatchObject({
      ok: false,
      error: { reason: expect.stringContaining('2 requests sent and waiting in 24 hours') },
    });
    const two: TimeLimit = { ...limit, limit: { kind: 'count', limit: 2 } };
    await putPolicyInForce([over(two, refused), over(sumOf('6', ['profile']), refused), anyway()]);
    const made = surely(await makePair());
    const { facts } = await readVersion(made.requestId);
    expect(facts.overTime?.map(({ after }) => after)).toEqual(['2', '6']);
    const members = await database()
      .select({ bundleId: withdrawalRequests.bundleId, bodySha256: requestVersions.bodySha256 })
      .from(withdrawalRequests)
      .innerJoin(requestVersions, eq(requestVersions.requestId, withdrawalRequests.id))
      .orderBy(desc(requestVersions.position))
      .limit(2);
    const hashes = members.map(({ bodySha256 }) => bodySha256).toReversed();
    const bundleSha256 = hashBundle('test-payment', hashes);
    const vote = { bundleId: members[0]?.bundleId, bundleSha256, verdict: 'APPROVED', comment: '' };
    for (const approver of desk.approvers.slice(0, 1))
      expect(await decideOnBundleAs(approver, vote)).toMatchObject({ ok: true });
    expect(await claimSend()).toMatchObject({ requestId: made.requestId });
  });

  it('count requests, and no longer those that were rejected, cancelled or have expired', async () => {
    const limit: TimeLimit = { window: DAY, by: ['requester'], limit: { kind: 'count', limit: 2 } };
    await putPolicyInForce([over(limit, { kind: 'refuse', reason: 'Two a day' }), anyway()]);
    const first = await make('1');
    await make('1');
    expect(await request('1')).toMatchObject(
      failure('refused-by-policy', {
        reason:
          'Rule 1 does not allow this withdrawal because 3 requests sent and waiting in 24 hours ' +
          'for this requester, this one included, is more than 2 requests: Two a day.',
      }),
    );
    for (const state of ['REJECTED', 'EXPIRED', 'CANCELLED'] as const) {
      await withoutTriggers((transaction) =>
        transaction.update(withdrawalRequests).set({ state }).where(eq(withdrawalRequests.id, first.requestId)),
      );
      expect(await dryRun('1')).toMatchObject({ current: expect.stringContaining('Rule 2 applies') });
    }
    expect(await request('1')).toMatchObject({ ok: true });
  });

  it.each([
    ['declined by the service, or closed as not sent', { state: 'REFUSED' }],
    ['failed at the service', { state: 'ACCEPTED', transferStatus: 'FAILED' }],
  ] as const)('count no longer what was %s, unless a transfer says otherwise', async (_what, ending) => {
    await putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    expect(await claimSend()).toMatchObject({ requestId });
    const endAs = (change: Partial<typeof sends.$inferInsert>) =>
      withoutTriggers((transaction) =>
        transaction
          .update(sends)
          .set({ leaseUntil: null, ...change })
          .where(eq(sends.requestId, requestId)),
      );
    await endAs({ state: 'ACCEPTED', transferStatus: 'PENDING', transferId: randomUUID() });
    expect((await dryRun('5')).current).toContain('Rule 1 applies');
    await endAs(ending);
    expect((await dryRun('5')).current).toContain('Rule 2 applies');
    const [{ refId } = { refId: '' }] = await database()
      .select({ refId: withdrawalRequests.refId })
      .from(withdrawalRequests)
      .where(eq(withdrawalRequests.id, requestId));
    await storeRecords([transferOf({ ref_id: refId })]);
    expect((await dryRun('5')).limits).toMatchObject([
      { text: expect.stringContaining('11.5 ETH sent and waiting in 24 hours') },
    ]);
  });

  it('let no two of forty requests that are made at once pass together', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => make('1', {}, index % 2 ? desk.other : desk.requester)),
    );
    expect(made.filter(({ requiredApprovals }) => requiredApprovals === 1)).toHaveLength(10);
    expect(made.filter(({ requiredApprovals }) => requiredApprovals === 2)).toHaveLength(30);
  });

  it('count what is being saved while the first policy with limits comes into force', async () => {
    await putPolicyInForce([anyway()]);
    const form = withdrawalFormSchema.parse(
      filledForm({ profileId: desk.profile, destinationAddress: newAddress(), value: '6' }),
    );
    const formKey = randomUUID();
    const body = toWithdrawalBody({ formKey, form }, 'send');
    const checks = surely(await checkRecipient(form, body));
    let later: Promise<number> | undefined;
    await inTransaction(async (transaction) => {
      const plan = surely(
        await planForm(transaction, desk.requester, {
          form,
          checks: checks,
          whole: body,
          parts: [body],
        }),
      );
      await putPolicyInForce([over(sumOf('10')), anyway()]);
      later = approvalsFor('6');
      // Long enough for the other to be saved, were it not to wait.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const requests = [{ formKey, body, plan: plan, note: '' }];
      await saveRequests(transaction, { requester: desk.requester, requests, signed: undefined });
    });
    expect(await later).toBe(2);
  });

  it('say how much is used, and whether that is too much', async () => {
    await putPolicyInForce([
      over(sumOf('1500', ['profile'], { kind: 'calendar', unit: 'day', zone: 'UTC' })),
      anyway(),
    ]);
    await make('1240');
    expect(await dryRun('10.5')).toMatchObject({
      limits: [
        {
          text: '1,250.5 of 1,500 ETH sent and waiting today (UTC) for this profile, this one included',
          isOver: false,
        },
      ],
    });
    expect(await dryRun('300')).toMatchObject({ limits: [{ isOver: true }] });
  });

  it('count by the hours and by the calendar of the zone: what was saved before its midnight is of another day', async () => {
    const zone = 'America/St_Johns';
    const day = { kind: 'calendar', unit: 'day', zone } as const;
    const { from } = windowAt(day, new Date())!;
    await putPolicyInForce([anyway()]);
    const { requestId } = await make('6');
    const saveAt = (at: Date) =>
      withoutTriggers((transaction) =>
        transaction.update(requestVersions).set({ createdAt: at }).where(eq(requestVersions.requestId, requestId)),
      );
    await saveAt(from);
    expect(await approvalsUnder(day)).toBe(2);
    await saveAt(new Date(from.getTime() - 1));
    expect(await approvalsUnder(day)).toBe(1);
    expect(await approvalsUnder({ kind: 'hours', hours: 48 })).toBe(2);
    await saveAt(new Date(Date.now() - 2 * 3_600_000));
    expect(await approvalsUnder({ kind: 'hours', hours: 3 })).toBe(2);
    expect(await approvalsUnder({ kind: 'hours', hours: 1 })).toBe(1);
  });

  it('count an amended request from its change on, and not twice', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const first = await make('6');
    const form = filledForm({ profileId: desk.profile, destinationAddress: newAddress(), value: '10' });
    const amend = (value: string, basedOnVersion: number) =>
      amendAs(desk.requester, {
        requestId: first.requestId,
        basedOnVersion,
        formKey: randomUUID(),
        form: { ...form, value },
      });
    expect(await amend('10', 1)).toMatchObject({ ok: true });
    expect(await readVersion(first.requestId)).toMatchObject({ requiredApprovals: 1 });
    expect(await amend('10.1', 2)).toMatchObject({ ok: true });
    expect(await readVersion(first.requestId)).toMatchObject({ requiredApprovals: 2 });
  });
});

const LEAVES_LATER: unknown = expect.stringContaining(
  'The withdrawal exceeds the limit over time of rule 1 now, and leaves as soon as that limit allows it.',
);

describe('a dry run', () => {
  it('counts a request that the caller changes not against itself, and one of somebody else', async () => {
    await putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]);
    const own = await make('6', {}, desk.other);
    const foreign = await make('1');
    expect((await dryRun('9')).current).toContain('16 ETH');
    expect((await dryRun('9', { request: own.requestId })).current).toContain('Rule 2 applies');
    expect((await dryRun('9', { request: foreign.requestId })).current).toContain('16 ETH');
    expect((await dryRun('9', { request: 'nothing' })).current).toContain('16 ETH');
  });

  it('counts a fixed total in the balance that is debited, and a test payment as two', async () => {
    const inUnits: TimeLimit = { window: DAY, by: ['profile'], limit: { kind: 'sum', limits: { PYUSD: '100' } } };
    await putPolicyInForce([over(inUnits), anyway()]);
    await storeRecords(Array.from({ length: 5 }, (_, at) => priced('20', at)));
    const total = { asset: 'PYUSD', fixed: 'total', balanceAsset: 'USD' };
    expect((await dryRun('2000', total)).limits).toMatchObject([{ text: expect.stringMatching(/^100 of 100 PYUSD/) }]);
    const count: TimeLimit = { window: DAY, by: ['profile'], limit: { kind: 'count', limit: 1 } };
    await putPolicyInForce([over(count, { kind: 'wait' }), anyway()]);
    expect(await dryRun('1', { testAmount: '0.1' })).toMatchObject({ waits: true, current: LEAVES_LATER });
    expect(await dryRun('1')).toMatchObject({ waits: false });
  });
});

const signInWithEmail = async (subject: string, email: string) =>
  (await signInWith({ subject, roles: ['finance'], email, isEmailVerified: true })).person;

describe('a limit by requester', () => {
  it('counts all accounts of a person together, also those that had the key earlier in the window', async () => {
    await putPolicyInForce([over(sumOf('10', ['requester', 'profile'])), anyway()]);
    const email = `${randomUUID()}@desk.example`;
    const first = await signInWithEmail('first account', email);
    const second = await signInWithEmail('second account', email.toUpperCase());
    expect(await approvalsFor('6', {}, first)).toBe(1);
    expect(await approvalsFor('6', {}, desk.requester)).toBe(1);
    expect(await approvalsFor('4.1', {}, second)).toBe(2);
    await signInWithEmail('first account', `${randomUUID()}@desk.example`);
    expect(await approvalsFor('0.1', {}, second)).toBe(2);
  });
});
