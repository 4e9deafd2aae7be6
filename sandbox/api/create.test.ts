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

describe('2.1 and 4.1 what a create takes', () => {
  it('2.1 takes all sixteen fields (amount and total by turns) and gives back what was asked for', async () => {
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

  it.each(['profile_id', 'destination_address', 'asset', 'crypto_network'])('2.1 %s is required', async (field) => {
    expect((await sandbox.api.create({ [field]: undefined })).status).toBe(400);
  });

  it.each(NETWORK_IDS)('2.1 the network %s is allowed', async (network) => {
    // An asset that the table does not know moves anywhere.
    expect((await sandbox.api.create({ asset: 'TKN', crypto_network: network })).status).toBe(200);
  });

  it('2.1 another network is refused, and so is one on which the asset does not move', async () => {
    expect((await sandbox.api.create({ crypto_network: 'AVALANCHE' })).status).toBe(400);
    expect((await sandbox.api.create({ crypto_network: 'BITCOIN' })).status).toBe(400);
  });

  it('2.1 exactly one of amount and total: both or neither yields an error', async () => {
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
    ['nothing', ''],
    ['a point at the end', '1.'],
  ])('2.1 an amount is a plain decimal string, not %s', async (_name, amount) => {
    expect((await sandbox.api.create({ amount })).status).toBe(400);
  });

  it('2.1 an amount may begin with its point', async () => {
    expect((await sandbox.api.create({ amount: '.25' })).body).toMatchObject({ status: 'PENDING', amount: '0.25' });
  });

  it.each([
    ['a field that is not in the table', { sixteen: 'and one' }],
    ['a beneficiary that is no object', { beneficiary: 'someone' }],
    ['metadata that is no object', { metadata: ['a'] }],
    ['a metadata value that is no text', { metadata: { a: 1 } }],
    ['a ref_id that is no text', { ref_id: 7 }],
    ['a balance asset that cannot be converted', { balance_asset: 'USD' }],
  ])('2.1 refuses %s', async (_name, changes) => {
    const { status, body } = await sandbox.api.create(changes);
    expect([status, problemType(body)]).toEqual([400, 'bad-request']);
  });

  it('4.1 a body that is no JSON, or not said to be, is refused', async () => {
    expect((await sandbox.api.post('{"profile_id":')).status).toBe(400);
    expect((await sandbox.api.post(VALID_BODY, { 'content-type': 'text/plain' })).status).toBe(400);
  });

  it('8 metadata has at most 6 pairs, each key and value at most 100 characters', async () => {
    expect(await statusOf(pairs(6))).toBe(200);
    expect(await statusOf(pairs(7))).toBe(400);
    expect(await statusOf({ ['k'.repeat(100)]: 'v'.repeat(100) })).toBe(200);
    expect(await statusOf({ ['k'.repeat(101)]: 'v' })).toBe(400);
    expect(await statusOf({ k: 'v'.repeat(101) })).toBe(400);
  });

  it('7 more decimals than the asset has are refused as exceed-precision', async () => {
    const { status, body } = await sandbox.api.create({ amount: '1.0000000000000000001' });
    expect([status, problemType(body)]).toEqual([400, 'exceed-precision']);
    expect((await sandbox.api.create({ amount: '1.50000000000000000000' })).status).toBe(200);
  });

  it('7 an amount outside the limits is refused with the limit', async () => {
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

  it('7 an unknown profile or fee answers 404, an expired fee 403', async () => {
    expect((await sandbox.api.create({ profile_id: 'p-nobody' })).status).toBe(404);
    expect((await sandbox.api.create({ profile_id: '__proto__' })).status).toBe(404);
    expect((await sandbox.api.create({ fee_id: 'quote-1' })).status).toBe(404);
    const expired = await sandbox.api.create({ fee_id: 'fee-expired' });
    expect([expired.status, problemType(expired.body)]).toEqual([403, 'fee-quote-expired']);
    expect(expired.body.meta).toHaveProperty('expired_at');
  });

  it('7 a problem has type, title, status, detail and meta, as application/problem+json', async () => {
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

describe('2.2 and 4.1 what a create makes', () => {
  it('2.2 direction DEBIT, type CRYPTO_WITHDRAWAL, status PENDING, created_at equal to updated_at', async () => {
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

  it('4.1 with amount, fees are added, exact to the last of 18 decimals', async () => {
    const { body } = await sandbox.api.create({ amount: '1.250000000000000001' });
    expect(body).toMatchObject({
      amount: '1.250000000000000001',
      fee: '0.000420000000000001',
      total: '1.250420000000000002',
    });
  });

  it('4.1 with total, fees are included', async () => {
    const { body } = await sandbox.api.create({ amount: undefined, total: '1.250000000000000001' });
    expect(body).toMatchObject({ amount: '1.24958', fee: '0.000420000000000001', total: '1.250000000000000001' });
  });

  it('4.1 a total that does not exceed the fee is refused', async () => {
    expect((await sandbox.api.create({ amount: undefined, total: '0.000420000000000001' })).status).toBe(400);
  });

  it('1 it debits the balance of the profile and asset; a balance asset is debited in position of the asset', async () => {
    const usd = { profile_id: 'p-small', asset: 'PYUSD', balance_asset: 'USD' };
    expect((await sandbox.api.create({ ...usd, amount: '20' })).body).toMatchObject({
      total: '21.25',
      balance_asset: 'USD',
      auto_conversion: {},
    });
    const refused = await sandbox.api.create({ ...usd, amount: '20' });
    expect([refused.status, refused.body.meta]).toEqual([
      403,
      { profile_id: 'p-small', asset: 'USD', available: '3.75', needed: '21.25' },
    ]);
    // The asset's own balance is untouched.
    expect((await sandbox.api.create({ ...usd, balance_asset: undefined, amount: '20' })).status).toBe(200);
  });
});
