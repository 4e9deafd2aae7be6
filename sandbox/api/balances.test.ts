import { afterAll, beforeAll, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest();
});
afterAll(() => sandbox.remove());

const balances = async (path: string) => {
  const response = await sandbox.api.get(`/v2/profiles/${path}`);
  return { status: response.status, items: ((await response.json()) as { items?: unknown }).items };
};

it('balances fall with a withdrawal, and name the assets that are asked for', async () => {
  await sandbox.api.create({ profile_id: 'p-small', asset: 'USDC', amount: '10' });
  expect(await balances('p-small/balances?assets=USDC&assets=ETH')).toEqual({
    status: 200,
    items: [
      { asset: 'USDC', available: '13.75', trading: '0' },
      { asset: 'ETH', available: '25', trading: '0' },
    ],
  });
  const all = await balances('p-small/balances');
  expect(all.items).toEqual(expect.arrayContaining([expect.objectContaining({ asset: 'USD', available: '25' })]));
});

it('balances need a known profile and a scope', async () => {
  expect((await balances('p-nobody/balances')).status).toBe(404);
  const answer = await sandbox.api.requestToken({ scope: 'transfer:read_transfer' });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  expect((await sandbox.api.get('/v2/profiles/p-small/balances', { headers })).status).toBe(403);
});
