import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { cancelBatch, cancelRequest } from '@/lib/server/requests/votes/cancel';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeItems } from '@/lib/proof/statements/items';
import { rejectItems } from '@/lib/requests/bundles/cover-items';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { decideOnBundle } from '@/lib/server/requests/bundles/decide';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readRequest } from '@/lib/server/requests/lists/read';
import { withdrawApproval } from '@/lib/server/requests/votes/withdraw-approval';
import { filledForm } from '@/scripts/stack/filled-form';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import {
  answer,
  createSigner,
  enrol,
  promptOf,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { makeSigned } from '@/scripts/testing/data/requests';

// Rejecting, cancelling and withdrawing an approval: signed where a passkey is at hand, never refused for want of one.

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000', CONSOLE_PROOF: 'required' });

let finance: SigningPerson;
let approver: SigningPerson;
let unenrolled: SigningPerson;
let requestId: string;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 2, wholeBatch: true } }]);
  const administrators = await setUpKeyList();
  finance = await enrol(await createSigner('finance'), administrators);
  approver = await enrol(await createSigner('approver'), administrators);
  unenrolled = await createSigner('approver');
});
beforeEach(async () => {
  requestId = await makeSigned(finance);
});

async function vote(person: SigningPerson, verdict: 'APPROVED' | 'REJECTED') {
  as(person);
  const { version, bodySha256 } = surely(await readRequest(requestId));
  const decision = { requestId, version, bodySha256, verdict, comment: 'because', chosenAddress: '' };
  return {
    decide: (signature?: unknown) => decideOnRequest({ ...decision, ...(signature !== undefined && { signature }) }),
  };
}

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const stateOf = async () => surely(await readRequest(requestId)).state;
const signedKinds = async (subject = requestId) =>
  (
    await pool().query<{ kind: string }>('select kind from proof_entries where subject = $1 order by position', [
      subject,
    ])
  ).rows.map(({ kind }) => kind);

describe('a rejection', () => {
  it('is signed by one touch, and shown so', async () => {
    const { decide } = await vote(approver, 'REJECTED');
    expect(await signAs(approver, ({ signature }) => decide(signature))).toMatchObject({ ok: true });
    expect(surely(await readRequest(requestId))).toMatchObject({ state: 'REJECTED', decisions: [{ isSigned: true }] });
    expect(await signedKinds()).toEqual(['request.create', 'request.reject']);
  });

  it('changes nothing while it is asked for a signature', async () => {
    const { decide } = await vote(approver, 'REJECTED');
    expect(await decide()).toMatchObject({ error: { kind: 'unsigned' } });
    expect(await stateOf()).toBe('AWAITING_APPROVAL');
    const refused = await pool().query(`select 1 from audit_log where action = 'request.refused' and subject = $1`, [
      `request:${requestId}`,
    ]);
    expect(refused.rowCount).toBe(0);
  });

  it('is taken without a signature from somebody who declined to sign', async () => {
    const { decide } = await vote(approver, 'REJECTED');
    promptOf(await decide());
    expect(await decide('declined')).toMatchObject({ ok: true });
    expect(surely(await readRequest(requestId))).toMatchObject({ state: 'REJECTED', decisions: [{ isSigned: false }] });
    expect(await signedKinds()).toEqual(['request.create']);
  });

  it('needs no passkey, where everything else does', async () => {
    const { decide } = await vote(unenrolled, 'REJECTED');
    expect(await decide()).toMatchObject({ ok: true });
    expect(await stateOf()).toBe('REJECTED');
  });

  it('is no way to approve unsigned', async () => {
    for (const person of [approver, unenrolled]) {
      const { decide } = await vote(person, 'APPROVED');
      expect(await decide('declined')).toMatchObject({ error: { kind: 'not-possible' } });
    }
    expect(surely(await readRequest(requestId)).decisions).toEqual([]);
  });

  it('is refused with the signature over an approval', async () => {
    const approval = await vote(approver, 'APPROVED');
    const signature = await answer(promptOf(await approval.decide()), approver);
    const { decide } = await vote(approver, 'REJECTED');
    expect(await decide(signature)).toMatchObject({ error: { kind: 'not-now' } });
    expect(await stateOf()).toBe('AWAITING_APPROVAL');
  });
});

const createFour = async () => {
  const items = ['1', '2', '3', '4'].map((value) => filledForm({ destinationAddress: newAddress(), value }));
  const batch = { batchKey: randomUUID(), name: 'Payroll', items };
  const { bundleId } = surely(await signAs(finance, (signed) => createBatch({ ...batch, ...signed })));
  as(approver);
  return surely(await readBatch(bundleId));
};
const statesOf = async (bundleId: string) => surely(await readBatch(bundleId)).items.map(({ state }) => state);

describe('a rejection of rows of a batch', () => {
  it('is one touch over exactly those rows, by id, version and hash', async () => {
    const { id: bundleId, items } = await createFour();
    const chosen = [items[0]!, items[2]!, items[3]!];
    const said = { bundleId, verdict: 'REJECTED', comment: 'because', ...(await rejectItems(chosen)) };
    let touches = 0;
    const decided = await signAs(approver, (signed) => {
      touches += 'signature' in signed ? 1 : 0;
      return decideOnBundle({ ...said, ...signed });
    });
    expect([decided, touches]).toEqual([{ ok: true, value: { decided: 3 } }, 1]);
    expect(await statesOf(bundleId)).toEqual(['REJECTED', 'AWAITING_APPROVAL', 'REJECTED', 'REJECTED']);
    expect(await signedKinds(bundleId)).toEqual(['batch.create', 'request.reject']);
    const { rows } = await pool().query<{ statement: string }>(
      `select statement from proof_entries where subject = $1 and kind = 'request.reject'`,
      [bundleId],
    );
    const lines = writeItems(chosen.map(({ id, version, bodySha256: sha256 }) => ({ id, version, sha256 })));
    expect(JSON.parse(rows[0]?.statement ?? '')).toMatchObject({
      kind: 'request.reject',
      items: await sha256Hex(lines),
      comment: await sha256Hex('because'),
    });
    expect(surely(await readBatch(bundleId)).signatures.decisions).toMatchObject([
      { verdict: 'REJECTED', count: 3, isSigned: true },
    ]);
  });

  it('is refused with the signature over other rows, and none is rejected', async () => {
    const { id: bundleId, items } = await createFour();
    const reject = async (from: number, signature?: unknown) =>
      decideOnBundle({
        bundleId,
        verdict: 'REJECTED',
        comment: 'because',
        ...(await rejectItems(items.slice(from))),
        ...(signature !== undefined && { signature }),
      });
    const signature = await answer(promptOf(await reject(2)), approver);
    expect(await reject(1, signature)).toMatchObject({ error: { kind: 'not-now' } });
    expect(new Set(await statesOf(bundleId))).toEqual(new Set(['AWAITING_APPROVAL']));
    expect(await reject(1, 'declined')).toEqual({ ok: true, value: { decided: 3 } });
    expect(await signedKinds(bundleId)).toEqual(['batch.create']);
  });
});

describe('a cancellation', () => {
  it('is signed by one touch, or done without', async () => {
    expect(await signAs(finance, (signed) => cancelRequest({ requestId, ...signed }))).toMatchObject({ ok: true });
    expect(await signedKinds()).toEqual(['request.create', 'request.cancel']);
    expect(await stateOf()).toBe('CANCELLED');
  });

  it('is done without a signature after the prompt was declined', async () => {
    as(finance);
    promptOf(await cancelRequest({ requestId }));
    expect(await cancelRequest({ requestId, signature: 'declined' })).toMatchObject({ ok: true });
    expect(await signedKinds()).toEqual(['request.create']);
  });

  it('of a batch is one signature over the items that it ends', async () => {
    const items = ['1.0001', '1.0002'].map((value) => filledForm({ destinationAddress: newAddress(), value }));
    const batch = { batchKey: randomUUID(), name: 'Payroll', items };
    const { bundleId } = surely(await signAs(finance, (signed) => createBatch({ ...batch, ...signed })));
    const cancelled = await signAs(finance, (signed) => cancelBatch({ bundleId, ...signed }));
    expect(cancelled).toMatchObject({ ok: true, value: { cancelled: 2 } });
    expect(await signedKinds(bundleId)).toEqual(['batch.create', 'request.cancel']);
  });
});

it('an approval is withdrawn by one touch, and does not come back', async () => {
  const { decide } = await vote(approver, 'APPROVED');
  surely(await signAs(approver, ({ signature }) => decide(signature)));
  const withdrawal = { requestId, version: 1, reason: 'too early' };
  expect(await signAs(approver, (signed) => withdrawApproval({ ...withdrawal, ...signed }))).toMatchObject({
    ok: true,
  });
  expect(await signedKinds()).toEqual(['request.create', 'request.approve', 'request.withdrawApproval']);
});
