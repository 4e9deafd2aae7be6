import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Need, sumNeeds } from '@/lib/balances/needs';
import { readBalance } from '@/lib/server/balances/read-balances';
import { compareNeeds } from '@/lib/server/balances/shortages';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readChecks, readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readRequest } from '@/lib/server/requests/lists/read';
import { filledForm } from '@/scripts/stack/filled-form';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { readSingletons } from '@/scripts/testing/singletons';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

// The profile p-small has 25 of every asset, and p-empty nothing.
const test = setUpTestConsole({ TRANSFER_SERVICE_BALANCES: 'on' });
let finance: Awaited<ReturnType<typeof signInAs>>;
let clerk: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  clerk = await signInAs('clerk', ['finance']);
  await signInAs('approver', ['approver']);
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1, wholeBatch: true } }]);
  await storeRecords(Array.from({ length: 20 }, () => paid('USDC', 'BASE', '0.02')));
  await putRightsInForce([{ may: 'see', who: clerk.person.id, profiles: ['p-empty'] }]);
});
beforeEach(async () => {
  as(finance);
  readSingletons().delete('balances');
  await fetch(`${test.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const countReads = async (): Promise<number> => {
  const { requests } = (await test.sandbox.api.inspect('stats')) as { requests: Record<string, object> };
  return Object.values(requests.balances ?? {}).reduce((sum: number, count: number) => sum + count, 0);
};
const available = async (profile: string, asset: string) => {
  const read = await readBalance({ profile, asset });
  return read.ok && read.value ? read.value.available : null;
};
type Checks = Awaited<ReturnType<typeof readChecks | typeof readChecksOf>>;
const findingOf = async (read: Promise<Checks>) => {
  const checks = surely(await read);
  return checks.card.lines.filter(({ id }) => id === 'balance').map(({ text }) => text);
};
const checkForm = (value: string, change = {}) =>
  findingOf(
    readChecks({
      network: 'ETHEREUM',
      address: newAddress(),
      asset: 'ETH',
      profile: 'p-small',
      value,
      ...change,
    }),
  );

describe('the balance beside the profile', () => {
  it('is not asked for where the service offers none', async () => {
    changeSettings({ TRANSFER_SERVICE_BALANCES: 'off' });
    const before = await countReads();
    expect(await available('p-small', 'ETH')).toBeNull();
    expect(await checkForm('26')).toEqual([]);
    expect(await compareNeeds({ needs: NEEDS })).toEqual({ ok: true, value: [] });
    expect(await countReads()).toBe(before);
  });

  it('is read once for all assets of a profile, and gives its time', async () => {
    const before = await countReads();
    expect(await readBalance({ profile: 'p-small', asset: 'ETH' })).toMatchObject({
      value: { asset: 'ETH', available: '25', at: expect.stringMatching(/^2.*Z$/) },
    });
    expect(await Promise.all(['USDC', 'BTC', 'NONE'].map((asset) => available('p-small', asset)))).toEqual([
      '25',
      '25',
      null,
    ]);
    expect(await countReads()).toBe(before + 1);
  });

  it('is zero where the service says so', async () => {
    expect(await available('p-empty', 'ETH')).toBe('0');
  });

  it('of a hidden profile is not asked for', async () => {
    as(clerk);
    const before = await countReads();
    expect(await available('p-small', 'ETH')).toBeNull();
    expect(await checkForm('26')).toEqual([]);
    expect(await compareNeeds({ needs: NEEDS })).toEqual({ ok: true, value: [] });
    expect(await countReads()).toBe(before);
    expect(await available('p-empty', 'ETH')).toBe('0');
  });

  it.each([
    ['is refused', { kind: 'error', status: 403 }],
    ['cannot be read', { kind: 'malformed-json' }],
    ['does not arrive', { kind: 'reset-before' }],
  ])('is not known where the answer %s, and nothing is found', async (_what, fault) => {
    await test.sandbox.api.addFault({ on: 'balances', ...fault });
    expect(await available('p-small', 'ETH')).toBeNull();
    // The failure is kept as well, so that a desk without an answer does not ask with every keystroke.
    await fetch(`${test.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
    expect(await checkForm('26')).toEqual([]);
  });
});

describe('more than available', () => {
  it('is a finding in the form, without a fee where none is known', async () => {
    expect(await checkForm('25')).toEqual([]);
    expect(await checkForm('25.1')).toEqual(['More than available: 25.1 ETH without the fee, and p-small has 25 ETH.']);
  });

  it('counts the usual fee, once for each payment and never for a total', async () => {
    const form = { asset: 'USDC', network: 'BASE' };
    expect(await checkForm('24.98', form)).toEqual([]);
    expect(await checkForm('24.99', form)).toEqual([
      'More than available: 25.01 USDC with the usual fee of 0.02 USDC, and p-small has 25 USDC.',
    ]);
    expect(await checkForm('24.98', { ...form, fees: '2' })).toHaveLength(1);
    expect(await checkForm('25', { ...form, fees: '0' })).toEqual([]);
  });

  it('leaves out the usual fee, which counts every profile, for a person who does not see all', async () => {
    as(clerk);
    expect(await checkForm('1', { asset: 'USDC', network: 'BASE', profile: 'p-empty' })).toEqual([
      'More than available: 1 USDC without the fee, and p-empty has 0 USDC.',
    ]);
  });

  it('compares the balance that is debited', async () => {
    const spent = { asset: 'PYUSD', crypto_network: 'SOLANA', balance_asset: 'USD', amount: '20' };
    expect((await test.sandbox.api.create({ ...spent, profile_id: 'p-small' })).status).toBe(200);
    const form = { asset: 'PYUSD', network: 'ETHEREUM' };
    expect(await checkForm('10', form)).toEqual([]);
    expect(await checkForm('10', { ...form, balanceAsset: 'USD' })).toEqual([
      'More than available: 10 USD without the fee, and p-small has 4.99 USD.',
    ]);
  });

  it('is shown to an approver, stops no request and is never stored', async () => {
    const form = filledForm({ profileId: 'p-small', destinationAddress: newAddress(), value: '26' });
    const { requestId } = surely(await createRequest({ formKey: randomUUID(), form }));
    expect(await findingOf(readChecksOf(requestId))).toHaveLength(1);
    const stored = await readRequest(requestId);
    expect(stored.ok && stored.value.checks?.card.lines.map(({ id }) => id)).not.toContain('balance');
  });

  it('counts both parts of a test payment', async () => {
    const form = filledForm({
      profileId: 'p-small',
      destinationAddress: newAddress(),
      value: '25.5',
      testAmount: '1',
    });
    const made = surely(await createTestPayment({ formKey: randomUUID(), form }));
    expect(await findingOf(readChecksOf(made.requestId))).toEqual([
      'More than available: 25.5 ETH without fees, and p-small has 25 ETH.',
    ]);
  });

  it('is said once for a sheet, of the sum of each profile and asset', async () => {
    expect(await compareNeeds({ needs: NEEDS })).toEqual({
      ok: true,
      value: [
        {
          profileId: 'p-small',
          asset: 'ETH',
          text: 'More than available: 26 ETH without fees, and p-small has 25 ETH.',
        },
      ],
    });
    const items = ['13', '13'].map((value) =>
      filledForm({ profileId: 'p-small', destinationAddress: newAddress(), value }),
    );
    const made = surely(await createBatch({ batchKey: randomUUID(), name: 'Sheet', items }));
    expect(await readBatch(made.bundleId)).toMatchObject({
      value: { needs: [{ profileId: 'p-small', balanceAsset: 'ETH', value: '26', fees: 2 }] },
    });
  });
});

const row = { profile_id: 'p-small', asset: 'ETH', crypto_network: 'ETHEREUM' };
const NEEDS: Need[] = sumNeeds([
  { ...row, amount: '13' },
  { ...row, amount: '13' },
  { ...row, asset: 'BTC', crypto_network: 'BITCOIN', amount: '13' },
]);

function paid(asset: string, network: string, fee: string) {
  return withdrawalRecord({ asset, crypto_network: network, destination_address: newAddress(), fee, total: '1.02' });
}
