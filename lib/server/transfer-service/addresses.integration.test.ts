import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSettings, setUpTestDatabase } from '@/scripts/testing/test-process';
import { failure } from '@/scripts/testing/results';
import { putAddress, readAddressStanding, searchDirectory } from '@/lib/server/transfer-service/addresses';
import { listRecords } from '@/lib/server/transfer-service/endpoints';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
setUpTestDatabase({ TRANSFER_SERVICE_READS_PER_SECOND: 1_000_000 });
beforeAll(async () => {
  sandbox = await startForTest({ transfers: 1, vasps: 5000, addressReviewSeconds: 60 });
});
beforeEach(() => changeSettings({ TRANSFER_SERVICE_URL: sandbox.url, TRANSFER_SERVICE_AUTH_URL: sandbox.url }));
afterEach(() => fetch(`${sandbox.url}/_sandbox/faults`, { method: 'DELETE' }));
afterAll(() => sandbox.remove());

const calls = async (operation: string) =>
  Object.values(((await sandbox.api.inspect('stats')).requests as Record<string, object>)[operation] ?? {}).reduce(
    (sum: number, count: number) => sum + count,
    0,
  );
const key = (address: string, identity = '') => ({ network: 'ETHEREUM', address, identity });
const put = ({ network, address, identity }: ReturnType<typeof key>) =>
  putAddress(
    { network, address, identity },
    JSON.stringify({
      crypto_network: network,
      address,
      ...(identity !== '' && { identity_id: identity }),
      travelrule_metadata: { custodian_type: 'PRIVATE', transfer_purpose: 'Own', beneficiary: { self: true } },
    }),
  );

describe('saving an address', () => {
  it('gives the state, and repeats a call whose answer was lost', async () => {
    expect(await put(key('0xa'))).toEqual({ ok: true, value: 'PENDING' });
    await sandbox.api.addFault({ on: 'save-address', kind: 'reset-after', times: 1 });
    expect(await put(key('0xb'))).toEqual({ ok: true, value: 'PENDING' });
    const { items } = await sandbox.api.list('/v2/transfer/crypto-destination-addresses?addresses=0xb');
    expect(items).toHaveLength(1);
  });

  it('takes no answer for one that is about another network', async () => {
    await sandbox.api.addFault({ on: 'save-address', kind: 'unknown-enums' });
    expect(await put(key('0xc'))).toMatchObject(failure('unreadable'));
  });

  it('asks for one token of its own scope where a scope is set', async () => {
    changeSettings({ TRANSFER_SERVICE_SCOPE: 'transfer:read_transfer' });
    const before = Number((await sandbox.api.inspect('stats')).tokens_issued);
    expect(await listRecords({ limit: 1 })).toMatchObject({ ok: true });
    expect(await put(key('0xa'))).toMatchObject({ ok: true });
    expect(await put(key('0xd'))).toMatchObject({ ok: true });
    expect(Number((await sandbox.api.inspect('stats')).tokens_issued) - before).toBe(2);
    // The scope of reads does not save: the calls do not share a token.
    changeSettings({
      TRANSFER_SERVICE_SCOPE: 'transfer:read_transfer',
      TRANSFER_SERVICE_ADDRESSES_SCOPE: 'transfer:read_transfer',
    });
    expect(await put(key('0xd'))).toMatchObject({ ok: false, error: { problem: { type: 'insufficient-scope' } } });
  });
});

describe('the state of an address', () => {
  it('is the one of its network, address and identity', async () => {
    await put(key('0xe', 'identity-1'));
    expect(await readAddressStanding(key('0xe', 'identity-1'))).toEqual({ kind: 'given', state: 'PENDING' });
    expect(await readAddressStanding(key('0xe', 'identity-2'))).toEqual({ kind: 'unknown' });
    expect(await readAddressStanding(key('0xe'))).toEqual({ kind: 'unknown' });
    expect(await readAddressStanding({ ...key('0xe', 'identity-1'), network: 'BASE' })).toEqual({ kind: 'unknown' });
    sandbox.clock.nowMs += 60_000;
    expect(await readAddressStanding(key('0xe', 'identity-1'))).toEqual({ kind: 'given', state: 'APPROVED' });
    await sandbox.api.addFault({ on: 'addresses', kind: 'missing-fields', fields: ['status'] });
    expect(await readAddressStanding(key('0xe', 'identity-1'))).toEqual({ kind: 'given', state: null });
  });

  it.each([
    ['error', { status: 403 }],
    ['latency', { ms: 1000 }],
    ['empty-pages', { in_a_row: 1000 }],
    ['malformed-json', {}],
  ])('is not checked after %s, in words', async (kind, parameters) => {
    await sandbox.api.addFault({ on: 'addresses', kind, ...parameters });
    const standing = await readAddressStanding(key('0xa'), kind === 'latency' ? 50 : undefined);
    expect(standing).toEqual({ kind: 'unchecked', reason: expect.stringMatching(/^[A-Z].*\.$/) as unknown });
  });
});

describe('the directory', () => {
  it('gives 20 of 5,000, and reads one page for them', async () => {
    const before = await calls('vasps');
    const found = await searchDirectory('provider');
    expect(found).toMatchObject({ ok: true, value: { rest: 'more' } });
    expect(found.ok && found.value.items.length).toBe(20);
    expect((await calls('vasps')) - before).toBe(1);
  });

  it.each([
    ['株式会社', 'vasp-00002', 11],
    ['بورصة', 'vasp-00004', 12],
    ['endless', 'vasp-00006', 300],
    ['provider 4999', 'vasp-04999', 13],
  ])('finds “%s”, with its whole name', async (search, id, length) => {
    await sandbox.api.addFault({ on: 'vasps', kind: 'poisoned-items' });
    const found = await searchDirectory(search);
    expect(found).toMatchObject({ ok: true, value: { items: [{ id }], rest: 'none' } });
    expect(found.ok && found.value.items[0]?.name.length).toBe(length);
  });

  it('ends where the cursor loops, and keeps what it found', async () => {
    await sandbox.api.addFault({ on: 'vasps', kind: 'empty-pages', times: 1 });
    await sandbox.api.addFault({ on: 'vasps', kind: 'cursor-loop' });
    const before = await calls('vasps');
    expect(await searchDirectory('example exchange')).toEqual({
      ok: true,
      value: {
        items: [{ id: 'vasp-00000', name: 'Example Exchange', website: 'https://vasp-00000.example' }],
        rest: 'unended',
      },
    });
    expect((await calls('vasps')) - before).toBe(2);
  });

  it('reads at most five pages of one that does not end', async () => {
    await sandbox.api.addFault({ on: 'vasps', kind: 'empty-pages', in_a_row: 1000 });
    const before = await calls('vasps');
    expect(await searchDirectory('example')).toEqual({ ok: true, value: { items: [], rest: 'unended' } });
    expect((await calls('vasps')) - before).toBe(5);
  });

  it('fails with the problem where it cannot be read', async () => {
    await sandbox.api.addFault({ on: 'vasps', kind: 'error', status: 404 });
    expect(await searchDirectory('example')).toMatchObject({ ok: false, error: { problem: { status: 404 } } });
  });
});
