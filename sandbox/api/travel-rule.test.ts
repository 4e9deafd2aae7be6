import { afterAll, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';

const running = startForTest({ travelRuleFromUsd: '3000', beneficiary: 'refuse' });
afterAll(async () => (await running).remove());
// An ETH is worth 3,450 USD.
const LARGE = { amount: '0.87' };
const DECLINED = { status: 403, body: { type: expect.stringMatching(/travel-rule-information-required$/) as unknown } };

it('declines what is worth the line or more until the data of its address are saved, for each identity', async () => {
  const { api } = await running;
  expect(await api.create(LARGE)).toMatchObject(DECLINED);
  expect(await api.create({ amount: '0.86' })).toMatchObject({ status: 200 });
  expect(await api.saveAddress()).toBe(200);
  expect(await api.create(LARGE)).toMatchObject({ status: 200 });
  expect(await api.create({ ...LARGE, identity_id: 'identity-1' })).toMatchObject(DECLINED);
  expect(await api.saveAddress({ identity_id: 'identity-1' })).toBe(200);
  expect(await api.create({ ...LARGE, identity_id: 'identity-1' })).toMatchObject({ status: 200 });
});

it('keeps the data over a restart, and refuses what are none', async () => {
  const first = await startForTest({ travelRuleFromUsd: '3000' });
  expect(await first.api.saveAddress()).toBe(200);
  expect(await first.api.saveAddress({ address: '' })).toBe(400);
  expect(await first.api.saveAddress({ travelrule_metadata: { custodian_type: 'VASP' } })).toBe(400);
  await first.stop();
  const again = await startForTest({ travelRuleFromUsd: '3000', dataDir: first.dataDir });
  expect(await again.api.create(LARGE)).toMatchObject({ status: 200 });
  await again.remove();
});

it('refuses a beneficiary as bad', async () => {
  const { api } = await running;
  const beneficiary = { institution_details: { name: 'X' } };
  expect(await api.create({ amount: '0.1', beneficiary })).toMatchObject({ status: 400 });
});
