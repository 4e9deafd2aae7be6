import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { readNetworks } from '@/lib/server/networks/registry';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { quoteFee } from '@/lib/server/requests/creation/quote-fee';
import { readRequest } from '@/lib/server/requests/lists/read';
import { sendNext } from '@/lib/server/sends/worker';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';

// Guaranteed fees: TRANSFER_SERVICE_FEES.

let now = Date.now();
let approver: Awaited<ReturnType<typeof signInAs>>;
const running = setUpTestConsole({}, { clock: () => now });

beforeEach(async () => {
  now = Date.now();
  changeSettings({ TRANSFER_SERVICE_FEES: 'on' });
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  approver = await signInAs('approver', ['approver']);
  caller.sessionId = (await signInAs('finance', ['finance'])).sessionId;
});

const newForm = () =>
  filledForm({ asset: 'USDC', value: '20', destinationAddress: `0x${randomBytes(20).toString('hex')}` });
const quoteFor = (
  { profileId, network, destinationAddress, asset, fixed, value, balanceAsset, identityId } = newForm(),
) => quoteFee({ profileId, network, destinationAddress, asset, fixed, value, balanceAsset, identityId });

it('asks for nothing where it is off', async () => {
  changeSettings({ TRANSFER_SERVICE_FEES: 'off' });
  const before = await running.sandbox.api.inspect('stats');
  expect(await quoteFor()).toMatchObject(failure('not-possible'));
  expect((await readNetworks()).quotesFees).toBe(false);
  expect(await running.sandbox.api.inspect('stats')).toEqual(before);
});

it('gives a fee that the request names, that its page shows, and that the service keeps to', async () => {
  const form = newForm();
  const quote = surely(await quoteFor(form));
  expect(quote).toMatchObject({ fee: '1.25', asset: 'USDC' });
  const { requestId } = surely(await createRequest({ formKey: randomUUID(), form: { ...form, feeId: quote.id } }));
  expect(surely(await readRequest(requestId))).toMatchObject({
    body: { fee_id: quote.id },
    feeQuote: { ...quote, isOver: false },
  });
  // Renewed by the requester, as a new version.
  const renewed = surely(await quoteFor(form));
  const change = { formKey: randomUUID(), form: { ...form, feeId: renewed.id }, requestId, basedOnVersion: 1 };
  surely(await amendRequest(change));
  expect(surely(await readRequest(requestId))).toMatchObject({ version: 2, feeQuote: { id: renewed.id } });
  await approveRequest(requestId, approver.person);
  await sendNext();
  expect(surely(await readRequest(requestId)).send?.state).toBe('ACCEPTED');
});

it('is declined once it is over, and nothing is sent', async () => {
  const form = newForm();
  const quote = surely(await quoteFor(form));
  const { requestId } = surely(await createRequest({ formKey: randomUUID(), form: { ...form, feeId: quote.id } }));
  now += 3_600_000;
  await approveRequest(requestId, approver.person);
  await sendNext();
  const { send, refId, outcome } = surely(await readRequest(requestId));
  expect([send?.state, outcome?.send?.declineReason]).toEqual([
    'REFUSED',
    expect.stringContaining('fee quote expired'),
  ]);
  expect(await running.sandbox.api.countByRefId(refId)).toBe(0);
});

it('says why there is none: no right, incomplete, declined, not reached; a quote is never changed', async () => {
  const reasonOf = async (form: Parameters<typeof quoteFor>[0]) => {
    const outcome = await quoteFor(form);
    return outcome.ok || !('reason' in outcome.error) ? undefined : outcome.error.reason;
  };
  expect(await reasonOf({ ...newForm(), value: '1,5' })).toContain('Enter the profile');
  expect(await reasonOf({ ...newForm(), value: '1.1234567' })).toContain('more decimals');
  await running.sandbox.api.addFault({ on: 'fee', kind: 'error', status: 503 });
  expect(await reasonOf(newForm())).toContain('had an error');
  caller.sessionId = (await signInAs('support', ['support'])).sessionId;
  expect(await quoteFor()).toMatchObject(failure('forbidden'));
  await expect(pool().query(`update fee_quotes set fee = '0'`)).rejects.toThrow('never changed');
});
