import { afterAll, describe, expect, it } from 'vitest';
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
  expect(await api.saveAddress()).toMatchObject({ status: 200 });
  expect(await api.create(LARGE)).toMatchObject({ status: 200 });
  expect(await api.create({ ...LARGE, identity_id: 'identity-1' })).toMatchObject(DECLINED);
  expect(await api.saveAddress({ identity_id: 'identity-1' })).toMatchObject({ status: 200 });
  expect(await api.create({ ...LARGE, identity_id: 'identity-1' })).toMatchObject({ status: 200 });
});

it('keeps the data over a restart, and refuses what are none', async () => {
  const first = await startForTest({ travelRuleFromUsd: '3000' });
  expect(await first.api.saveAddress()).toMatchObject({ status: 200 });
  expect(await first.api.saveAddress({ address: '' })).toMatchObject({ status: 400 });
  expect(await first.api.saveAddress({ travelrule_metadata: { custodian_type: 'VASP' } })).toMatchObject({
    status: 400,
  });
  await first.stop();
  const again = await startForTest({ travelRuleFromUsd: '3000', dataDir: first.dataDir });
  expect(await again.api.create(LARGE)).toMatchObject({ status: 200 });
  await again.remove();
});

const vasp = (id: string, purpose = 'Own funds') => ({
  travelrule_metadata: {
    custodian_type: 'VASP',
    vasp: { id },
    transfer_purpose: purpose,
    beneficiary: { self: true },
  },
});

describe('a destination address', () => {
  it('is under review for a while after its data change, which its withdrawals wait for', async () => {
    const { api, clock, remove } = await startForTest({ travelRuleFromUsd: '3000', addressReviewSeconds: 60 });
    expect(await api.saveAddress()).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    const { body } = await api.create(LARGE);
    expect(body).toMatchObject({ status: 'PENDING', secondary_status: { name: 'ADDRESS_UNDER_REVIEW' } });
    clock.nowMs += 60_000;
    expect(await api.saveAddress()).toMatchObject({ body: { status: 'APPROVED' } });
    expect(await api.transfer(body.id)).not.toHaveProperty('secondary_status');
    clock.nowMs += 10_000;
    expect(await api.transfer(body.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await api.saveAddress(vasp('vasp-00000'))).toMatchObject({ body: { status: 'PENDING' } });
    expect(await api.saveAddress(vasp('vasp-00000', 'sandbox:reject'))).toMatchObject({ body: { status: 'REJECTED' } });
    expect(await api.create(LARGE)).toMatchObject({ status: 403, body: { title: 'Rejected' } });
    await remove();
  });

  it('is refused for a provider that the directory lacks, by the name of the member', async () => {
    const { api } = await running;
    const refused = { status: 400, body: { detail: 'travelrule_metadata.vasp.id is unknown.' } };
    for (const id of ['vasp-00040', 'vasp-0', 'nobody']) expect(await api.saveAddress(vasp(id))).toMatchObject(refused);
    expect(await api.saveAddress(vasp('vasp-00039'))).toMatchObject({ status: 200 });
  });

  it('is listed by network, address and identity', async () => {
    const { api } = await running;
    for (const identity_id of [undefined, 'identity-1']) await api.saveAddress({ address: '0xa', identity_id });
    await api.saveAddress({ address: '0xa', crypto_network: 'BASE' });
    const list = async (query: string) => {
      const { items } = await api.list(`/v2/transfer/crypto-destination-addresses?${query}`);
      return items.map(({ crypto_network: network, identity_id: identity }) => [network, identity]);
    };
    expect(await list('addresses=0xa&crypto_networks=ETHEREUM')).toEqual([
      ['ETHEREUM', undefined],
      ['ETHEREUM', 'identity-1'],
    ]);
    expect(await list('addresses=0xa&identity_ids=identity-1')).toEqual([['ETHEREUM', 'identity-1']]);
    expect(await list('addresses=0xb')).toEqual([]);
  });
});

it('has a directory of providers with a search and pages', async () => {
  const { api } = await running;
  const first = await api.list('/v2/travelrule/vasps?search=Provider&limit=20');
  expect(first.items[0]).toEqual({ id: 'vasp-00007', name: 'Provider 7', website: 'https://vasp-00007.example' });
  const rest = await api.list(`/v2/travelrule/vasps?search=Provider&limit=20&page_cursor=${first.next_page_cursor}`);
  expect([first.items.length, rest.items.length, rest.next_page_cursor]).toEqual([20, 13, '']);
  expect((await api.get('/v2/travelrule/vasps?page_cursor=x')).status).toBe(400);
});

it('refuses a beneficiary as bad', async () => {
  const { api } = await running;
  const beneficiary = { institution_details: { name: 'X' } };
  expect(await api.create({ amount: '0.1', beneficiary })).toMatchObject({ status: 400 });
});
