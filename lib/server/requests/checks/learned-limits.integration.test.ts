import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { listDeclinedBefore } from '@/lib/risk/learned-limits';
import { database } from '@/lib/server/database/client';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { findLearnedLimits } from '@/lib/server/requests/checks/learned-limits';
import { readProfileChoices } from '@/lib/server/profiles/choices';
import { readPaidRecipients } from '@/lib/server/recipients/adoption/paid-before';
import { readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readRequest } from '@/lib/server/requests/lists/read';
import { sendNext } from '@/lib/server/sends/worker';
import { type WithdrawalForm } from '@/lib/withdrawals/body';
import { filledForm } from '@/scripts/stack/filled-form';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

// What the sandbox declines: less than its minimum, more than its maximum, the sentinels and faults of its README.

const desk = setUpTestConsole();
const treasurer = signedIn('treasurer', ['finance']);
const clerk = signedIn('clerk', ['finance']);
let approver: SignedIn;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  await putRightsInForce([{ may: 'see', who: clerk.person.id, profiles: ['p-small'] }]);
});
beforeEach(async () => {
  approver = await signInAs('approver', ['approver']);
  as(treasurer);
});
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const form = (change: Partial<WithdrawalForm>) => filledForm({ destinationAddress: newAddress(), ...change });

const request = async (change: Partial<WithdrawalForm>) =>
  surely(await createRequest({ formKey: randomUUID(), form: form(change) })).requestId;

/** Requests, approves and sends a withdrawal; gives the ID of the request. */
async function send(change: Partial<WithdrawalForm>, state: 'REFUSED' | 'ACCEPTED'): Promise<string> {
  const requestId = await request(change);
  await approveRequest(requestId, approver.person);
  await sendNext();
  expect(surely(await readRequest(requestId)).send?.state).toBe(state);
  return requestId;
}

/** Says what the form says of these fields. */
async function said(change: Partial<WithdrawalForm>): Promise<string[]> {
  const { network, asset, destinationAddress: address, value: amount, feeId } = form(change);
  const limits = surely(await findLearnedLimits({ network, asset, address, feeId }));
  const body = { crypto_network: network, asset, destination_address: address, amount, fee_id: feeId };
  return listDeclinedBefore(limits, body).map(({ path, message }) => `${path}: ${message.replace(/^.*?20\d\d/, '')}`);
}

const MINIMUM = 'at least 0.1 LINK on Ethereum.';
const asLink = (value: string) => ({ asset: 'LINK', value });

it('says a minimum in the form, in a sheet and to approvers, refuses nothing and stores nothing', async () => {
  const declined = await send(asLink('0.05'), 'REFUSED');
  expect(await said(asLink('0.07'))).toEqual([`value: : ${MINIMUM}`]);
  expect([await said(asLink('0.1')), await said({ value: '0.07' })]).toEqual([[], []]);

  const { items } = surely(await checkBatch({ items: [form(asLink('0.07')), form(asLink('2'))] }));
  const message: unknown = expect.stringContaining(MINIMUM);
  expect(items[0]?.issues).toContainEqual({ path: 'value', level: 'warn', message });
  expect(JSON.stringify([items[1], items[0]?.signals])).not.toContain('Declined');

  const requestId = await request(asLink('0.07'));
  as(approver);
  const { card } = surely(await readChecksOf(requestId));
  expect(card.lines).toContainEqual(expect.objectContaining({ state: 'notice', text: message }));
  const [stored] = await database().select().from(requestVersions).where(eq(requestVersions.requestId, requestId));
  expect(JSON.stringify([stored?.checks, stored?.facts, card.signals])).not.toMatch(/declined/i);
  // A refusal is explained on its own page already.
  expect(JSON.stringify(surely(await readChecksOf(declined)))).not.toContain(MINIMUM);
});

it.each<[string, Partial<WithdrawalForm>, Partial<WithdrawalForm>, string]>([
  ['minimum', { asset: 'AAVE', value: '0.005' }, { asset: 'AAVE', value: '0.4' }, '{"limit":"0.5"}'],
  ['maximum', { asset: 'UNI', value: '10000001' }, { asset: 'UNI', value: '9' }, '{"limit":"8"}'],
])('says no %s that a later accepted withdrawal contradicts', async (_, refused, accepted, lowered) => {
  const declined = await send(refused, 'REFUSED');
  // The sandbox never changes its limits, so the stored one is another.
  await withoutTriggers((transaction) =>
    transaction.execute(sql`
      update send_attempts set evidence = jsonb_set(evidence::jsonb, '{problem,meta}', ${lowered}::jsonb)::json
      where request_id = ${declined}`),
  );
  expect(await said(accepted)).toHaveLength(1);
  const accepts = await send(accepted, 'ACCEPTED');
  expect(await said(accepted)).toEqual([]);
  // One that failed in the end contradicts nothing.
  await withoutTriggers((transaction) =>
    transaction.execute(sql`update sends set transfer_status = 'FAILED' where request_id = ${accepts}`),
  );
  expect(await said(accepted)).toHaveLength(1);
});

it('says how many decimals were too many, until as many are accepted', async () => {
  const precise = { value: '1.1234567' };
  await desk.sandbox.api.addFault({ on: 'create', kind: 'error', status: 400, type: 'exceed-precision', times: 1 });
  await send(precise, 'REFUSED');
  expect(await said({ value: '2.00000001' })).toEqual(['value: : 7 decimals are too many for ETH on Ethereum.']);
  await send({ value: '1.123456' }, 'ACCEPTED');
  expect(await said(precise)).toHaveLength(1);
  expect(await said({ value: '1.123456' })).toEqual([]);
  await send(precise, 'ACCEPTED');
  expect(await said(precise)).toEqual([]);
});

it('says an unsupported address and an expired fee to those who see the request, never which it was', async () => {
  const destinationAddress = newAddress();
  const refId = `t-${randomUUID()}`;
  await send({ destinationAddress, value: '1.0400', referenceId: refId }, 'REFUSED');
  await send({ feeId: 'fee-expired' }, 'REFUSED');
  await send({ asset: 'PAXG', value: '0.0005' }, 'REFUSED');
  expect(await said({ destinationAddress: destinationAddress.toUpperCase().replace('0X', '0x') })).toEqual([
    'destinationAddress: : unsupported address on Ethereum. The service says: “This address is not supported.”',
  ]);
  expect(await said({ feeId: 'fee-expired' })).toEqual(['feeId: : the fee quote expired.']);
  const answer = await findLearnedLimits({ network: 'ETHEREUM', asset: 'ETH', address: destinationAddress, feeId: '' });
  expect(JSON.stringify(answer)).not.toContain(refId);

  as(clerk);
  expect(await said({ destinationAddress, feeId: 'fee-expired' })).toEqual([]);
  // The limit of an asset is no secret of a profile.
  expect(await said({ asset: 'PAXG', value: '0.0009' })).toEqual(['value: : at least 0.001 PAXG on Ethereum.']);

  as(treasurer);
  await send({ destinationAddress, value: '1.5' }, 'ACCEPTED');
  expect(await said({ destinationAddress })).toEqual([]);
});

it('makes neither the profile nor anything else of a declined withdrawal usual in the form', async () => {
  const destinationAddress = newAddress();
  const payment = withdrawalRecord({
    asset: 'LINK',
    notional_value: '12.50',
    destination_address: destinationAddress,
    profile_id: 'p-paid',
  });
  await storeRecords([1, 2, 3].map(() => ({ ...payment, id: randomUUID() })));
  const paid = async () => surely(await readPaidRecipients({ address: destinationAddress }));
  const usual = { asset: 'LINK', profile: 'p-paid' };
  expect(await paid()).toMatchObject([{ ...usual, isDeclined: false }]);
  await send({ ...asLink('0.05'), destinationAddress, profileId: 'p-declined' }, 'REFUSED');
  expect(await paid()).toMatchObject([{ ...usual, isDeclined: true }]);
  const offered = (await readProfileChoices(treasurer.person))?.map(({ id }) => id);
  expect(offered).toContain('p-paid');
  expect(offered).not.toContain('p-declined');
});
