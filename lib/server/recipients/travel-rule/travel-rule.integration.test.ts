import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addRecipient, changeByTwo, newAddress, TRAVEL_RULE } from '@/scripts/testing/data/recipients';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { past } from '@/scripts/testing/data/limited-requests';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import type { TravelRule } from '@/lib/recipients/travel-rule';
import { eq } from 'drizzle-orm';
import { pool } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { readRequest } from '@/lib/server/requests/lists/read';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';
import { sendNext } from '@/lib/server/sends/worker';
import { readRecipient } from '@/lib/server/recipients/view';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

// TRAVEL_RULE_FROM_USD: what the service would decline is stopped before anybody approves it.

const NETWORKS = ['AVALANCHE', 'BNB'] as const;
const running = setUpTestConsole(
  { TRANSFER_SERVICE_NETWORKS: [...NETWORKS] },
  { travelRuleFromUsd: '3000', networks: NETWORKS },
);
let finance: Awaited<ReturnType<typeof signInAs>>;
let approver: typeof finance;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  // As the sandbox prices them; of LINK no price is known.
  for (const [asset, notional, amount] of [
    ['ETH', '3450', '0.9'],
    ['USDC', '1000', '999.9'],
    ['AVAX', '25', '0.9'],
    ['BNB', '900', '0.9'],
  ] as const) {
    const record = { asset, amount, fee: '0.1', total: asset === 'USDC' ? '1000' : '1' };
    await storeRecords(Array.from({ length: 5 }, (_none, at) => past(notional, at, record)));
  }
});
beforeEach(async () => {
  approver = await signInAs('approver', ['approver']);
  finance = await signInAs('finance', ['finance']);
  as(finance);
  changeSettings({ TRAVEL_RULE_FROM_USD: '3000' });
});

const desk = () => ({ finance, approver });
const change = (payload: object, id: string) => changeByTwo(desk(), payload, id);
const save = (travelRule?: Partial<TravelRule>, own: Partial<RecipientEntry> = {}) =>
  addRecipient(desk(), { ...(travelRule && { travelRule: { ...TRAVEL_RULE, ...travelRule } }), ...own });

const form = (to: string, more: Partial<WithdrawalForm> = {}) =>
  filledForm({ value: '0.87', destinationAddress: to, ...more });
const request = (to: string, more: Partial<WithdrawalForm> = {}) =>
  createRequest({ formKey: randomUUID(), form: form(to, more) });
const STOPPED = failure('travel-rule');

describe('a withdrawal that the travel rule applies to', () => {
  it.each<[string, () => Promise<string>, RegExp, Partial<WithdrawalForm>?]>([
    ['unknown', async () => Promise.resolve(newAddress()), /not in the address book/],
    ['without data', async () => (await save()).entry.address, /has no travel-rule data/],
    [
      'with data that the service lacks',
      async () => (await save({ savedOn: '', savedBy: '' })).entry.address,
      /not saved/,
    ],
    [
      'with data for another identity',
      async () => (await save({ identities: ['identity-1'] })).entry.address,
      /not saved for the identity identity-2/,
      { identityId: 'identity-2' },
    ],
    ['of another profile', async () => (await save({}, { profiles: ['p-other'] })).entry.address, /for this profile/],
  ])('is stopped everywhere for a recipient %s', async (_name, recipient, reason, more = {}) => {
    const to = await recipient();
    const words: unknown = expect.stringMatching(reason);
    const stopped = failure('travel-rule', { reason: words });
    expect(await request(to, more)).toMatchObject(stopped);
    const formKey = randomUUID();
    expect(await createTestPayment({ formKey, form: form(to, { ...more, testAmount: '0.01' }) })).toMatchObject(
      stopped,
    );
    const items = [form(to, more), form(to, { ...more, value: '0.86956' })];
    const checked = surely(await checkBatch({ items }));
    expect(checked.items[0]?.issues).toContainEqual({ path: '', level: 'error', message: words });
    expect(checked.items[1]?.issues.filter(({ level }) => level === 'error')).toEqual([]);
    expect(await createBatch({ batchKey: randomUUID(), name: 'a.csv', items })).toMatchObject({
      error: { kind: 'invalid', items: [{ index: 0, message: words }] },
    });
    const small = surely(await request(to, { ...more, value: '0.01' }));
    const amended = { formKey: randomUUID(), form: form(to, more), requestId: small.requestId, basedOnVersion: 1 };
    expect(await amendRequest(amended)).toMatchObject(stopped);
    const { asset, network, profileId, value, identityId } = form(to, more);
    const asked = { asset, network, profile: profileId, amount: value, address: to, identity: identityId };
    expect(surely(await dryRunPolicy(asked)).travelRule).toMatchObject({ reason: words });
    expect(surely(await dryRunPolicy({ ...asked, amount: '0.01' })).travelRule).toBeNull();
  });

  it('is taken for a recipient whose data are saved, with an identity that they name as well', async () => {
    const { entry } = await save({ identities: ['identity-1'] });
    expect(await request(entry.address)).toMatchObject({ ok: true });
    expect(await request(entry.address, { identityId: 'identity-1' })).toMatchObject({ ok: true });
  });

  it('is not approved once its data are gone, in words, and is where none are needed', async () => {
    const { entry } = await save({});
    const { requestId } = surely(await request(entry.address));
    const small = surely(await request(newAddress(), { value: '0.0001' }));
    await withoutTriggers((transaction) =>
      transaction.update(recipients).set({ travelRule: null }).where(eq(recipients.address, entry.address)),
    );
    await expect(approveRequest(requestId, approver.person)).rejects.toThrow(/has no travel-rule data.*No approval/);
    as(approver);
    expect(surely(await readRequest(requestId))).toMatchObject({
      state: 'AWAITING_APPROVAL',
      denialReason: { approve: expect.stringContaining('has no travel-rule data') },
    });
    expect(surely(await readRequest(small.requestId)).denialReason.approve).toBeNull();
    changeSettings({ TRAVEL_RULE_FROM_USD: undefined });
    expect(surely(await readRequest(requestId)).denialReason.approve).toBeNull();
  });

  it('begins at the line to the cent, counts an unknown price as over it, and is off where unset', async () => {
    const to = newAddress();
    expect(await request(to, { value: '0.8695652173' })).toMatchObject(STOPPED);
    expect(await request(to, { value: '0.86956' })).toMatchObject({ ok: true });
    const unpriced = await request(to, { asset: 'LINK', value: '1' });
    expect(unpriced).toMatchObject({ ok: false, error: { reason: expect.stringContaining('in USD is unknown') } });
    changeSettings({ TRAVEL_RULE_FROM_USD: undefined });
    expect(await request(to)).toMatchObject({ ok: true });
  });
});

// Two hundred with MIXED_REQUESTS=200: "none is declined after an approval".
const COUNT = Number(process.env.MIXED_REQUESTS ?? 40);

const assetOn = (network: string, isEven: boolean) =>
  network === 'AVALANCHE' ? 'AVAX' : network === 'BNB' ? 'BNB' : network === 'ETHEREUM' && isEven ? 'ETH' : 'USDC';

it(`lets no request be approved that the service declines, of ${COUNT} around the line`, async () => {
  const { api } = running.sandbox;
  const payees: { to: string; network: string }[] = [];
  for (const network of ['ETHEREUM', 'BASE', 'POLYGON_POS', 'AVALANCHE', 'BNB'])
    for (const data of [undefined, { savedOn: '', savedBy: '' }, { identities: ['identity-1'] }, {}]) {
      const { entry } = await save(data, { network });
      payees.push({ to: entry.address, network });
      const identities = data?.savedOn === '' ? [] : [undefined, ...(data?.identities ?? [])];
      for (const identity_id of data ? identities : [])
        expect(await api.saveAddress({ crypto_network: network, address: entry.address, identity_id })).toMatchObject({
          status: 200,
        });
    }
  payees.push({ to: newAddress(), network: 'ETHEREUM' });
  const values = {
    ETH: ['0.8695652', '0.8695653', '0.5', '4'],
    USDC: ['2999.994', '2999.999', '3000', '9000'],
    AVAX: ['119.9', '119.999999', '120', '400'],
    BNB: ['3.33', '3.3333', '3.34', '9'],
  };
  const outcomes = { made: 0, stopped: 0 };
  for (let at = 0; at < COUNT; at += 1) {
    const { to, network } = payees[at % payees.length] ?? { to: '', network: '' };
    const asset = assetOn(network, at % 2 === 0);
    const identityId = at % 3 === 0 ? 'identity-1' : '';
    const value = values[asset][Math.floor(at / payees.length) % 4] ?? '';
    const made = await request(to, { network, asset, identityId, value });
    if (!made.ok) expect(made).toMatchObject(STOPPED);
    else await approveRequest(made.value.requestId, approver.person);
    outcomes[made.ok ? 'made' : 'stopped'] += 1;
  }
  while ((await sendNext()) > 0);
  const { rows } = await pool().query('select state, count(*)::int from sends group by state');
  expect(rows).toEqual([{ state: 'ACCEPTED', count: outcomes.made }]);
  expect(Math.min(outcomes.made, outcomes.stopped)).toBeGreaterThan(COUNT / 8);
});

describe('travel-rule data in the address book', () => {
  it('are kept as confirmed, and removed as confirmed', async () => {
    const beneficiary = { institution_details: { name: 'Ünïcode GmbH 株式会社' } };
    const { id, entry } = await save({ receiver: 'beneficiary' }, { beneficiary });
    expect(surely(await readRecipient(id)).entry).toMatchObject({ travelRule: entry.travelRule, beneficiary });
    const { travelRule: _removed, ...after } = entry;
    const wanted = { chosen: '', lookAlikes: [] };
    surely(await change({ kind: 'change', id, before: entry, after, ...wanted }, id));
    expect(surely(await readRecipient(id)).entry).not.toHaveProperty('travelRule');
  });

  it.each<[string, Partial<TravelRule>, Partial<RecipientEntry>, RegExp]>([
    ['a provider without a name', { provider: '' }, {}, /name of the provider/],
    ['an own wallet at a provider', { custody: 'own-wallet' }, {}, /no provider/],
    ['no purpose', { purpose: ' ' }, {}, /purpose/],
    ['a day without a person', { savedBy: '' }, {}, /who saved/],
    ['a person without a day', { savedOn: '' }, {}, /the day/],
    ['a day that is none', { savedOn: '2026-02-30' }, {}, /2026-11-30/],
    ['a name of 301 letters', { provider: 'x'.repeat(301) }, {}, /at most 300/],
    ['an own wallet in the directory', { custody: 'own-wallet', provider: '', providerId: 'a' }, {}, /no provider/],
    ['an ID that is none', { providerId: 'a b' }, {}, /directory again/],
    ['a beneficiary that is missing', { receiver: 'beneficiary' }, {}, /beneficiary/],
    ['two receivers', {}, { beneficiary: { institution_details: { name: 'X' } } }, /Remove it/],
  ])('are refused with %s', async (_name, data, own, reason) => {
    const id = randomUUID();
    const after = {
      name: `Desk ${id}`,
      network: 'ETHEREUM',
      address: newAddress(),
      memo: null,
      note: '',
      profiles: [],
    };
    const entry = { ...after, beneficiary: null, travelRule: { ...TRAVEL_RULE, ...data }, ...own };
    const refused = await change({ kind: 'add', id, after: entry }, id);
    expect(JSON.stringify(refused)).toMatch(reason);
    expect(refused.ok).toBe(false);
  });

  it('lose the day on which they were saved when they change', async () => {
    const { id, entry } = await save({});
    const wanted = { chosen: '', lookAlikes: [] };
    const other = { ...TRAVEL_RULE, provider: 'Another Exchange' };
    const changing = (travelRule: TravelRule) =>
      change({ kind: 'change', id, before: entry, after: { ...entry, travelRule }, ...wanted }, id);
    expect(JSON.stringify(await changing(other))).toContain('differ from those saved');
    expect(await changing({ ...other, savedOn: '2026-11-29' })).toMatchObject({ ok: true });
  });
});
