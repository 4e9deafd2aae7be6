import { randomBytes, randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/approve-request';
import { storeRecords } from '@/scripts/testing/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/policy';
import { moveClock } from '@/scripts/testing/move-clock';
import { completeMirror } from '@/scripts/testing/complete-mirror';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs, signInWith } from '@/scripts/testing/test-process';
import { clearSends, withoutTriggers } from '@/scripts/testing/without-triggers';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/caller';
import type { PolicyRule } from '@/lib/policy/policy';
import { type TimeLimit, windowAt } from '@/lib/policy/time-limits';
import type { Person } from '@/lib/server/auth/sessions';
import { database, inTransaction } from '@/lib/server/database/client';
import { auditLog, requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { amendAs } from '@/lib/server/requests/amend';
import { cancelAs } from '@/lib/server/requests/cancel';
import { checkRecipient } from '@/lib/server/requests/checks';
import { createAs, planForm } from '@/lib/server/requests/create';
import { saveRequests } from '@/lib/server/requests/creation';
import { toWithdrawalBody } from '@/lib/withdrawals/body';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';
import { createBatch } from '@/lib/server/requests/groups/create-batch';
import { createTestPayment } from '@/lib/server/requests/groups/create-test-payment';
import { hashGroup } from '@/lib/server/requests/groups/load';
import { decideOnGroupAs } from '@/lib/server/requests/groups/decide';
import { dryRunPolicy } from '@/lib/server/requests/policy-dry-run';
import { readRequest } from '@/lib/server/requests/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { findFreeTime } from '@/lib/server/requests/time-limits';
import { claimSend } from '@/lib/server/sends/claim';

setUpTestConsole({ CONSOLE_WORKERS: 'off' });

let requester: Person;
let other: Person;
let approvers: Person[];
/** Each test has profiles of its own, so that the requests of the others count in none of its limits. */
let profile: string;

beforeAll(async () => {
  requester = (await signInAs('requester', ['finance'])).person;
  const second = await signInAs('other', ['finance']);
  other = second.person;
  caller.sessionId = second.sessionId;
  approvers = [];
  for (const name of ['one', 'two', 'three']) approvers.push((await signInAs(name, ['approver'])).person);
});
beforeEach(async () => {
  profile = randomUUID();
  await withoutTriggers((transaction) =>
    transaction
      .update(withdrawalRequests)
      .set({ state: 'CANCELLED' })
      .where(sql`state <> 'CANCELLED'`),
  );
  await database().execute(sql`truncate mirror_transfers, mirror_quarantine`);
  await completeMirror();
});

const DAY = { kind: 'hours', hours: 24 } as const;
const sumOf = (limit: string, by: TimeLimit['by'] = [], window: TimeLimit['window'] = DAY): TimeLimit => ({
  window,
  by,
  limit: { kind: 'sum', limits: { ETH: limit } },
});
const anyway = (count = 1): PolicyRule => ({ name: 'All', when: {}, then: { kind: 'approve', count } });
const over = (overTime: TimeLimit, then: PolicyRule['then'] = { kind: 'approve', count: 2 }): PolicyRule => ({
  name: 'Limit',
  when: { overTime },
  then,
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

async function request(value: string, change: Parameters<typeof filledForm>[0] = {}, person = requester) {
  const form = filledForm({ profileId: profile, value, destinationAddress: newAddress(), ...change });
  return createAs(person, { formKey: randomUUID(), form });
}

async function make(...given: Parameters<typeof request>) {
  const made = await request(...given);
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return readVersion(made.value.requestId);
}

async function readVersion(requestId: string) {
  const [version] = await database()
    .select()
    .from(requestVersions)
    .where(eq(requestVersions.requestId, requestId))
    .orderBy(desc(requestVersions.version))
    .limit(1);
  if (!version) throw new Error('the version must be there');
  return version;
}

const approvalsFor = async (...given: Parameters<typeof request>) => (await make(...given)).requiredApprovals;

const transferOf = (change: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  profile_id: profile,
  asset: 'ETH',
  amount: '6',
  fee: '0.5',
  total: '6.5',
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  status: 'COMPLETED',
  crypto_network: 'ETHEREUM',
  destination_address: newAddress(),
  created_at: new Date(Date.now() - 3_600_000).toISOString(),
  updated_at: new Date().toISOString(),
  ...change,
});

describe('limits over time', () => {
  it('count what was requested before: splitting over requesters and recipients takes what the whole takes', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    expect(await approvalsFor('6')).toBe(1);
    expect(await approvalsFor('4', {}, other)).toBe(1);
    expect(await approvalsFor('0.000000000000000001', {}, other)).toBe(2);
  });

  it('count each scope apart, and a profile in every spelling', async () => {
    await putPolicyInForce([over(sumOf('10', ['profile'])), over(sumOf('15', ['requester'])), anyway()]);
    expect(await approvalsFor('9')).toBe(1);
    expect(await approvalsFor('2', { profileId: profile.toUpperCase() }, other)).toBe(2);
    expect(await approvalsFor('6', { profileId: randomUUID() })).toBe(1);
    expect(await approvalsFor('1', { profileId: randomUUID() })).toBe(2);
    expect(await approvalsFor('1', { profileId: randomUUID() }, other)).toBe(1);
  });

  it('count a recipient in every spelling of the address', async () => {
    await putPolicyInForce([over(sumOf('10', ['recipient'])), anyway()]);
    const address = newAddress();
    expect(await approvalsFor('6', { destinationAddress: address })).toBe(1);
    expect(await approvalsFor('6', { destinationAddress: `0x${address.slice(2).toUpperCase()}` }, other)).toBe(2);
    expect(await approvalsFor('6')).toBe(1);
  });

  it('count the items of a batch together', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const items = ['4', '4', '4'].map((value) =>
      filledForm({ profileId: profile, value, destinationAddress: newAddress() }),
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
    ].map((item) => filledForm({ profileId: profile, ...item }));
    expect(await createBatch({ batchKey: randomUUID(), name: 'March', items })).toMatchObject({ ok: true });
    const versions = await database().select().from(requestVersions).orderBy(desc(requestVersions.position)).limit(3);
    expect(versions.map(({ facts }) => facts.overTime?.[0]?.after).toReversed()).toEqual(['11', '10', '11']);
    expect(versions.map(({ requiredApprovals }) => requiredApprovals).toReversed()).toEqual([2, 1, 2]);
  });

  it('count a test payment and its remainder as two requests and with their sum, at the save and at the claim', async () => {
    const limit: TimeLimit = { window: DAY, by: ['requester', 'profile'], limit: { kind: 'count', limit: 1 } };
    const form = filledForm({ profileId: profile, value: '6', destinationAddress: newAddress(), testAmount: '0.5' });
    const makePair = () => createTestPayment({ formKey: randomUUID(), form: { ...form, referenceId: randomUUID() } });
    const refused: PolicyRule['then'] = { kind: 'refuse', reason: 'Too many' };
    await putPolicyInForce([over(limit, refused), anyway()]);
    expect(await makePair()).toMatchObject({
      ok: false,
      error: { reason: expect.stringContaining('2 requests in 24 hours') },
    });
    const two: TimeLimit = { ...limit, limit: { kind: 'count', limit: 2 } };
    await putPolicyInForce([over(two, refused), over(sumOf('6', ['profile']), refused), anyway()]);
    const made = await makePair();
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    const { facts } = await readVersion(made.value.requestId);
    expect(facts.overTime?.map(({ after }) => after)).toEqual(['2', '6']);
    const members = await database()
      .select({ groupId: withdrawalRequests.groupId, bodySha256: requestVersions.bodySha256 })
      .from(withdrawalRequests)
      .innerJoin(requestVersions, eq(requestVersions.requestId, withdrawalRequests.id))
      .orderBy(desc(requestVersions.position))
      .limit(2);
    const hashes = members.map(({ bodySha256 }) => bodySha256).toReversed();
    const groupSha256 = hashGroup('pair', hashes);
    const vote = { groupId: members[0]?.groupId, groupSha256, verdict: 'APPROVED', comment: '' };
    for (const approver of approvers.slice(0, 1))
      expect(await decideOnGroupAs(approver, vote)).toMatchObject({ ok: true });
    expect(await claimSend()).toMatchObject({ requestId: made.value.requestId });
  });

  it('count requests, and no longer those that were rejected, cancelled or have expired', async () => {
    const limit: TimeLimit = { window: DAY, by: ['requester'], limit: { kind: 'count', limit: 2 } };
    await putPolicyInForce([over(limit, { kind: 'refuse', reason: 'Two a day' }), anyway()]);
    const first = await make('1');
    await make('1');
    expect(await request('1')).toMatchObject({
      ok: false,
      error: {
        kind: 'refused-by-policy',
        reason:
          'Rule 1 does not allow this withdrawal because 3 requests in 24 hours of this requester, this one included, ' +
          'is more than 2 requests: Two a day.',
      },
    });
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
    await approveRequest(requestId, ...approvers.slice(0, 1));
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
    expect((await dryRun('5')).limits).toMatchObject([{ text: expect.stringContaining('11.5 of 10 ETH') }]);
  });

  it('let no two of a hundred requests that are made at once pass together', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, index) => make('1', {}, index % 2 ? other : requester)),
    );
    expect(made.filter(({ requiredApprovals }) => requiredApprovals === 1)).toHaveLength(10);
    expect(made.filter(({ requiredApprovals }) => requiredApprovals === 2)).toHaveLength(90);
  });

  it('count what is being saved while the first policy with limits comes into force', async () => {
    await putPolicyInForce([anyway()]);
    const form = withdrawalFormSchema.parse(
      filledForm({ profileId: profile, destinationAddress: newAddress(), value: '6' }),
    );
    const formKey = randomUUID();
    const body = toWithdrawalBody({ formKey, form });
    const checks = await checkRecipient(form, body);
    if (!checks.ok) throw new Error(JSON.stringify(checks.error));
    let later: Promise<number> | undefined;
    await inTransaction(async (transaction) => {
      const plan = await planForm(transaction, requester, { form, checks: checks.value, whole: body, parts: [body] });
      if (!plan.ok) throw new Error(JSON.stringify(plan.error));
      await putPolicyInForce([over(sumOf('10')), anyway()]);
      later = approvalsFor('6');
      // Long enough for the other to be saved, were it not to wait.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const requests = [{ formKey, body, plan: plan.value, note: '' }];
      await saveRequests(transaction, { requester, requests, signed: undefined });
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
      limits: [{ text: '1,250.5 of 1,500 ETH today (UTC) of this profile after this one', isOver: false }],
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
    const approvalsUnder = async (window: TimeLimit['window']) => {
      await putPolicyInForce([over(sumOf('10', ['profile'], window)), anyway()]);
      return (await dryRun('6')).current.includes('two approvals') ? 2 : 1;
    };
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
    const form = filledForm({ profileId: profile, destinationAddress: newAddress(), value: '10' });
    const amend = (value: string, basedOnVersion: number) =>
      amendAs(requester, {
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

async function dryRun(amount: string, change: Record<string, string> = {}) {
  const tried = await dryRunPolicy({
    asset: 'ETH',
    network: 'ETHEREUM',
    profile,
    amount,
    address: newAddress(),
    requester: requester.id,
    ...change,
  });
  if (!tried.ok) throw new Error(JSON.stringify(tried.error));
  return tried.value;
}

describe('a dry run', () => {
  it('counts a request that the caller changes not against itself, and one of somebody else', async () => {
    await putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]);
    const own = await make('6', {}, other);
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

const LEAVES_LATER: unknown = expect.stringContaining(
  'The withdrawal exceeds the limit over time of rule 1 now, and leaves as soon as that limit allows it.',
);

describe('transfers that left by other ways', () => {
  it('count with their total, and by profile and recipient in every spelling', async () => {
    const address = newAddress();
    await storeRecords([
      transferOf({ profile_id: profile.toUpperCase(), destination_address: `0x${address.slice(2).toUpperCase()}` }),
    ]);
    await putPolicyInForce([over(sumOf('10', ['profile', 'recipient', 'network'])), anyway()]);
    expect(await approvalsFor('3.5', { destinationAddress: address })).toBe(1);
    expect(await approvalsFor('0.1', { destinationAddress: address })).toBe(2);
  });

  it.each([
    ['of another profile', { profile_id: 'another' }],
    ['that failed', { status: 'FAILED' }],
    ['of before the window', { created_at: '2020-01-01T00:00:00Z' }],
    ['that came in', { type: 'CRYPTO_DEPOSIT', direction: 'CREDIT' }],
  ])('do not count %s', async (_what, change) => {
    await storeRecords([transferOf(change)]);
    await putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]);
    expect(await approvalsFor('10')).toBe(1);
  });

  it('are not those of our own requests, unless these were cancelled', async () => {
    await putPolicyInForce([over(sumOf('13', ['profile'])), anyway()]);
    const own = await make('6');
    const [{ refId } = { refId: '' }] = await database()
      .select({ refId: withdrawalRequests.refId })
      .from(withdrawalRequests)
      .where(eq(withdrawalRequests.id, own.requestId));
    await storeRecords([transferOf({ ref_id: refId })]);
    expect(await approvalsFor('7')).toBe(1);
    await withoutTriggers((transaction) =>
      transaction
        .update(withdrawalRequests)
        .set({ state: 'CANCELLED' })
        .where(eq(withdrawalRequests.id, own.requestId)),
    );
    expect((await dryRun('0.1')).limits).toMatchObject([{ text: expect.stringContaining('13.6 of 13 ETH') }]);
  });

  it('make the use unknown, which is over the limit, where the copy is incomplete or old, or an amount is unreadable', async () => {
    await putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]);
    await completeMirror(new Date(Date.now() - 3_600_000));
    expect((await dryRun('1')).current).toContain(
      'is unknown, which counts as over the limit, because the copy of the transfers of the service is out of date',
    );
    await completeMirror(null);
    expect((await dryRun('1')).current).toContain('is not complete: two approvals are needed');
    await completeMirror();
    expect((await dryRun('1')).current).toContain('Rule 2 applies');
    await storeRecords([transferOf({ amount: 'many', total: undefined })]);
    expect((await dryRun('1')).current).toContain('the amount of a transfer in this time cannot be read');
  });
});

describe('what the service lists', () => {
  beforeEach(() => putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]));

  it('counts from when it was first seen where its time cannot be read, with an amount that is unknown', async () => {
    const undated = transferOf({ created_at: 'yesterday' });
    await storeRecords([undated]);
    expect((await dryRun('1')).current).toContain('the amount of a transfer in this time cannot be read');
    const count: TimeLimit = { window: DAY, by: ['profile'], limit: { kind: 'count', limit: 1 } };
    await putPolicyInForce([over(count), anyway()]);
    expect((await dryRun('1')).current).toContain('Rule 1 applies because 2 requests');
    await database().execute(sql`update mirror_transfers set first_seen_at = now() - interval '25 hours'`);
    expect((await dryRun('1')).current).toContain('Rule 2 applies');
  });

  it('makes the use unknown where it could not be stored, as long as it was first seen in the window', async () => {
    await storeRecords([transferOf({ memo: 'a \0 that is replaced' })].map((one) => ({ ...one, status: 'FAILED' })));
    expect((await dryRun('1')).current).toContain('Rule 2 applies');
    await storeRecords([transferOf({ id: '' })]);
    expect((await dryRun('1')).current).toContain(
      'a record of the service that was first seen in this time could not be stored as a transfer',
    );
    await database().execute(sql`update mirror_quarantine set first_seen_at = now() - interval '25 hours'`);
    expect((await dryRun('1')).current).toContain('Rule 2 applies');
  });
});

async function signInWithEmail(subject: string, email: string): Promise<Person> {
  return (await signInWith({ subject, roles: ['finance'], email, isEmailVerified: true })).person;
}

describe('a limit by requester', () => {
  it('counts all accounts of a person together, also those that had the key earlier in the window', async () => {
    await putPolicyInForce([over(sumOf('10', ['requester', 'profile'])), anyway()]);
    const email = `${randomUUID()}@desk.example`;
    const first = await signInWithEmail('first account', email);
    const second = await signInWithEmail('second account', email.toUpperCase());
    expect(await approvalsFor('6', {}, first)).toBe(1);
    expect(await approvalsFor('6', {}, requester)).toBe(1);
    expect(await approvalsFor('4.1', {}, second)).toBe(2);
    await signInWithEmail('first account', `${randomUUID()}@desk.example`);
    expect(await approvalsFor('0.1', {}, second)).toBe(2);
  });
});

describe('a price', () => {
  it('is signed without its age, which changes with every deposit; the form tells it', async () => {
    const limit: TimeLimit = { window: DAY, by: [], limit: { kind: 'value', currency: 'USD', limit: '10000' } };
    await putPolicyInForce([over(limit), anyway()]);
    await storeRecords(Array.from({ length: 5 }, (_, index) => past('1000', index)));
    const { facts } = await make('1');
    expect(facts.overTime).toMatchObject([{ after: '1000', price: { usd: '1000' } }]);
    expect(facts.overTime?.[0]?.price).toEqual({ usd: '1000' });
    expect((await dryRun('1')).limits).toMatchObject([
      { text: expect.stringContaining('(at 1,000 USD, a price of 20') },
    ]);
  });
});

describe('a wait for the next calendar month', () => {
  it('can last a month in which the clocks are set back', async () => {
    await putPolicyInForce([anyway()]);
    const month = { kind: 'calendar', unit: 'month', zone: 'Europe/Berlin' } as const;
    const { requestId } = await make('10');
    const at = new Date('2026-09-30T22:30:00Z');
    await withoutTriggers((transaction) =>
      transaction.update(requestVersions).set({ createdAt: at }).where(eq(requestVersions.requestId, requestId)),
    );
    const body = {
      ...toWithdrawalBody({ formKey: randomUUID(), form: filledForm({ profileId: profile, value: '1' }) }),
    };
    const subject = { body, requesterId: requester.id };
    expect(await findFreeTime(database(), sumOf('10', ['requester', 'profile'], month), subject, { at })).toEqual(
      new Date('2026-10-31T23:00:00Z'),
    );
  });
});

const past = (notional: string, at: number, change: Record<string, unknown> = {}) =>
  transferOf({
    amount: '0.9',
    fee: '0.1',
    total: '1',
    notional_value: notional,
    created_at: new Date(Date.now() - (40 + at) * 86_400_000).toISOString(),
    ...change,
  });

describe('a limit in US dollars', () => {
  const limit: TimeLimit = { window: DAY, by: [], limit: { kind: 'value', currency: 'USD', limit: '10000' } };
  it('takes the higher of the median and the latest of our own prices, and says which', async () => {
    await putPolicyInForce([over(limit), anyway()]);
    await storeRecords(['1000', '3000', '1000', '1000', '1000'].map((notional, index) => past(notional, 5 - index)));
    expect((await dryRun('10')).current).toContain('Rule 2 applies');
    expect((await dryRun('10.1')).current).toContain(
      '10,100 USD in 24 hours, this one included, is more than 10,000 USD (at 1,000 USD, a price of',
    );
    await storeRecords([past('2000', 0)]);
    expect((await dryRun('5.1')).current).toContain('Rule 1 applies');
  });

  it('knows the price of the dollar itself, for a total in US dollars', async () => {
    await putPolicyInForce([over(limit), anyway()]);
    const total = { asset: 'PYUSD', fixed: 'total', balanceAsset: 'USD' } as const;
    expect(await make('9999', total)).toMatchObject({
      requiredApprovals: 1,
      facts: { overTime: [{ before: '0', after: '9999' }] },
    });
    expect(await make('2', total)).toMatchObject({ requiredApprovals: 2 });
  });

  it('has its price however much dust somebody sends', async () => {
    await putPolicyInForce([over(limit), anyway()]);
    await storeRecords(Array.from({ length: 5 }, (_, index) => past('1000', index)));
    const dust = { type: 'CRYPTO_DEPOSIT', direction: 'CREDIT', amount: '0.001', fee: '0' };
    await storeRecords(Array.from({ length: 600 }, (_, index) => past('1', -index / 100, dust)));
    expect((await dryRun('10')).current).toContain('Rule 2 applies');
  });

  it.each([
    ['there are fewer than five', {}, 4],
    ['they are dust', { notional_value: '9.99', amount: '0.01', fee: '0' }, 9],
    ['they have not completed', { status: 'PENDING' }, 9],
    ['they have no value', { notional_value: undefined }, 9],
    ['they have no amount', { amount: '0', fee: '0' }, 9],
  ])('is exceeded where the price is unknown, since %s', async (_why, change, times) => {
    await putPolicyInForce([over(limit), anyway()]);
    await storeRecords(Array.from({ length: times }, (_, index) => past('1000', index, change)));
    expect((await dryRun('0.1')).current).toContain('the price of ETH in USD is unknown');
  });
});

const priced = (price: string, at: number) => past(price, at, { asset: 'PYUSD' });

describe('a total in US dollars under a limit in units of the asset', () => {
  const inUnits: TimeLimit = { window: DAY, by: ['profile'], limit: { kind: 'sum', limits: { PYUSD: '1000' } } };
  const total = { asset: 'PYUSD', fixed: 'total', balanceAsset: 'USD' } as const;

  it('counts with the units that it is worth by the lower price, rounded up', async () => {
    await putPolicyInForce([over(inUnits), anyway()]);
    const prices = ['12', '12', '12', '12', '12'];
    await storeRecords(prices.map((price, index) => priced(price, index + 1)));
    expect(await make('1200', total)).toMatchObject({ requiredApprovals: 1, facts: { overTime: [{ after: '100' }] } });
    expect(await make('900', { asset: 'PYUSD' })).toMatchObject({
      requiredApprovals: 1,
      facts: { overTime: [{ before: '100', after: '1000' }] },
    });
    await storeRecords([priced('11', 0)]);
    expect(await make('1', total)).toMatchObject({
      requiredApprovals: 2,
      facts: { overTime: [{ before: '1009.09090909090909091', after: '1009.18181818181818182' }] },
    });
  });

  it('is unknown only without a price', async () => {
    await putPolicyInForce([over(inUnits), anyway()]);
    expect(await make('1', total)).toMatchObject({
      requiredApprovals: 2,
      facts: { overTime: [{ after: null, unknown: expect.stringContaining('the price of PYUSD in USD is unknown') }] },
    });
  });
});

describe('the claim', () => {
  it('counts what was saved earlier and no more', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const first = await make('6');
    const second = await make('6');
    expect(second.requiredApprovals).toBe(2);
    await approveRequest(first.requestId, ...approvers.slice(0, 1));
    expect(await claimSend()).toMatchObject({ requestId: first.requestId });
    await approveRequest(second.requestId, ...approvers.slice(0, 2));
    expect(await claimSend()).toMatchObject({ requestId: second.requestId });
  });

  it('asks for more approvals where another withdrawal left meanwhile', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    const [returned] = await database()
      .select({ state: withdrawalRequests.state, sent: sends.state })
      .from(withdrawalRequests)
      .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
      .where(eq(withdrawalRequests.id, requestId));
    expect(returned).toEqual({ state: 'AWAITING_APPROVAL', sent: null });
    const [entry] = await database().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
    expect(entry?.action).toBe('request.returned');
    expect(JSON.parse(entry?.entry ?? '')).toMatchObject({
      reason: expect.stringContaining('requires 2 approvals') as unknown,
    });
    await approveRequest(requestId, ...approvers.slice(1, 2));
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('sends nothing where a limit that refuses is exceeded by now', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'refuse', reason: 'Too much' }), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({
      state: 'HOLD',
      hold: { kind: 'limit', isAmbiguous: false, detail: expect.stringContaining('is more than 10 ETH') },
    });
    // Two people queue it again: the claim counts anew, as often as they do.
    await sendAgain(requestId);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({ state: 'HOLD', hold: { kind: 'limit' } });
    await sendAgain(requestId);
    await database().execute(sql`truncate mirror_transfers`);
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('lets its requester cancel what a limit holds', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'refuse', reason: 'Too much' }), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({ state: 'HOLD', fence: 0, hold: { kind: 'limit' } });
    expect(await cancelAs(requester, { requestId })).toMatchObject({ ok: true });
    expect(await readSend(requestId)).toBeUndefined();
  });

  it('returns what a limit held to its approvers where their approvals have lapsed meanwhile', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'refuse', reason: 'Too much' }), anyway()]);
    const { requestId } = await make('6');
    const { person } = await signInAs('long-ago', ['approver']);
    await approveRequest(requestId, person);
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    await sendAgain(requestId);
    await database().execute(sql`truncate mirror_transfers`);
    await withoutTriggers(async (transaction) => {
      const day = sql`interval '25 hours'`;
      await transaction.execute(
        sql`update decisions set decided_at = decided_at - ${day} where request_id = ${requestId}`,
      );
      await transaction.execute(sql`update sign_ins set at = at - ${day} where person_id = ${person.id}`);
    });
    expect(await claimSend()).toBeUndefined();
    expect(await readState(requestId)).toBe('AWAITING_APPROVAL');
    expect(await readSend(requestId)).toBeUndefined();
  });

  it.each([
    ['refuses', { kind: 'refuse', reason: 'Too much' }],
    ['asks for more approvals', { kind: 'approve', count: 2 }],
    ['asks for an administrator', { kind: 'approve', count: 1, role: 'admin' }],
    ['makes it wait', { kind: 'wait' }],
  ] as const)('tries again later where the use of a limit that %s is unknown, and says so', async (_what, then) => {
    await putPolicyInForce([over(sumOf('10'), then), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...approvers.slice(0, 1));
    await completeMirror(null);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({
      state: 'QUEUED',
      fence: 0,
      hold: null,
      postponedReason: expect.stringContaining('is not complete'),
    });
    expect(await readState(requestId)).toBe('APPROVED');
    const view = await readRequest(requestId);
    expect(view).toMatchObject({ value: { postponedReason: expect.stringContaining('is not complete') } });
    await completeMirror();
    expect(await claimSend()).toBeUndefined();
    await database().update(sends).set({ nextAt: new Date() }).where(eq(sends.requestId, requestId));
    expect(await claimSend()).toMatchObject({ requestId });
    expect(await readSend(requestId)).toMatchObject({ state: 'SENDING', postponedReason: null });
  });

  it('holds what a known limit refuses though another use is unknown, and sends what has the approvals for both', async () => {
    const worth = over({ window: DAY, by: [], limit: { kind: 'value', currency: 'USD', limit: '1' } });
    const refusing = over(sumOf('10'), { kind: 'refuse', reason: 'Too much' });
    await putPolicyInForce([refusing, worth, anyway()]);
    const [first, second] = [await make('1'), await make('2')];
    for (const { requestId } of [first, second]) await approveRequest(requestId, ...approvers.slice(0, 2));
    expect(await claimSend()).toMatchObject({ requestId: first.requestId });
    await storeRecords([transferOf({ amount: '8', total: '8.5' })]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(second.requestId)).toMatchObject({ state: 'HOLD', hold: { kind: 'limit' } });
  });

  it('expires what needs approvals of another role by now, so that it is requested again', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'approve', count: 1, role: 'admin' }), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    expect(await readState(requestId)).toBe('EXPIRED');
    expect(await readSend(requestId)).toBeUndefined();
    expect(await readRequest(requestId)).toMatchObject({
      value: { returnReason: expect.stringContaining('requires approvals of the role admin') },
    });
    const form = filledForm({ profileId: profile, destinationAddress: newAddress(), value: '6' });
    expect(await amendAs(requester, { requestId, basedOnVersion: 1, formKey: randomUUID(), form })).toMatchObject({
      ok: true,
    });
    expect(await readVersion(requestId)).toMatchObject({ requiredRole: 'admin' });
    expect(await readRequest(requestId)).toMatchObject({ value: { returnReason: null } });
  });
});

async function readSend(requestId: string) {
  const [send] = await database().select().from(sends).where(eq(sends.requestId, requestId));
  return send;
}

async function readState(requestId: string) {
  return (await readRow(requestId))?.state;
}

async function readRow(requestId: string) {
  const [row] = await database().select().from(withdrawalRequests).where(eq(withdrawalRequests.id, requestId));
  return row;
}

const daysAfter = (from: Date | null, days: number) => new Date((from?.getTime() ?? 0) + days * 86_400_000);

/** Has two administrators send a withdrawal again. */
async function sendAgain(requestId: string): Promise<void> {
  const before = caller.sessionId;
  caller.sessionId = (await signInAs('admin-one', ['admin'])).sessionId;
  const payload = { kind: 'send-again' };
  const proposed = await propose({ kind: 'resolve-send', subject: requestId, payload, comment: 'The limit allows it' });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  caller.sessionId = (await signInAs('admin-two', ['admin'])).sessionId;
  const confirmed = await confirmProposal({ proposalId: proposed.value.proposalId, comment: '' });
  if (!confirmed.ok) throw new Error(JSON.stringify(confirmed.error));
  caller.sessionId = before;
}

describe('a rule that makes a withdrawal wait', () => {
  const wait = { kind: 'wait' } as const;

  it('lets it leave in the first minute in which the limit is kept, with the approvals of the rules that follow', async () => {
    await putPolicyInForce([over(sumOf('10'), wait), anyway(2)]);
    const first = await make('6');
    const waiting = await make('6');
    expect(first).toMatchObject({ notBefore: null, ruleNumber: 2 });
    const until = waiting.notBefore?.getTime() ?? 0;
    const free = first.createdAt.getTime() + 24 * 3_600_000;
    expect(until - free).toBeGreaterThanOrEqual(0);
    expect(until - free).toBeLessThanOrEqual(60_000);
    expect(waiting).toMatchObject({ ruleNumber: 2, requiredApprovals: 2, countsAt: waiting.notBefore });
    await approveRequest(waiting.requestId, ...approvers.slice(0, 2));
    expect(await claimSend()).toBeUndefined();
    // A worker that asks too early is sent away.
    await database().update(sends).set({ nextAt: new Date() }).where(eq(sends.requestId, waiting.requestId));
    expect(await claimSend()).toBeUndefined();
    const [send] = await database().select().from(sends).where(eq(sends.requestId, waiting.requestId));
    expect(send).toMatchObject({ state: 'QUEUED', fence: 0, nextAt: waiting.notBefore });
  });

  it('leaves days later with its approvals, and lapses only after that', { timeout: 60_000 }, async () => {
    await clearSends();
    const once: TimeLimit = {
      window: { kind: 'hours', hours: 120 },
      by: ['profile'],
      limit: { kind: 'count', limit: 1 },
    };
    await putPolicyInForce([over(once, wait), anyway()]);
    await make('1');
    const [second, third] = [await make('1'), await make('1')];
    for (const { requestId, notBefore } of [second, third]) {
      expect((await readRow(requestId))?.expiresAt).toEqual(daysAfter(notBefore, 1));
      await approveRequest(requestId, ...approvers.slice(0, 1));
    }
    try {
      await moveClock(daysAfter(second.notBefore, 0.01));
      await completeMirror(daysAfter(second.notBefore, 0.01));
      expect(await claimSend()).toMatchObject({ requestId: second.requestId });
      // As old as an approval may be, counted from then.
      await moveClock(daysAfter(third.notBefore, 1.01));
      await completeMirror(daysAfter(third.notBefore, 1.01));
      expect(await claimSend()).toBeUndefined();
      expect(await readState(third.requestId)).toBe('AWAITING_APPROVAL');
    } finally {
      await moveClock();
    }
    expect(await readRequest(third.requestId)).toMatchObject({
      value: { returnReason: expect.stringContaining('more than 24 hours old') },
    });
  });

  it('is held where it would wait longer by now', async () => {
    await putPolicyInForce([over(sumOf('10'), wait), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({
      state: 'HOLD',
      hold: { kind: 'limit', detail: expect.stringContaining('Rule 1 makes it wait because 12.5 ETH') },
    });
  });

  it('queues what waits: a later one waits for the earlier one', async () => {
    await putPolicyInForce([
      over(sumOf('10', [], { kind: 'calendar', unit: 'day', zone: 'Asia/Tokyo' }), wait),
      anyway(),
    ]);
    const days: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { notBefore, createdAt } = await make('6');
      days.push(Math.ceil(((notBefore ?? createdAt).getTime() - createdAt.getTime()) / 86_400_000));
    }
    expect(days).toEqual([0, 1, 2, 3]);
    const { requestId, notBefore } = await make('6');
    expect(await readRequest(requestId)).toMatchObject({
      value: {
        rule: {
          leavesAt: notBefore?.toISOString(),
          limits: [
            {
              text: expect.stringMatching(/^6 of 10 ETH on \d+ \w+ \(Asia\/Tokyo\) after this one, when it leaves$/),
              isOver: false,
            },
          ],
        },
      },
    });
  });

  it('refuses what no waiting would help', async () => {
    await putPolicyInForce([over(sumOf('10'), wait), anyway()]);
    expect(await request('10.1')).toMatchObject({
      ok: false,
      error: { kind: 'refused-by-policy', reason: expect.stringContaining('waiting up to 31 days would not help') },
    });
    expect(await request('1', { asset: 'SOL', network: 'SOLANA', destinationAddress: SOLANA })).toMatchObject({
      ok: false,
    });
  });

  it('is not sent earlier by somebody who removes the time from the row', async () => {
    await putPolicyInForce([over(sumOf('10'), wait), anyway()]);
    await make('6');
    const { requestId } = await make('6');
    await approveRequest(requestId, ...approvers.slice(0, 1));
    await withoutTriggers(async (transaction) => {
      await transaction
        .update(requestVersions)
        .set({ notBefore: null })
        .where(eq(requestVersions.requestId, requestId));
      await transaction.update(sends).set({ nextAt: new Date() }).where(eq(sends.requestId, requestId));
    });
    expect(await claimSend()).toBeUndefined();
    const [held] = await database().select().from(sends).where(eq(sends.requestId, requestId));
    expect(held?.state).toBe('HOLD');
  });
});

const SOLANA = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
