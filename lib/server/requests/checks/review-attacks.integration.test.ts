import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { putRegistryInForce } from '@/scripts/testing/data/settings';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signedIn, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { createRequest } from '@/lib/server/requests/creation/create';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

// The server functions behind the form, the import and the amendment, called without any of the three.

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const approver = signedIn('approver', ['approver']);

beforeAll(async () => {
  await signInAs('approver-two', ['approver']);
});
beforeEach(() => as(finance));
const create = (change: Partial<WithdrawalForm> = {}) =>
  createRequest({ formKey: randomUUID(), form: filledForm(change) });
const countRequests = () => database().$count(withdrawalRequests);

const mustCreate = async (change: Partial<WithdrawalForm> = {}) => surely(await create(change)).requestId;

const NEWCHAIN = { id: 'NEWCHAIN', label: 'New chain' };

/**
 * Tries a form in each way that a request can come into being; gives the issues of each, and checks that none was
 * saved.
 */
async function tryEveryWay(change: Partial<WithdrawalForm>): Promise<{ path: string; message: string }[]> {
  const requestId = await mustCreate();
  const before = await countRequests();
  const form = filledForm(change);
  const outcomes = [
    await create(change),
    await createTestPayment({ formKey: randomUUID(), form: { ...form, testAmount: '0.01' } }),
    await createBatch({ batchKey: randomUUID(), name: 'sheet.csv', items: [filledForm(), form] }),
    await amendRequest({ formKey: randomUUID(), form, requestId, basedOnVersion: 1 }),
  ];
  const checked = surely(await checkBatch({ items: [form] }));
  const issues = outcomes.map((outcome) => {
    const error: object = outcome.ok ? {} : outcome.error;
    const found = 'items' in error ? error.items : 'issues' in error ? error.issues : undefined;
    if (!Array.isArray(found)) throw new Error(`not refused at a field: ${JSON.stringify(outcome)}`);
    return found[0] as { path: string; message: string };
  });
  expect(await countRequests()).toBe(before);
  return [...issues, checked.items[0]?.issues.find(({ level }) => level === 'error') ?? { path: '', message: '' }];
}

describe('what the form does not offer', () => {
  it.each<[string, Partial<WithdrawalForm>, string, RegExp]>([
    [
      'a network that neither the configuration nor the registry has',
      { network: 'TRON' },
      'network',
      /on TRON: the configuration \(TRANSFER_SERVICE_NETWORKS\) and the page “Assets and networks” do not have it/,
    ],
    [
      'an asset that neither the registry nor the policy names',
      { asset: 'ZZZ', value: '0.11' },
      'asset',
      /no rule of the policy/,
    ],
  ])('is refused in every way: %s', async (_, change, path, reason) => {
    for (const issue of await tryEveryWay(change))
      expect(issue).toMatchObject({ path, message: expect.stringMatching(reason) });
  });

  it('needs the configuration and the registry for a network, and says which is missing', async () => {
    const change = { network: 'NEWCHAIN', destinationAddress: 'whatever1' };
    changeSettings({ TRANSFER_SERVICE_NETWORKS: ['NEWCHAIN'] });
    expect(await create(change)).toMatchObject({
      error: {
        issues: [{ path: 'network', message: expect.stringContaining('the page “Assets and networks” does not') }],
      },
    });
    changeSettings({ TRANSFER_SERVICE_NETWORKS: [] });
    await putRegistryInForce({ networks: [NEWCHAIN] });
    expect(await create(change)).toMatchObject({
      error: { issues: [{ path: 'network', message: expect.stringContaining('TRANSFER_SERVICE_NETWORKS) does not') }] },
    });
    changeSettings({ TRANSFER_SERVICE_NETWORKS: ['NEWCHAIN'] });
    await putRegistryInForce({ networks: [NEWCHAIN], assets: [{ ticker: 'NEW', networks: ['NEWCHAIN'] }] });
    await mustCreate({ ...change, asset: 'NEW' });
  });

  it('takes an asset that a rule of the policy names', async () => {
    await putPolicyInForce([
      { name: 'ZZZ', when: { assets: ['ZZZ'] }, then: { kind: 'approve', count: 2 } },
      { name: 'All', when: {}, then: { kind: 'approve', count: 1 } },
    ]);
    await mustCreate({ asset: 'ZZZ', value: '0.11' });
  });
});

describe('an address that loses what it receives', () => {
  it.each([
    ['the zero address', { destinationAddress: `0x${'0'.repeat(40)}` }, /zero address/],
    ['a burn address', { destinationAddress: '0x000000000000000000000000000000000000dEaD' }, /destroy/],
    ['the contract of USDC', { destinationAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }, /contract of USDC/],
    [
      'the contract of PYUSD on Solana',
      { asset: 'PYUSD', network: 'SOLANA', destinationAddress: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo' },
      /contract of PYUSD/,
    ],
    [
      'the issuer of PYUSD on Stellar',
      {
        asset: 'PYUSD',
        network: 'STELLAR',
        destinationAddress: 'GDQE7IXJ4HUHV6RQHIUPRJSEZE4DRS5WY577O2FY6YQ5LVWZ7JZTU2V5',
        memo: '1',
      },
      /issues PYUSD/,
    ],
    [
      'the zero address on an unknown network',
      { network: 'NEWCHAIN', destinationAddress: `0x${'0'.repeat(40)}` },
      /zero/,
    ],
  ])('is refused in every way, with the reason: %s', async (_, change, reason) => {
    changeSettings({ TRANSFER_SERVICE_NETWORKS: ['NEWCHAIN'] });
    await putRegistryInForce({ networks: [NEWCHAIN] });
    for (const issue of await tryEveryWay(change)) {
      expect(issue).toMatchObject({ path: 'destinationAddress', message: expect.stringMatching(reason) });
      expect(issue.message).toContain('Funds sent here are lost. Ask the recipient for another address.');
    }
  });

  it('warns of itself in the queue and on the page where the address only lacks a checksum', async () => {
    const id = await mustCreate({ destinationAddress: `0x${randomUUID().replaceAll('-', '')}00ab00cd` });
    as(approver);
    const view = await readRequest(id);
    expect(view).toMatchObject({
      ok: true,
      value: { checks: { card: { signals: expect.arrayContaining(['address-note']) } } },
    });
    const queue = await readQueue();
    const line = queue.ok ? queue.value.needsMe.find((item) => item.id === id) : undefined;
    expect(line?.findings).toContainEqual({ id: 'address', name: 'address to check', isGrave: false });
  });
});

describe('the origin of an address', () => {
  it('is not what the form says where no entry of the address book was chosen', async () => {
    const id = await mustCreate({ addressEntry: 'book', recipientId: '' });
    const [stored] = await database().select().from(requestVersions).where(eq(requestVersions.requestId, id));
    expect(stored?.addressEntry).toBe('typed');
  });
});

const json = (text: string): Partial<WithdrawalForm> => ({
  beneficiary: { kind: 'json', firstName: '', lastName: '', institutionName: '', json: text },
});

describe('data that would not be sent as it is written', () => {
  it.each<[string, Partial<WithdrawalForm>, string, RegExp]>([
    ['a number beyond every limit', json('{"limit": 1e400}'), 'beneficiary.json', /number 1e400 would not be sent/],
    ['a number of 20 digits', json('{"id": 12345678901234567890}'), 'beneficiary.json', /Write it as text/],
    ['a key that stands twice', json('{"name": "Ada", "name": "Eve"}'), 'beneficiary.json', /is twice in one object/],
    ['__proto__ as a key', json('{"a": [{"__proto__": {"name": "Eve"}}]}'), 'beneficiary.json', /“__proto__” cannot/],
    ['an escaped constructor as a key', json('{"\\u0063onstructor": 1}'), 'beneficiary.json', /“constructor” cannot/],
    ['__proto__ in metadata', { metadata: [{ key: '__proto__', value: 'x' }] }, 'metadata.0.key', /“__proto__” cannot/],
    ['prototype in metadata', { metadata: [{ key: 'prototype', value: 'x' }] }, 'metadata.0.key', /cannot be the name/],
  ])('is refused in every way: %s', async (_, change, path, reason) => {
    for (const issue of await tryEveryWay(change))
      expect(issue).toMatchObject({ path, message: expect.stringMatching(reason) });
  });
});
