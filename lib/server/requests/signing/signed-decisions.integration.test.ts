import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { coverItems } from '@/lib/requests/bundles/cover-items';
import { inTransaction, pool } from '@/lib/server/database/client';
import { testPaymentConfirmations, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { signStatement } from '@/lib/server/passkeys/sign';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { confirmTest } from '@/lib/server/requests/bundles/confirm-test';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { decideOnBundle } from '@/lib/server/requests/bundles/decide';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readRequest } from '@/lib/server/requests/lists/read';
import { lockRequest } from '@/lib/server/requests/load';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { checkSignatures } from '@/lib/server/sends/claim/signature-check';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { filledForm } from '@/scripts/stack/filled-form';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import {
  answer,
  createSigner,
  enrol,
  promptOf,
  removePasskey,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import type { AssertionChanges } from '@/scripts/testing/passkeys/software-passkey';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { makeSigned } from '@/scripts/testing/data/requests';

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000' });

let administrators: readonly SigningPerson[];
/** One approver with a passkey, and one without. */
let signer: SigningPerson;
let other: SigningPerson;
let requester: SigningPerson;
let opened: { requestId: string; version: number; bodySha256: string };

beforeAll(async () => {
  // Before the set-up: the root names the policy in force.
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2, wholeBatch: true } }]);
  administrators = await setUpKeyList();
});
beforeEach(async () => {
  signer = await enrol(await createSigner('approver'), administrators);
  other = await createSigner('approver');
  requester = await createSigner('finance');
  opened = await request(requester);
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const submission = () => ({ formKey: randomUUID(), form: filledForm() });

/** Requests a withdrawal, signed where the person has a passkey. */
async function request(person: SigningPerson) {
  const form = submission();
  const { requestId } = surely(await signAs(person, (signed) => createRequest({ ...form, ...signed })));
  return open(requestId);
}

async function open(requestId: string) {
  const { version, bodySha256 } = surely(await readRequest(requestId));
  return { requestId, version, bodySha256 };
}

const approval = () => ({ ...opened, verdict: 'APPROVED', comment: 'checked', chosenAddress: '', shownMs: 5000 });

function approve(person: SigningPerson, changes: AssertionChanges = {}, input: object = {}) {
  return signAs(
    person,
    ({ signature }) => decideOnRequest({ ...approval(), ...(signature !== undefined && { signature, ...input }) }),
    changes,
  );
}

const view = async () => surely(await readRequest(opened.requestId));
const sendOf = async () =>
  (await pool().query('select state, hold from sends where request_id = $1', [opened.requestId])).rows[0] as unknown;
const marks = async () => (await view()).decisions.map(({ isSigned }) => isSigned);

describe('an approval by somebody with a passkey', () => {
  it('is signed, shown so, and leads to a claim together with an unsigned one', async () => {
    expect(await approve(signer)).toMatchObject({ ok: true });
    expect(await approve(other)).toMatchObject({ ok: true });
    expect(await marks()).toEqual([true, false]);
    expect(await claimSend()).toMatchObject({ requestId: opened.requestId });
  });

  it('needs no renewed sign-in', async () => {
    await pool().query(`update sessions set authenticated_at = now() - interval '1 hour'`);
    as(signer);
    expect((await view()).isSignInFresh).toBe(true);
    expect(await approve(signer)).toMatchObject({ ok: true });
    expect(await approve(other)).toMatchObject({ error: { kind: 'stale-sign-in' } });
  });

  it('is asked for without a signature, and nothing is recorded', async () => {
    as(signer);
    expect(await decideOnRequest(approval())).toMatchObject({
      error: { kind: 'unsigned', options: { rpId: 'localhost' } },
    });
    expect(await marks()).toEqual([]);
    const refused = await pool().query(`select 1 from audit_log where action = 'request.refused' and subject = $1`, [
      `request:${opened.requestId}`,
    ]);
    expect(refused.rowCount).toBe(0);
  });

  it.each<[string, AssertionChanges, object, string]>([
    ['from another origin', { origin: 'https://elsewhere.example' }, {}, 'not the address of this console'],
    ['without user verification', { flags: 0x01 }, {}, 'did not check who used it'],
    ['over another comment', {}, { comment: 'something else' }, 'no longer what would be decided'],
  ])('is refused %s', async (_what, changes, input, sentence) => {
    const outcome = await approve(signer, changes, input);
    expect(!outcome.ok && 'reason' in outcome.error && outcome.error.reason).toContain(sentence);
    expect(await marks()).toEqual([]);
  });

  it('is accepted once, and for no other request', async () => {
    as(signer);
    const signature = await answer(promptOf(await decideOnRequest(approval())), signer);
    expect(await signStatement(signature)).toMatchObject({ ok: false });
    expect(await decideOnRequest({ ...approval(), signature })).toMatchObject({ ok: true });
    const next = await request(requester);
    as(signer);
    expect(await decideOnRequest({ ...approval(), ...next, signature })).toMatchObject({ error: { kind: 'not-now' } });
  });

  it('does not lead to a claim once its passkey is removed', async () => {
    expect(await approve(signer)).toMatchObject({ ok: true });
    expect(await approve(other)).toMatchObject({ ok: true });
    await removePasskey(signer);
    expect(await claimSend()).toBeUndefined();
    const seen = await view();
    expect(seen.state).toBe('AWAITING_APPROVAL');
    expect(seen.approvals).toMatchObject({ given: 1, required: 2 });
    expect(seen.decisions[0]).toMatchObject({
      isSigned: true,
      voidReason: expect.stringContaining('no longer counts') as string,
    });
    const third = await createSigner('approver');
    expect(await approve(third)).toMatchObject({ ok: true });
    expect(await claimSend()).toMatchObject({ requestId: opened.requestId });
  });
});

async function readSigned(requestId: string): Promise<unknown[]> {
  const text = 'select version from request_signatures where request_id = $1 order by version';
  return (await pool().query(text, [requestId])).rows;
}

describe('a request by somebody with a passkey', () => {
  beforeEach(async () => {
    await enrol(requester, administrators);
  });

  it('is saved once, with its signature, however often the form comes', async () => {
    const form = submission();
    as(requester);
    const prompt = promptOf(await createRequest(form));
    const signature = await answer(prompt, requester);
    const created = surely(await createRequest({ ...form, signature }));
    expect(await createRequest({ ...form, signature })).toEqual({ ok: true, value: created });
    expect(await readSigned(created.requestId)).toEqual([{ version: 1 }]);
  });

  it('is refused over other values than were signed', async () => {
    const form = submission();
    as(requester);
    const signature = await answer(promptOf(await createRequest(form)), requester);
    const changed = { ...form, form: { ...form.form, value: '7' } };
    expect(await createRequest({ ...changed, signature })).toMatchObject({ error: { kind: 'not-now' } });
    const found = await pool().query('select 1 from request_versions where form_key = $1', [form.formKey]);
    expect(found.rowCount).toBe(0);
  });

  it('is saved when more transfers were read while its requester reached for the passkey', async () => {
    const form = submission();
    as(requester);
    const signature = await answer(promptOf(await createRequest(form)), requester);
    await storeRecords([{ id: randomUUID(), asset: 'BTC', type: 'CRYPTO_DEPOSIT', direction: 'CREDIT' }]);
    const { requestId } = surely(await createRequest({ ...form, signature }));
    expect(await readSigned(requestId)).toEqual([{ version: 1 }]);
  });

  it('is signed again when it is changed, and leads to a claim', async () => {
    opened = await request(requester);
    const amendment = { ...submission(), requestId: opened.requestId, basedOnVersion: 1 };
    const { requestId } = surely(await signAs(requester, (signed) => amendRequest({ ...amendment, ...signed })));
    opened = await open(requestId);
    expect(await readSigned(requestId)).toEqual([{ version: 1 }, { version: 2 }]);
    expect(await approve(signer)).toMatchObject({ ok: true });
    expect(await approve(other)).toMatchObject({ ok: true });
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('is one signature for a test payment with its remainder, one for its approval, and one for its receipt', async () => {
    await enrol(other, administrators);
    changeSettings({ CONSOLE_PROOF: 'required' });
    const { testId, bundleId, remainderId } = await sendTestPayment();
    expect(
      surely(await signAs(requester, (signed) => confirmTest({ bundleId, comment: 'Called.', ...signed }))),
    ).toMatchObject({ requestId: remainderId });
    expect(await claimSend()).toMatchObject({ requestId: remainderId });
    const entries = await pool().query(`select kind from proof_entries where subject = $1 order by position`, [
      bundleId,
    ]);
    const kinds = ['batch.create', 'batch.decide', 'batch.decide', 'testPayment.confirm'];
    expect(entries.rows.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
    expect(testId).not.toBe(remainderId);
  });

  it('holds a remainder whose receipt nobody signed', async () => {
    await enrol(other, administrators);
    changeSettings({ CONSOLE_PROOF: 'required' });
    const { bundleId, remainderId } = await sendTestPayment();
    const [person] = (await pool().query('select id from people limit 1')).rows as { id: string }[];
    await withoutTriggers(async (transaction) => {
      await transaction
        .insert(testPaymentConfirmations)
        .values({ bundleId, confirmedBy: person?.id ?? '', comment: 'Called.' });
      await transaction.insert(sends).values({ requestId: remainderId });
    });
    expect(await claimSend()).toBeUndefined();
    opened = { ...opened, requestId: remainderId };
    const detail = expect.stringContaining('The confirmation of the test payment is not signed.') as string;
    expect(await sendOf()).toEqual({ state: 'HOLD', hold: { kind: 'changed', detail } });
  });

  it.each(['bundle_position = 2', 'bundle_id = null, bundle_position = null'])(
    'holds a remainder whose receipt nobody signed, whatever the rows call it: %s',
    async (change) => {
      const { remainderId } = await sendTestPayment();
      changeSettings({ CONSOLE_PROOF: 'required' });
      await withoutTriggers(async (transaction) => {
        await transaction.execute(sql.raw(`update withdrawal_requests set ${change} where id = '${remainderId}'`));
        await transaction.insert(sends).values({ requestId: remainderId });
      });
      expect(await claimSend()).toBeUndefined();
      opened = { ...opened, requestId: remainderId };
      expect(await sendOf()).toMatchObject({ state: 'HOLD' });
      expect(await signaturesOf(remainderId)).toContain('is not signed');
    },
  );

  it('is one signature for a batch, and one for its approval', async () => {
    const known = await payBefore(requester);
    const items = known.map((destinationAddress, index) =>
      filledForm({ destinationAddress, value: `1.000${index + 1}` }),
    );
    const batch = { batchKey: randomUUID(), name: 'October', items };
    const { bundleId } = surely(await signAs(requester, (signed) => createBatch({ ...batch, ...signed })));
    const areLast = new Map<SigningPerson, boolean>();
    for (const person of [signer, other])
      surely(
        await signAs(person, async (signed) => {
          const { items: shown } = surely(await readBatch(bundleId));
          areLast.set(
            person,
            shown.every(({ isLastApproval }) => isLastApproval),
          );
          const covered = await coverItems(shown);
          return decideOnBundle({ bundleId, verdict: 'APPROVED', comment: '', ...covered, ...signed });
        }),
      );
    expect([...areLast.values()]).toEqual([false, true]);
    expect(surely(await readBatch(bundleId)).signatures).toMatchObject({
      request: { isSigned: true },
      decisions: [
        { count: 2, isSigned: true, verdict: 'APPROVED' },
        { count: 2, isSigned: false, verdict: 'APPROVED' },
      ],
    });
    expect(await claimSend()).toBeDefined();
    expect(await claimSend()).toBeDefined();
    const entries = await pool().query(`select kind from proof_entries where subject = $1 order by position`, [
      bundleId,
    ]);
    expect(entries.rows).toEqual([{ kind: 'batch.create' }, { kind: 'batch.decide' }]);
  });
});

/** Gives what the signatures alone say of a request, as if everything else were forged as well. */
async function signaturesOf(requestId: string): Promise<string> {
  return inTransaction(async (transaction) => {
    const found = await lockRequest(transaction, SYSTEM_READER, requestId);
    const checked = await checkSignatures(transaction, { ...found!, votes: found!.votes });
    return checked.ok ? 'holds' : checked.error.detail;
  });
}

/** Requests a test payment with its remainder, approves both, and lets the service complete the test payment. */
async function sendTestPayment() {
  const form = {
    formKey: randomUUID(),
    form: filledForm({ value: '10', testAmount: '1', destinationAddress: newAddress() }),
  };
  const { requestId: testId } = surely(await signAs(requester, (signed) => createTestPayment({ ...form, ...signed })));
  const { bundle } = surely(await readRequest(testId));
  if (bundle?.kind !== 'test-payment') throw new Error('a test payment has a remainder');
  const decision = { bundleId: bundle.id, bundleSha256: bundle.sha256, verdict: 'APPROVED', comment: '', totals: {} };
  for (const person of [signer, other])
    surely(await signAs(person, (signed) => decideOnBundle({ ...decision, ...signed })));
  expect(await claimSend()).toMatchObject({ requestId: testId });
  await withoutTriggers(async (transaction) => {
    const accepted = { state: 'ACCEPTED', transferStatus: 'COMPLETED', transferId: randomUUID() } as const;
    await transaction.update(sends).set(accepted).where(eq(sends.requestId, testId));
  });
  return { testId, bundleId: bundle.id, remainderId: bundle.remainder.id };
}

/** Makes two recipients known: each was paid, and there are enough payments to know the typical amount. */
async function payBefore(person: SigningPerson): Promise<string[]> {
  const moved = { amount: '5', total: '5.001', fee: '0.001', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL' };
  const when = { created_at: '2026-01-02T03:04:05.000Z', updated_at: '2026-01-02T03:05:05.000Z' };
  const to = { profile_id: 'p-ops', asset: 'ETH', crypto_network: 'ETHEREUM', status: 'COMPLETED' };
  await storeRecords(
    Array.from({ length: 6 }, () => ({
      id: randomUUID(),
      destination_address: newAddress(),
      ...to,
      ...moved,
      ...when,
    })),
  );
  const known = [newAddress(), newAddress()];
  for (const destinationAddress of known) {
    const requestId = await makeSigned(person, { destinationAddress, value: '250' });
    await withoutTriggers(async (transaction) => {
      const send = { requestId, state: 'ACCEPTED', transferStatus: 'COMPLETED', transferId: randomUUID() } as const;
      await transaction.insert(sends).values(send);
      await transaction.update(withdrawalRequests).set({ state: 'SENT' }).where(eq(withdrawalRequests.id, requestId));
    });
  }
  return known;
}

describe('a console that requires signatures', () => {
  beforeEach(() => changeSettings({ CONSOLE_PROOF: 'required' }));

  it('sends what its requester and its approvers signed', async () => {
    await enrol(requester, administrators);
    await enrol(other, administrators);
    opened = await request(requester);
    expect(await approve(signer)).toMatchObject({ ok: true });
    expect(await approve(other)).toMatchObject({ ok: true });
    expect(await claimSend()).toMatchObject({ requestId: opened.requestId });
  });

  it('takes no request or approval without a passkey, and says who can confirm one', async () => {
    as(requester);
    const reason = expect.stringMatching(/none that counts for the role finance.*admin-signs/) as string;
    expect(await createRequest(submission())).toMatchObject({ error: { kind: 'not-possible', reason } });
    await enrol(requester, administrators);
    opened = await request(requester);
    expect(await approve(other)).toMatchObject({ error: { kind: 'not-possible' } });
    expect(await marks()).toEqual([]);
  });

  it('holds what was requested without a signature', async () => {
    await enrol(other, administrators);
    changeSettings({ CONSOLE_PROOF: 'optional' });
    expect(await approve(signer)).toMatchObject({ ok: true });
    changeSettings({ CONSOLE_PROOF: 'required' });
    const reason = expect.stringContaining('The requester did not sign this request') as string;
    expect(await approve(other)).toMatchObject({ error: { kind: 'not-now', reason } });
    changeSettings({ CONSOLE_PROOF: 'optional' });
    expect(await approve(other)).toMatchObject({ ok: true });
    changeSettings({ CONSOLE_PROOF: 'required' });
    expect(await claimSend()).toBeUndefined();
    expect(await sendOf()).toEqual({ state: 'HOLD', hold: { kind: 'changed', detail: reason } });
  });

  it('returns to its approvers what is not sent in its time, instead of holding it', async () => {
    await enrol(requester, administrators);
    await enrol(other, administrators);
    opened = await request(requester);
    expect(await approve(signer)).toMatchObject({ ok: true });
    expect(await approve(other)).toMatchObject({ ok: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    expect(await claimSend()).toBeUndefined();
    vi.useRealTimers();
    expect((await view()).state).toBe('AWAITING_APPROVAL');
    expect(await sendOf()).toBeUndefined();
  });

  it('claims nothing and takes no request while there is no key list', async () => {
    expect(await approve(signer)).toMatchObject({ error: { kind: 'not-now' } });
    changeSettings({ CONSOLE_PROOF: 'optional' });
    expect(await approve(signer)).toMatchObject({ ok: true });
    expect(await approve(other)).toMatchObject({ ok: true });
    changeSettings({ CONSOLE_PROOF: 'required', PROOF_ROOT: '0'.repeat(64) });
    expect(await claimSend()).toBeUndefined();
    expect(await sendOf()).toEqual({ state: 'QUEUED', hold: null });
    as(requester);
    const reason = expect.stringContaining('is not set up yet') as string;
    expect(await createRequest(submission())).toMatchObject({ error: { kind: 'not-possible', reason } });
  });
});
