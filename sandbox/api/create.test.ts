import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NETWORK_IDS } from '@/lib/networks/networks';
import { VALID_BODY } from '@/sandbox/testing/api-client';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest();
});
afterAll(() => sandbox.remove());

const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
const statusOf = async (metadata: unknown) => (await sandbox.api.create({ metadata })).status;
const problemType = (body: Record<string, unknown>) => String(body.type).split('/').at(-1);

describe('the body of a create (docs/specification/service-interface.md#withdrawal-request)', () => {
  it('accepts all sixteen fields, amount and total by turns, and returns the given values', async () => {
    const fields = {
      profile_id: 'p-treasury',
      destination_address: '0x52908400098527886E0F7030069857D2E4169EE7',
      asset: 'PYUSD',
      crypto_network: 'ETHEREUM',
      ref_id: 'all-fields',
      identity_id: 'identity-1',
      account_id: 'account-1',
      balance_asset: 'USD',
      metadata: { invoice: 'INV-1' },
      memo: 'Batch 7',
    };
    const { status, body } = await sandbox.api.create({
      ...fields,
      fee_id: 'fee-1',
      beneficiary: { institution_details: { name: 'A bank' } },
      amount: '10',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject(fields);
    const byTotal = await sandbox.api.create({ ...fields, ref_id: 'all-fields-total', amount: undefined, total: '10' });
    expect(byTotal.status).toBe(200);
  });

  it.each(['profile_id', 'destination_address', 'asset', 'crypto_network'])('%s is required', async (field) => {
    expect((await sandbox.api.create({ [field]: undefined })).status).toBe(400);
  });

  it.each(NETWORK_IDS)('the network %s is allowed', async (network) => {
    // An asset that the table does not know is accepted on any network.
    expect((await sandbox.api.create({ asset: 'TKN', crypto_network: network })).status).toBe(200);
  });

  it('an unknown network is rejected, and so is one that does not carry the asset', async () => {
    expect((await sandbox.api.create({ crypto_network: 'AVALANCHE' })).status).toBe(400);
    expect((await sandbox.api.create({ crypto_network: 'BITCOIN' })).status).toBe(400);
  });

  it('further networks are taken where they are on, with their own coins', async () => {
    const further = await startForTest({ networks: ['SUI', 'ROBINHOOD'] });
    const statusOn = async (crypto_network: string, asset: string) =>
      (await further.api.create({ crypto_network, asset, amount: '2' })).status;
    expect([await statusOn('SUI', 'SUI'), await statusOn('ROBINHOOD', 'USDG')]).toEqual([200, 200]);
    expect([await statusOn('SUI', 'BTC'), await statusOn('ETHEREUM', 'SUI'), await statusOn('BNB', 'BNB')]).toEqual([
      400, 400, 400,
    ]);
    await further.remove();
  });

  it('both or neither of amount and total is rejected', async () => {
    const both = await sandbox.api.create({ amount: '1', total: '2', ref_id: 'both' });
    const neither = await sandbox.api.create({ amount: undefined, ref_id: 'neither' });
    expect([both.status, neither.status]).toEqual([400, 400]);
    expect(problemType(both.body)).toBe('bad-request');
    expect(await sandbox.api.countByRefId('both')).toBe(0);
  });

  it.each([
    ['a number', 1.5],
    ['a sign', '-1'],
    ['an exponent', '1e3'],
    ['hexadecimal', '0x10'],
    ['a comma', '1,5'],
    ['zero', '0.00'],
    ['400 digits', '9'.repeat(400)],
    ['digits of another script', '١٢'],
    ['an empty string', ''],
    ['a trailing point', '1.'],
  ])('an amount is a plain decimal string, not %s', async (_name, amount) => {
    expect((await sandbox.api.create({ amount })).status).toBe(400);
  });

  it('an amount may begin with a point', async () => {
    expect((await sandbox.api.create({ amount: '.25' })).body).toMatchObject({ status: 'PENDING', amount: '0.25' });
  });

  it.each([
    ['an unknown field', { sixteen: 'and one' }],
    ['a beneficiary that is not an object', { beneficiary: 'someone' }],
    ['metadata that is not an object', { metadata: ['a'] }],
    ['a metadata value that is not a string', { metadata: { a: 1 } }],
    ['a ref_id that is not a string', { ref_id: 7 }],
    ['a balance asset that cannot be converted', { balance_asset: 'USD' }],
  ])('rejects %s', async (_name, changes) => {
    const { status, body } = await sandbox.api.create(changes);
    expect([status, problemType(body)]).toEqual([400, 'bad-request']);
  });

  it('a body that is not JSON, or not labelled as JSON, is rejected', async () => {
    expect((await sandbox.api.post('{"profile_id":')).status).toBe(400);
    expect((await sandbox.api.post(VALID_BODY, { 'content-type': 'text/plain' })).status).toBe(400);
  });

  it('metadata has at most 6 pairs, each key and value at most 100 characters', async () => {
    expect(await statusOf(pairs(6))).toBe(200);
    expect(await statusOf(pairs(7))).toBe(400);
    expect(await statusOf({ ['k'.repeat(100)]: 'v'.repeat(100) })).toBe(200);
    expect(await statusOf({ ['k'.repeat(101)]: 'v' })).toBe(400);
    expect(await statusOf({ k: 'v'.repeat(101) })).toBe(400);
    const { body } = await sandbox.api.create({ metadata: { ['k'.repeat(101)]: 'v' } });
    expect(JSON.stringify(body)).toContain('has more than 100 characters');
  });

  it('more decimals than the asset has are rejected as exceed-precision', async () => {
    const { status, body } = await sandbox.api.create({ amount: '1.0000000000000000001' });
    expect([status, problemType(body)]).toEqual([400, 'exceed-precision']);
    expect((await sandbox.api.create({ amount: '1.50000000000000000000' })).status).toBe(200);
  });

  it('an amount outside the limits is rejected with the limit', async () => {
    const small = await sandbox.api.create({ amount: '0.0001' });
    expect([small.status, problemType(small.body), small.body.meta]).toEqual([
      400,
      'below-min-withdraw-limit',
      { limit: '0.001', amount: '0.0001' },
    ]);
    const large = await sandbox.api.create({ amount: '100000.1' });
    expect([large.status, problemType(large.body), large.body.meta]).toEqual([
      400,
      'exceed-max-withdraw-limit',
      { limit: '100000', amount: '100000.1' },
    ]);
  });

  it('an unknown profile or fee answers 404, an expired fee 403', async () => {
    expect((await sandbox.api.create({ profile_id: 'p-nobody' })).status).toBe(404);
    expect((await sandbox.api.create({ profile_id: '__proto__' })).status).toBe(404);
    expect((await sandbox.api.create({ fee_id: 'quote-1' })).status).toBe(404);
    const expired = await sandbox.api.create({ fee_id: 'fee-expired' });
    expect([expired.status, problemType(expired.body)]).toEqual([403, 'fee-quote-expired']);
    expect(expired.body.meta).toHaveProperty('expired_at');
  });

  it('a problem has type, title, status, detail and meta, as application/problem+json', async () => {
    const response = await sandbox.api.post({ ...VALID_BODY, profile_id: 'p-empty' });
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({
      type: 'https://sandbox.example/problems/insufficient-funds',
      title: 'Insufficient Funds',
      status: 403,
      detail: expect.any(String),
      meta: { profile_id: 'p-empty', asset: 'ETH', available: '0', needed: '1.500420000000000001' },
    });
  });
});

describe('the transfer of a create (docs/specification/service-interface.md#transfer-record)', () => {
  it('has direction DEBIT, type CRYPTO_WITHDRAWAL, status PENDING, created_at equal to updated_at', async () => {
    const { body } = await sandbox.api.create();
    expect(body).toMatchObject({
      direction: 'DEBIT',
      type: 'CRYPTO_WITHDRAWAL',
      status: 'PENDING',
      profile_id: 'p-ops',
      customer_id: expect.any(String),
    });
    expect(body.created_at).toBe(body.updated_at);
    expect(new Date(body.created_at).toISOString()).toBe(body.created_at);
  });

  it('with amount, fees are added, exact to the last of 18 decimals', async () => {
    const { body } = await sandbox.api.create({ amount: '1.250000000000000001' });
    expect(body).toMatchObject({
      amount: '1.250000000000000001',
      fee: '0.000420000000000001',
      total: '1.250420000000000002',
    });
  });

  it('with total, fees are included', async () => {
    const { body } = await sandbox.api.create({ amount: undefined, total: '1.250000000000000001' });
    expect(body).toMatchObject({ amount: '1.24958', fee: '0.000420000000000001', total: '1.250000000000000001' });
  });

  it('a total that does not exceed the fee is rejected', async () => {
    expect((await sandbox.api.create({ amount: undefined, total: '0.000420000000000001' })).status).toBe(400);
  });

  it('debits the balance of the profile and asset, or of the balance asset if given', async () => {
    const usd = { profile_id: 'p-small', asset: 'PYUSD', balance_asset: 'USD' };
    expect((await sandbox.api.create({ ...usd, amount: '20' })).body).toMatchObject({
      total: '21.25',
      balance_asset: 'USD',
      auto_conversion: {},
    });
    const rejected = await sandbox.api.create({ ...usd, amount: '20' });
    expect([rejected.status, rejected.body.meta]).toEqual([
      403,
      { profile_id: 'p-small', asset: 'USD', available: '3.75', needed: '21.25' },
    ]);
    // The asset's own balance is unchanged.
    expect((await sandbox.api.create({ ...usd, balance_asset: undefined, amount: '20' })).status).toBe(200);
  });
});
