import { randomBytes, randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyWithoutSums } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { mintReference } from '@/lib/withdrawals/reference';
import { database, inTransaction } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { sessions } from '@/lib/server/database/schema/people';
import { testPaymentConfirmations, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { decideOnBundle, decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { listTestsToConfirm } from '@/lib/server/requests/bundles/tests-to-confirm';
import { confirmTest, confirmTestAs } from '@/lib/server/requests/bundles/confirm-test';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readRequest } from '@/lib/server/requests/lists/read';
import { readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { sendNext } from '@/lib/server/sends/worker';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const running = setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
const support = signedIn('support', ['support']);

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

/** An address that was never paid, so that two approvals are required. */
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const pairForm = (change: Partial<WithdrawalForm> = {}) =>
  filledForm({ value: '1.50', testAmount: '0.01', destinationAddress: newAddress(), ...change });

interface Pair {
  bundleId: string;
  testId: string;
  remainderId: string;
  sha256: string;
}

async function make(change: Partial<WithdrawalForm> = {}): Promise<Pair> {
  as(finance);
  const made = surely(await createTestPayment({ formKey: randomUUID(), form: pairForm(change) }));
  const [test] = await database().select().from(withdrawalRequests).where(eq(withdrawalRequests.id, made.requestId));
  const members = await database()
    .select({ id: withdrawalRequests.id, bodySha256: requestVersions.bodySha256 })
    .from(withdrawalRequests)
    .innerJoin(requestVersions, eq(requestVersions.requestId, withdrawalRequests.id))
    .where(eq(withdrawalRequests.bundleId, test?.bundleId ?? ''))
    .orderBy(withdrawalRequests.bundlePosition);
  const [first, second] = members;
  if (!test?.bundleId || !first || !second || first.id !== test.id) throw new Error('a test payment has no remainder');
  return {
    bundleId: test.bundleId,
    testId: first.id,
    remainderId: second.id,
    sha256: hashBundle(
      'test-payment',
      members.map(({ bodySha256 }) => bodySha256),
    ),
  };
}

const decide = (
  person: SignedIn,
  { bundleId, sha256 }: Pair,
  verdict: 'APPROVED' | 'REJECTED' = 'APPROVED',
  change = {},
) =>
  decideOnBundleAs(person.person, {
    bundleId,
    bundleSha256: sha256,
    verdict,
    comment: verdict === 'REJECTED' ? 'wrong' : '',
    ...change,
  });

async function approved(change: Partial<WithdrawalForm> = {}): Promise<Pair> {
  const testPayment = await make(change);
  await decide(one, testPayment);
  expect(await decide(two, testPayment)).toEqual({ ok: true, value: { decided: 2 } });
  return testPayment;
}

/** A test payment that the service has completed. */
async function arrived(change: Partial<WithdrawalForm> = {}): Promise<Pair> {
  const testPayment = await approved(change);
  expect(await sendNext()).toBe(1);
  await database()
    .update(sends)
    .set({ transferStatus: 'COMPLETED', trackAt: null })
    .where(eq(sends.requestId, testPayment.testId));
  return testPayment;
}

async function view(id: string) {
  const found = await readRequest(id);
  if (!found.ok || found.value.bundle?.kind !== 'test-payment') throw new Error('the test payment must be readable');
  return { ...found.value, testPayment: found.value.bundle };
}

const stateOf = async (id: string) => (await view(id)).state;
const sendOf = async (id: string) => (await database().select().from(sends).where(eq(sends.requestId, id)))[0];
const confirm = (person: SignedIn, { bundleId }: Pair, comment = 'They wrote back from their known address.') =>
  confirmTestAs(person.person, { bundleId, comment });
const auditOf = async (subject: string) =>
  (
    await database()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, subject))
      .orderBy(auditLog.seq)
  ).map(({ action }) => action);

async function signalsOf(requestId: string): Promise<readonly string[] | undefined> {
  const [version] = await database()
    .select({ facts: requestVersions.facts })
    .from(requestVersions)
    .where(eq(requestVersions.requestId, requestId));
  return version?.facts.signals;
}

describe('requesting with a test payment', () => {
  it('creates two requests that add up, with distinct references and one hash over both', async () => {
    const testPayment = await make({ referenceId: 'INV-77', memo: '42' });
    const { testPayment: shown, denialReason, rule } = await view(testPayment.remainderId);
    expect(shown).toMatchObject({
      position: 1,
      sha256: testPayment.sha256,
      totalAmount: '1.5',
      test: { id: testPayment.testId, refId: 'INV-77-test', body: { amount: '0.01', memo: '42' } },
      remainder: { id: testPayment.remainderId, refId: 'INV-77', body: { amount: '1.49', memo: '42' } },
      confirmation: null,
    });
    expect(denialReason).toMatchObject({ amend: expect.stringContaining('cannot be changed'), cancel: null });
    expect(rule.sentence).toContain('two approvals');
    for (const id of [testPayment.testId, testPayment.remainderId])
      expect(await auditOf(`request:${id}`)).toEqual(['request.made']);
  });

  it('creates one test payment from twenty submissions, and nothing else from that form or reference', async () => {
    const submission = { formKey: randomUUID(), form: pairForm({ referenceId: '' }) };
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => createTestPayment(submission)));
    const ids = new Set(outcomes.map((outcome) => outcome.ok && outcome.value.requestId));
    expect(ids.size).toBe(1);
    const refId = mintReference(submission.formKey);
    const made = await database()
      .select({ refId: withdrawalRequests.refId })
      .from(withdrawalRequests)
      .where(inArray(withdrawalRequests.refId, [refId, `${refId}-test`]));
    expect(made).toHaveLength(2);
    const [testId] = ids;
    expect(await createTestPayment({ ...submission, form: { ...submission.form, testAmount: '0.02' } })).toEqual(
      failure('already-submitted', { requestId: testId }),
    );
    expect(await createRequest({ ...submission, form: { ...submission.form, testAmount: '' } })).toMatchObject(
      failure('already-submitted'),
    );
    expect(await createTestPayment({ formKey: randomUUID(), form: pairForm({ referenceId: refId }) })).toMatchObject(
      failure('reference-taken'),
    );
    expect(
      await createRequest({ formKey: randomUUID(), form: filledForm({ referenceId: `${refId}-test` }) }),
    ).toMatchObject(failure('reference-taken'));
  });

  it('applies the policy to the whole, so that splitting evades no limit', async () => {
    const destinationAddress = newAddress();
    await arrived({ destinationAddress, value: '20', testAmount: '5' });
    // Paid before, and at least a tenth, so that only the amount matters: one approval below 25 ETH, two from 25 ETH.
    for (const [value, rule] of [
      ['24.99', 3],
      ['25', 2],
    ] as const) {
      const { testId, remainderId } = await make({ destinationAddress, value, testAmount: '12' });
      const rules = await database()
        .select({ rule: requestVersions.ruleNumber, required: requestVersions.requiredApprovals })
        .from(requestVersions)
        .where(inArray(requestVersions.requestId, [testId, remainderId]));
      const expected = { rule, required: rule === 2 ? 2 : 1 };
      expect(rules).toEqual([expected, expected]);
    }
  });

  it('checks the whole while waiting, and never counts either part as another request', async () => {
    const paid = {
      type: 'CRYPTO_WITHDRAWAL',
      direction: 'DEBIT',
      status: 'COMPLETED',
      asset: 'ETH',
      amount: '3',
      profile_id: 'p-pairs',
    };
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    await storeRecords(
      Array.from({ length: 6 }, (_, index) => ({ ...paid, ...times, id: `paid-${index}`, crypto_network: 'ETHEREUM' })),
    );
    // Equal parts must not count as duplicates of each other.
    const testPayment = await make({ profileId: 'p-pairs', value: '3', testAmount: '1.5' });
    for (const id of [testPayment.testId, testPayment.remainderId]) {
      const now = surely(await readChecksOf(id));
      const told = now.card.lines.map(({ state, text }) => [state, text]);
      expect(told).toEqual((await view(id)).checks?.card.lines.map(({ state, text }) => [state, text]));
      expect(now.card.lines.find((line) => line.id === 'amount')?.text).toMatch(/Median of 6/);
      expect(now.card.signals).not.toContain('open-requests');
      expect(now.card.signals).not.toContain('repeated-within-a-day');
    }
  });

  it.each<[string, Partial<WithdrawalForm>, string]>([
    ['a test amount equal to the whole', { testAmount: '1.5' }, 'testAmount'],
    ['a zero test amount', { testAmount: '0' }, 'testAmount'],
    ['an invalid test amount', { testAmount: '1e-3' }, 'testAmount'],
    ['a test payment of a total', { fixed: 'total' }, 'fixed'],
    ['a reference that is too long for the suffix', { referenceId: 'r'.repeat(60) }, 'referenceId'],
    ['a fee that applies to one withdrawal', { feeId: 'fee-1' }, 'feeId'],
  ])('refuses %s', async (_name, change, path) => {
    const outcome = await createTestPayment({ formKey: randomUUID(), form: pairForm(change) });
    expect(outcome).toMatchObject(failure('invalid', { issues: [{ path }] }));
  });

  it('is found as a duplicate of a single request, and the other way round, within 24 hours', async () => {
    const destination = { destinationAddress: newAddress() };
    await make({ ...destination, value: '4' });
    expect(await signalsOf((await make({ ...destination, value: '4.0', testAmount: '1' })).testId)).toContain(
      'repeated-within-a-day',
    );
    const single = await createRequest({ formKey: randomUUID(), form: filledForm({ ...destination, value: '4' }) });
    expect(single.ok && (await signalsOf(single.value.requestId))).toContain('repeated-within-a-day');
    expect(await signalsOf((await make({ ...destination, value: '5' })).testId)).not.toContain('repeated-within-a-day');
  });

  it('is refused for other roles', async () => {
    as(one);
    expect(await createTestPayment({ formKey: randomUUID(), form: pairForm() })).toMatchObject(failure('forbidden'));
  });
});

describe('deciding on both parts at once', () => {
  it('sends the test payment once approved and locks the remainder', async () => {
    const testPayment = await make();
    expect(await decide(one, testPayment)).toEqual({ ok: true, value: { decided: 2 } });
    expect([await stateOf(testPayment.testId), await stateOf(testPayment.remainderId)]).toEqual([
      'AWAITING_APPROVAL',
      'AWAITING_APPROVAL',
    ]);
    // A repeated decision counts once.
    expect(await decide(one, testPayment)).toEqual({ ok: true, value: { decided: 0 } });
    expect(await decide(two, testPayment)).toEqual({ ok: true, value: { decided: 2 } });
    expect([await stateOf(testPayment.testId), await stateOf(testPayment.remainderId)]).toEqual([
      'APPROVED',
      'APPROVED',
    ]);
    expect(await sendOf(testPayment.remainderId)).toBeUndefined();
    expect(await sendNext()).toBe(1);
    expect(await sendNext()).toBe(0);
    expect(await sendOf(testPayment.testId)).toMatchObject({ state: 'ACCEPTED' });
    const votes = await database()
      .select()
      .from(decisions)
      .where(inArray(decisions.requestId, [testPayment.testId, testPayment.remainderId]));
    expect(votes).toHaveLength(4);
    expect(await auditOf(`request:${testPayment.remainderId}`)).toEqual([
      'request.made',
      'request.approved',
      'request.approved',
    ]);
  });

  it('is refused on one part alone, with another hash, and on one’s own request', async () => {
    const testPayment = await make();
    for (const id of [testPayment.testId, testPayment.remainderId]) {
      as(one);
      const { version, bodySha256 } = await view(id);
      expect(
        await decideOnRequest({ requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' }),
      ).toMatchObject(failure('not-now', { reason: expect.stringContaining('decided together') }));
      as(finance);
      const amendment = { formKey: randomUUID(), form: filledForm(), requestId: id, basedOnVersion: 1 };
      expect(await amendRequest(amendment)).toMatchObject(failure('not-now'));
    }
    expect(await decide(one, { ...testPayment, sha256: '0'.repeat(64) })).toMatchObject(failure('changed'));
    expect(await decide(finance, testPayment)).toMatchObject(
      failure('not-now', { reason: expect.stringContaining('You made this request') }),
    );
    expect(await decide(support, testPayment)).toMatchObject(failure('not-now'));
    as(support);
    expect(
      await decideOnBundle({
        bundleId: testPayment.bundleId,
        bundleSha256: testPayment.sha256,
        verdict: 'APPROVED',
        comment: '',
      }),
    ).toMatchObject(failure('forbidden'));
    expect(
      await database().$count(decisions, inArray(decisions.requestId, [testPayment.testId, testPayment.remainderId])),
    ).toBe(0);
  });

  it('requires a fresh sign-in, and a confirmed address where others are similar', async () => {
    const old = await signInAs('approver-old', ['approver'], new Date(Date.now() - 6 * 60_000));
    expect(await decide(old, await make())).toMatchObject(failure('stale-sign-in'));
    const alike = newAddress();
    const known = {
      network: 'ETHEREUM',
      address: alike.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      paidAt: new Date(),
    };
    await inTransaction((transaction) => recordAddresses(transaction, [known]));
    as(finance);
    const form = pairForm({ destinationAddress: alike });
    expect(await createTestPayment({ formKey: randomUUID(), form })).toMatchObject(failure('similar-addresses'));
    const testPayment = await make({ destinationAddress: alike, chosenAddress: alike });
    expect(await decide(one, testPayment)).toMatchObject(
      failure('invalid', { reason: expect.stringContaining('Confirm the address') }),
    );
    expect(await decide(one, testPayment, 'APPROVED', { chosenAddress: alike })).toEqual({
      ok: true,
      value: { decided: 2 },
    });
  });

  it('rejects both with one reason', async () => {
    const testPayment = await make();
    expect(await decide(one, testPayment, 'REJECTED')).toEqual({ ok: true, value: { decided: 2 } });
    expect([await stateOf(testPayment.testId), await stateOf(testPayment.remainderId)]).toEqual([
      'REJECTED',
      'REJECTED',
    ]);
    expect(await decide(two, testPayment)).toMatchObject(
      failure('not-now', { reason: expect.stringContaining('approver-one rejected the request') }),
    );
  });

  it('counts both of two approvers at once, and creates one send', async () => {
    const testPayment = await make();
    expect(await Promise.all([decide(one, testPayment), decide(two, testPayment), decide(one, testPayment)])).toEqual(
      Array(3).fill(expect.objectContaining({ ok: true })),
    );
    expect(await stateOf(testPayment.remainderId)).toBe('APPROVED');
    expect(
      await database().$count(sends, inArray(sends.requestId, [testPayment.testId, testPayment.remainderId])),
    ).toBe(1);
  });
});

describe('cancelling', () => {
  it('cancels both parts before approval, from either', async () => {
    for (const part of ['testId', 'remainderId'] as const) {
      const testPayment = await make();
      expect(await cancelRequest({ requestId: testPayment[part] })).toEqual({ ok: true, value: null });
      expect([await stateOf(testPayment.testId), await stateOf(testPayment.remainderId)]).toEqual([
        'CANCELLED',
        'CANCELLED',
      ]);
    }
  });

  it('cancels both from an approved test payment, and only itself from a locked remainder', async () => {
    const both = await approved();
    as(finance);
    expect(await cancelRequest({ requestId: both.testId })).toEqual({ ok: true, value: null });
    expect([await stateOf(both.testId), await stateOf(both.remainderId)]).toEqual(['CANCELLED', 'CANCELLED']);
    expect(await sendNext()).toBe(0);

    const sent = await arrived();
    as(finance);
    expect(await cancelRequest({ requestId: sent.testId })).toMatchObject(failure('not-now'));
    expect(await cancelRequest({ requestId: sent.remainderId })).toEqual({ ok: true, value: null });
    expect([await stateOf(sent.testId), await stateOf(sent.remainderId)]).toEqual(['SENT', 'CANCELLED']);
    expect(await confirm(one, sent)).toMatchObject(failure('not-now', { reason: 'The remainder was cancelled.' }));
  });

  it('a remainder confirmed and cancelled at once is sent or cancelled, never both', async () => {
    const testPayment = await arrived();
    as(finance);
    const [cancelled, released] = await Promise.all([
      cancelRequest({ requestId: testPayment.remainderId }),
      confirm(one, testPayment),
    ]);
    // Both succeed where the confirmation comes first: a request that is not sent yet can still be cancelled.
    expect(cancelled.ok || released.ok).toBe(true);
    expect((await sendOf(testPayment.remainderId)) !== undefined).toBe(!cancelled.ok);
    expect(await stateOf(testPayment.remainderId)).toBe(cancelled.ok ? 'CANCELLED' : 'APPROVED');
  });
});

describe('the lock', () => {
  it('opens once, when someone confirms that the recipient has received the test payment', async () => {
    const testPayment = await arrived();
    expect((await view(testPayment.remainderId)).testPayment.confirmDenialReason).toBeNull();
    const waits = async () =>
      (await listTestsToConfirm()).ok && JSON.stringify(await listTestsToConfirm()).includes(testPayment.testId);
    expect(await waits()).toBe(true);
    const outcomes = await Promise.all([
      confirm(one, testPayment),
      confirm(finance, testPayment, 'They rang.'),
      confirm(one, testPayment),
    ]);
    expect(await waits()).toBe(false);
    expect(new Set(outcomes.map((outcome) => outcome.ok && JSON.stringify(outcome.value))).size).toBe(1);
    expect(
      await database().$count(testPaymentConfirmations, eq(testPaymentConfirmations.bundleId, testPayment.bundleId)),
    ).toBe(1);
    expect(await database().$count(sends, eq(sends.requestId, testPayment.remainderId))).toBe(1);
    expect(
      (await auditOf(`request:${testPayment.remainderId}`)).filter((action) => action === 'pair.released'),
    ).toHaveLength(1);
    expect(await sendNext()).toBe(1);
    expect(await sendNext()).toBe(0);
    const { refId, testPayment: shown } = await view(testPayment.remainderId);
    expect(await running.sandbox.api.countByRefId(refId)).toBe(1);
    expect(shown.confirmation).toMatchObject({ by: expect.any(String), comment: expect.any(String) });
  });

  it('stays while the test payment is not sent, pending, unknown, declined or failed', async () => {
    const testPayment = await approved();
    expect(await confirm(one, testPayment)).toMatchObject({
      error: { kind: 'not-now', reason: 'The test payment has not been sent yet.' },
    });
    await sendNext();
    for (const [change, reason] of [
      [{ transferStatus: 'PENDING' }, 'still pending'],
      [{ state: 'UNKNOWN', transferStatus: null }, 'outcome of the test payment is unknown'],
      [{ state: 'HOLD' }, 'outcome of the test payment is unknown'],
      [{ state: 'REFUSED' }, 'did not arrive'],
      [{ state: 'ACCEPTED', transferStatus: 'FAILED' }, 'did not arrive'],
    ] as const) {
      await withoutTriggers((transaction) =>
        transaction.update(sends).set(change).where(eq(sends.requestId, testPayment.testId)),
      );
      expect(await confirm(one, testPayment)).toMatchObject(
        failure('not-now', { reason: expect.stringContaining(reason) }),
      );
    }
    expect(await sendOf(testPayment.remainderId)).toBeUndefined();
    expect(await auditOf(`group:${testPayment.bundleId}`)).toEqual(Array(6).fill('request.refused'));
  });

  it('requires the role, a comment, and a fresh sign-in', async () => {
    const testPayment = await arrived();
    for (const comment of ['', '  ', 'ok', 'x'.repeat(501)])
      expect(await confirm(one, testPayment, comment)).toMatchObject(failure('invalid'));
    const old = await signInAs('approver-older', ['approver'], new Date(Date.now() - 6 * 60_000));
    expect(await confirm(old, testPayment)).toMatchObject(failure('stale-sign-in'));
    expect(await confirm(support, testPayment)).toMatchObject(failure('forbidden'));
    as(support);
    expect(await confirmTest({ bundleId: testPayment.bundleId, comment: 'They have it.' })).toMatchObject(
      failure('forbidden'),
    );
    expect(await confirmTestAs(one.person, { bundleId: randomUUID(), comment: 'They have it.' })).toMatchObject(
      failure('not-found'),
    );
    await database()
      .update(sessions)
      .set({ endedAt: sql`now()` })
      .where(eq(sessions.idHash, old.person.sessionKey));
    expect(await confirm(old, testPayment)).toMatchObject(failure('signed-out'));
    expect(await sendOf(testPayment.remainderId)).toBeUndefined();
  });

  it('is enforced in SQL: no send without a confirmation, no confirmation without a completed test payment', async () => {
    const waiting = await make();
    const refused = { code: '42501' };
    await expect(database().insert(sends).values({ requestId: waiting.testId })).rejects.toMatchObject(refused);
    const locked = await approved();
    const { bundleId, remainderId, testId } = locked;
    await expect(database().insert(sends).values({ requestId: remainderId })).rejects.toMatchObject(refused);
    await expect(
      database().update(sends).set({ requestId: remainderId }).where(eq(sends.requestId, testId)),
    ).rejects.toMatchObject(refused);
    await expect(
      database().insert(testPaymentConfirmations).values({ bundleId, confirmedBy: one.person.id, comment: 'x' }),
    ).rejects.toMatchObject(refused);
    await expect(
      database()
        .update(withdrawalRequests)
        .set({ bundleId: null, bundlePosition: null })
        .where(eq(withdrawalRequests.id, remainderId)),
    ).rejects.toMatchObject(refused);
    expect(await claimSend()).toMatchObject({ requestId: testId });
    expect(await claimSend()).toBeUndefined();
  });

  it('is checked again by the claim: a test payment that is no longer completed puts the remainder on hold', async () => {
    const testPayment = await arrived();
    await confirm(one, testPayment);
    await database().update(sends).set({ transferStatus: 'FAILED' }).where(eq(sends.requestId, testPayment.testId));
    expect(await claimSend()).toBeUndefined();
    expect(await sendOf(testPayment.remainderId)).toMatchObject({ state: 'HOLD', hold: { kind: 'changed' } });
  });

  it('leaves nothing behind where the console crashes between the confirmation and the send', async () => {
    const testPayment = await arrived();
    const dying = database().transaction(async (transaction) => {
      await transaction
        .insert(testPaymentConfirmations)
        .values({ bundleId: testPayment.bundleId, confirmedBy: one.person.id, comment: 'They have it.' });
      await transaction.insert(sends).values({ requestId: testPayment.remainderId });
      throw new Error('gone');
    });
    await expect(dying).rejects.toThrow('gone');
    expect(
      await database().$count(testPaymentConfirmations, eq(testPaymentConfirmations.bundleId, testPayment.bundleId)),
    ).toBe(0);
    expect(await sendOf(testPayment.remainderId)).toBeUndefined();
    expect(await confirm(one, testPayment)).toMatchObject({ ok: true });
  });
});
