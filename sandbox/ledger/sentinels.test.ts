import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest({ transfers: 0 });
});
afterAll(() => sandbox.remove());

const good = { profile_id: 'p-ops', destination_address: 'bc1qexample', asset: 'BTC', crypto_network: 'BITCOIN' };
const post = (code: string) => sandbox.api.post({ ...good, amount: `3.${code}`, ref_id: `sentinel-${code}` });

describe('sentinel amounts', () => {
  it.each([
    ['0400', 400, 'unsupported-address'],
    ['0403', 403, 'rejected'],
    ['0413', 403, 'travel-rule-information-required'],
    ['0423', 403, 'identity-verification-required'],
  ])('.%s is rejected with %i %s', async (code, status, slug) => {
    const response = await post(code);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      type: `https://sandbox.example/problems/${slug}`,
      meta: { address: 'bc1qexample', crypto_network: 'BITCOIN' },
    });
    expect(await sandbox.api.countByRefId(`sentinel-${code}`)).toBe(0);
  });

  it.each([
    ['0500', 500, 0],
    ['0501', 500, 1],
    ['0504', 504, 1],
    ['0302', 302, 0],
  ])('.%s answers %i and creates %i', async (code, status, made) => {
    expect((await post(code)).status).toBe(status);
    expect(await sandbox.api.countByRefId(`sentinel-${code}`)).toBe(made);
  });

  it.each([
    ['0600', 0],
    ['0601', 1],
  ])('.%s resets the connection and creates %i', async (code, made) => {
    await expect(post(code)).rejects.toThrow('fetch failed');
    expect(await sandbox.api.countByRefId(`sentinel-${code}`)).toBe(made);
  });

  it.each(['0602', '0603'])('.%s answers an unreadable body and creates the transfer', async (code) => {
    const response = await post(code);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow(/terminated|JSON/);
    expect(await sandbox.api.countByRefId(`sentinel-${code}`)).toBe(1);
  });

  it('.0604 answers with another ref_id, .0605 with another amount', async () => {
    expect(await (await post('0604')).json()).toMatchObject({
      ref_id: 'a-reference-of-someone-else',
      amount: '3.0604',
    });
    expect(await (await post('0605')).json()).toMatchObject({ ref_id: 'sentinel-0605', amount: '4.0605' });
    expect(await sandbox.api.inspect('transfers?ref_id=sentinel-0605')).toMatchObject({
      count: 1,
      items: [{ amount: '3.0605' }],
    });
  });

  it('.0701 has a total that is not the sum of amount and fee, .0702 an excessive fee', async () => {
    expect(await (await post('0701')).json()).toMatchObject({ amount: '3.0701', fee: '0.00005', total: '3.070151' });
    expect(await (await post('0702')).json()).toMatchObject({ amount: '3.0702', fee: '5.00005', total: '8.07025' });
  });

  it('a repeat after a sentinel that created the transfer is an ordinary repeat', async () => {
    expect((await post('0504')).status).toBe(409);
  });

  it('only exactly these four decimals count, in an amount or a total, or the memo', async () => {
    expect((await sandbox.api.create({ ...good, amount: '3.10403' })).status).toBe(200);
    expect((await sandbox.api.create({ ...good, amount: '403' })).status).toBe(200);
    expect((await sandbox.api.create({ ...good, amount: undefined, total: '3.0403' })).status).toBe(403);
    expect((await sandbox.api.create({ ...good, amount: '3', memo: 'sandbox:0403' })).status).toBe(403);
  });
});
