import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { Reader } from '@/lib/identity/reader';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { explainReturn, groupReturned } from '@/lib/requests/returned';
import { readSearchTerm } from '@/lib/search/search-terms';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { expireRequests } from '@/lib/server/requests/expire';
import { findRequests } from '@/lib/server/requests/search/find';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { readRequest } from '@/lib/server/requests/lists/read';
import { readRejections } from '@/lib/server/requests/lists/rejections';
import { dismissReturned, listReturned } from '@/lib/server/requests/lists/returned';
import { selectRequests } from '@/lib/server/requests/select';
import { sendNext } from '@/lib/server/sends/worker';
import { readAgain } from '@/lib/server/transfers/repeat-withdrawal';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const financeTwo = signedIn('finance-two', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
const support = signedIn('support', ['support']);

beforeEach(() => {
  as(finance);
});

const newReference = () => `INV-${randomUUID().slice(0, 8)}`;
const submission = (form: WithdrawalForm, followsId?: string) => ({
  formKey: randomUUID(),
  form,
  ...(followsId !== undefined && { followsId }),
});

const create = async (change: Partial<WithdrawalForm> = {}, followsId?: string) =>
  surely(await createRequest(submission(filledForm(change), followsId))).requestId;

const viewOf = async (id: string) => surely(await readRequest(id));

async function reject(id: string, comment = 'wrong amount'): Promise<void> {
  const { version, bodySha256 } = await viewOf(id);
  const vote = { requestId: id, version, bodySha256, verdict: 'REJECTED', comment };
  expect(await decideAs(one.person, vote)).toMatchObject({ ok: true });
}

async function expire(id: string): Promise<void> {
  await withoutTriggers((transaction) =>
    transaction.execute(sql`update withdrawal_requests set expires_at = now() where id = ${id}`),
  );
  await expireRequests();
}

/** Creates a request that the sandbox declines, since its profile is empty. */
async function createDeclined(referenceId: string): Promise<string> {
  const id = await create({ referenceId, profileId: 'p-empty' });
  await approveRequest(id, one.person, two.person);
  await sendNext();
  return id;
}

async function startOf(id: string) {
  const again = await readAgain(id);
  if (!again.ok || again.value.kind !== 'follow-up') throw new Error(`no follow-up: ${JSON.stringify(again)}`);
  return again.value.start;
}

async function sentenceOf(id: string): Promise<string> {
  const { outcome } = await viewOf(id);
  if (!outcome) throw new Error('the request must have an outcome');
  return describeRequestOutcome(outcome).sentence;
}

async function search(text: string): Promise<string[]> {
  const term = readSearchTerm(text);
  if (!term) throw new Error('the text must be a term');
  return (await findRequests(support.person, term, { limit: 10 })).map(({ refId }) => refId);
}

const returnedIds = async () => {
  const returned = await listReturned();
  return returned.ok ? returned.value.map(({ id }) => id) : returned.error;
};

describe('a withdrawal that is requested again', () => {
  it.each([
    ['rejected', (id: string) => reject(id)],
    ['expired', expire],
  ])('keeps its reference where it was %s, as a new version of its requester', async (_how, end) => {
    const referenceId = newReference();
    const id = await create({ referenceId });
    await end(id);
    const again = await readAgain(id);
    expect(again).toMatchObject({
      ok: true,
      value: { kind: 'amendment', amendment: { requestId: id, version: 1, refId: referenceId } },
    });
    const form = { ...filledForm({ referenceId }), value: '7' };
    const change = { formKey: randomUUID(), requestId: id, basedOnVersion: 1, form };
    expect(await amendRequest(change)).toMatchObject({ ok: true });
    expect(await viewOf(id)).toMatchObject({ refId: referenceId, version: 2, state: 'AWAITING_APPROVAL' });
    expect(await returnedIds()).not.toContain(id);
  });

  it('gets the next unused reference where the service declined it, linked both ways, with approvals of its own', async () => {
    const referenceId = newReference();
    const declined = await createDeclined(referenceId);
    // Used in another spelling by a request, and by a transfer in the mirror.
    await create({ referenceId: `${referenceId}-2`.toLowerCase() });
    await storeRecords([{ id: randomUUID(), ref_id: `${referenceId}-3`, status: 'COMPLETED' }]);
    const start = await startOf(declined);
    expect(start.follows).toEqual({ id: declined, refId: referenceId });
    expect(start.form).toMatchObject({ referenceId: `${referenceId}-4`, profileId: 'p-empty', addressEntry: 'repeat' });

    const follower = await create({ ...start.form, profileId: 'p-ops' }, declined);
    expect(await viewOf(follower)).toMatchObject({
      refId: `${referenceId}-4`,
      state: 'AWAITING_APPROVAL',
      approvals: { given: 0, required: 2 },
      follows: { id: declined, refId: referenceId },
      followedBy: null,
    });
    expect(await viewOf(declined)).toMatchObject({ followedBy: { id: follower, refId: `${referenceId}-4` } });
    // The same amount to the same recipient, but no possible duplicate.
    const similarTo = async (id: string) => (await viewOf(id)).similar.map((similar) => similar.id);
    expect(await similarTo(follower)).not.toContain(declined);
    expect(await similarTo(declined)).not.toContain(follower);
    expect(await sentenceOf(declined)).toMatch(new RegExp(`Never sent\\. Requested again as ${referenceId}-4\\.$`));
    expect(await sentenceOf(follower)).toMatch(new RegExp(`Follows ${referenceId}\\.$`));
    const [entry] = await database()
      .select({ entry: auditLog.entry })
      .from(auditLog)
      .where(eq(auditLog.subject, `request:${follower}`));
    expect(JSON.parse(entry?.entry ?? '{}')).toMatchObject({
      action: 'request.made',
      after: { follows: { id: declined, refId: referenceId } },
    });
    expect(await database().select().from(decisions).where(eq(decisions.requestId, follower))).toEqual([]);
    // The line goes on from the first reference.
    expect(await cancelRequest({ requestId: follower })).toMatchObject({ ok: true });
    expect((await startOf(follower)).form.referenceId).toBe(`${referenceId}-5`);
  });

  it('is found with the other one by the reference of either, whatever the references', async () => {
    const [first, second] = [newReference(), newReference()];
    const declined = await createDeclined(first);
    await create({ referenceId: second }, declined);
    expect(await search(first)).toEqual([first, second]);
    expect(await search(second.toLowerCase())).toEqual([second, first]);
  });

  it('gets a new reference where it was cancelled, or where somebody else requests it again', async () => {
    const [cancelled, rejected] = [newReference(), newReference()];
    const cancelledId = await create({ referenceId: cancelled });
    expect(await cancelRequest({ requestId: cancelledId })).toMatchObject({ ok: true });
    expect((await startOf(cancelledId)).form.referenceId).toBe(`${cancelled}-2`);
    const rejectedId = await create({ referenceId: rejected });
    await reject(rejectedId);
    as(financeTwo);
    const { form } = await startOf(rejectedId);
    const follower = await create(form, rejectedId);
    const rejection = {
      reason: 'wrong amount',
      personName: 'approver-one',
      version: 1,
      other: { id: rejectedId, refId: rejected },
      changes: [],
    };
    expect(await viewOf(follower)).toMatchObject({ requesterName: 'finance-two', isMine: true, rejection });
    const rows = await selectRequests(one.person).where(eq(withdrawalRequests.id, follower));
    const readAs = (visibleProfiles: Reader['visibleProfiles']) =>
      readRejections({ ...one.person, visibleProfiles }, rows).then((found) => found.get(follower));
    expect(await readAs('all')).toMatchObject(rejection);
    expect(await readAs(['p-other'])).toBeUndefined();
    // Its requester can no longer change the first one: both could be paid.
    as(finance);
    const change = { formKey: randomUUID(), requestId: rejectedId, basedOnVersion: 1, form: filledForm() };
    expect(await amendRequest(change)).toMatchObject(
      failure('not-now', { reason: 'This withdrawal was requested again. Change the later request instead.' }),
    );
    expect(await readAgain(rejectedId)).toMatchObject({ ok: false, error: { requestId: follower } });
  });

  it('is requested again once, also by two people at the same moment', async () => {
    const declined = await createDeclined(newReference());
    const forms = [filledForm(), filledForm()].map((form) => submission(form, declined));
    const outcomes = await Promise.all(forms.map((form) => createRequest(form)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      error: { kind: 'not-followable', reason: expect.stringContaining('already requested again as') },
    });
    // The same form again gives the same request.
    const [first, second] = outcomes;
    const [winner, form] = first?.ok ? [first, forms[0]] : [second, forms[1]];
    expect(await createRequest(form)).toEqual(winner);
  });

  it('is refused while it awaits approval, waits to be sent, or may have been sent, and saves nothing', async () => {
    const waiting = await create();
    const queued = await create();
    await approveRequest(queued, one.person, two.person);
    for (const [id, reason] of [
      [waiting, 'still awaiting approval'],
      [queued, 'approved and will be sent'],
      [randomUUID(), 'was not found'],
    ] as const) {
      const refused = await createRequest(submission(filledForm({ referenceId: newReference() }), id));
      expect(refused).toMatchObject(failure('not-followable', { reason: expect.stringContaining(reason) }));
      expect(await readAgain(id)).toMatchObject({ ok: false, error: { reason: expect.stringContaining(reason) } });
    }
    await sendNext();
    // The sandbox creates the transfer and answers with status 500.
    const unknown = await create({ value: '1.0501' });
    await approveRequest(unknown, one.person, two.person);
    await sendNext();
    for (const [id, reason] of [
      [queued, 'Wait until its outcome is known'],
      [unknown, 'not known whether the withdrawal was sent'],
    ] as const)
      expect(await readAgain(id)).toMatchObject({ ok: false, error: { reason: expect.stringContaining(reason) } });
    // The database refuses it too, and a change of a request that was requested again.
    const follower = await create();
    for (const id of [waiting, queued, unknown, follower])
      await expect(
        pool().query('insert into request_follow_ups (request_id, follows_id) values ($1, $2)', [follower, id]),
      ).rejects.toThrow(/over and paid nobody|not_itself/);
    const rejected = await create();
    await reject(rejected);
    await create({}, rejected);
    await expect(
      pool().query(`update withdrawal_requests set state = 'AWAITING_APPROVAL' where id = $1`, [rejected]),
    ).rejects.toThrow(/neither changed nor approved/);
    await expect(pool().query('delete from request_follow_ups')).rejects.toThrow(/never changed or deleted/);
  });

  it('is requested again after it failed at the service, and only by people who may request', async () => {
    const failed = await create();
    await approveRequest(failed, one.person, two.person);
    await sendNext();
    await database().update(sends).set({ transferStatus: 'FAILED', trackAt: null }).where(eq(sends.requestId, failed));
    const { form } = await startOf(failed);
    expect(await returnedIds()).toContain(failed);
    as(support);
    expect(await readAgain(failed)).toMatchObject(failure('forbidden'));
    expect(await createRequest(submission(form, failed))).toMatchObject(failure('forbidden'));
    as(finance);
    await create(form, failed);
    expect(await returnedIds()).not.toContain(failed);
  });

  it('is the whole again where a test payment and its remainder were rejected', async () => {
    const referenceId = newReference();
    const created = surely(
      await createTestPayment(submission(filledForm({ referenceId, value: '10', testAmount: '0.5' }))),
    );
    const { bundle, id: testId } = await viewOf(created.requestId);
    if (bundle?.kind !== 'test-payment') throw new Error('the request must be a test payment');
    const vote = { bundleId: bundle.id, bundleSha256: bundle.sha256, verdict: 'REJECTED', comment: 'not yet' };
    expect(await decideOnBundleAs(one.person, vote)).toMatchObject({ ok: true });
    const returned = await listReturned();
    const lines = returned.ok ? groupReturned(returned.value) : [];
    expect(lines.find(({ requests }) => requests.some(({ id }) => id === testId))?.requests).toHaveLength(2);
    const { form, follows } = await startOf(testId);
    expect(follows?.refId).toBe(referenceId);
    expect(form).toMatchObject({ value: '10', testAmount: '0.5', referenceId: `${referenceId}-2` });
    const again = surely(await createTestPayment(submission(form, testId)));
    const pair = (await viewOf(again.requestId)).bundle;
    expect(pair).toMatchObject({ remainder: { refId: `${referenceId}-2`, follows: { refId: referenceId } } });
    expect(await returnedIds()).not.toContain(testId);
    expect((await viewOf(again.requestId)).rejection).toMatchObject({ reason: 'not yet', changes: [] });
    const rejected = await create();
    await reject(rejected);
    const second = await create({}, rejected);
    await cancelRequest({ requestId: second });
    const third = await create({ value: '3' }, second);
    expect((await viewOf(third)).rejection).toMatchObject({ reason: 'wrong amount', changes: [{ after: '3' }] });
  });
});

describe('what came back to its requester', () => {
  it('is listed newest first with reason and what to do, until it is marked as done', async () => {
    const rejected = await create();
    await reject(rejected, 'pay \u202e half');
    const expired = await create();
    await expire(expired);
    const declined = await createDeclined(newReference());
    const cancelled = await create();
    await cancelRequest({ requestId: cancelled });
    const returned = surely(await listReturned());
    expect(returned.slice(0, 3).map(({ id }) => id)).toEqual([declined, expired, rejected]);
    expect(returned.map(({ id }) => id)).not.toContain(cancelled);
    expect(returned.slice(0, 3).map(explainReturn)).toEqual([
      {
        title: expect.stringMatching(/^Declined by the service: The balance is too low\. Profile p-empty has/),
        detail: 'Never sent.',
        next: 'Lower the amount or add funds to the profile, then request it again.',
      },
      {
        title: 'Expired with 0 of 2 approvals',
        detail: 'Never sent.',
        next: 'Correct it and request it again under the same reference.',
      },
      expect.objectContaining({ title: 'Rejected by approver-one: pay \u202e half', detail: 'Never sent.' }),
    ]);

    // Another person’s are neither listed nor marked.
    as(financeTwo);
    expect(await returnedIds()).not.toContain(declined);
    expect(await dismissReturned({ requestIds: [declined] })).toMatchObject({ ok: true });
    as(finance);
    expect(await returnedIds()).toContain(declined);
    for (const requestIds of [[], ['x'], [`${declined}'`]])
      expect(await dismissReturned({ requestIds })).toMatchObject(failure('invalid'));
    expect(await dismissReturned({ requestIds: [declined, rejected, cancelled] })).toMatchObject({ ok: true });
    expect(await dismissReturned({ requestIds: [declined] })).toMatchObject({ ok: true });
    const left = await returnedIds();
    expect(left).toContain(expired);
    expect(left).not.toContain(declined);
    expect(left).not.toContain(rejected);
    as(support);
    expect(await listReturned()).toMatchObject(failure('forbidden'));
  });

  it('comes back once more where a changed version is rejected again', async () => {
    const id = await create();
    await reject(id);
    expect(await dismissReturned({ requestIds: [id] })).toMatchObject({ ok: true });
    const form = filledForm();
    expect(await amendRequest({ formKey: randomUUID(), requestId: id, basedOnVersion: 1, form })).toMatchObject({
      ok: true,
    });
    await reject(id);
    expect(await returnedIds()).toContain(id);
  });
});
