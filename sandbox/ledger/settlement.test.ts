import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startForTest } from '@/sandbox/testing/start-for-test';

let sandbox: Awaited<ReturnType<typeof startForTest>>;
beforeAll(async () => {
  sandbox = await startForTest({ settleMs: 1000 });
});
afterAll(() => sandbox.remove());

// Longer than the longest jitter.
const settle = () => (sandbox.clock.nowMs += 1250);

describe('from PENDING to the final status', () => {
  it.each([
    ['BTC', 'BITCOIN', /^[0-9a-f]{64}$/],
    ['BCH', 'BITCOIN_CASH', /^[0-9a-f]{64}$/],
    ['LTC', 'LITECOIN', /^[0-9a-f]{64}$/],
    ['ETH', 'ETHEREUM', /^0x[0-9a-f]{64}$/],
    ['USDC', 'BASE', /^0x[0-9a-f]{64}$/],
    ['PYUSD', 'STELLAR', /^[0-9a-f]{64}$/],
    ['SOL', 'SOLANA', /^[1-9A-HJ-NP-Za-km-z]{87,88}$/],
  ])('%s on %s becomes COMPLETED with a transaction', async (asset, crypto_network, hash) => {
    const { body: created } = await sandbox.api.create({ asset, crypto_network, amount: '2' });
    expect(created.status).toBe('PENDING');
    sandbox.clock.nowMs += 740;
    expect(await sandbox.api.transfer(created.id)).toEqual(created);
    settle();
    const settled = await sandbox.api.transfer(created.id);
    expect(settled).toMatchObject({
      status: 'COMPLETED',
      crypto_tx_hash: expect.stringMatching(hash),
      crypto_tx_index: expect.any(String),
    });
    expect(settled.notional_value).toMatch(/^[0-9]+\.[0-9]{2}$/);
    const took = Date.parse(settled.updated_at) - Date.parse(settled.created_at);
    expect(took).toBeGreaterThanOrEqual(750);
    expect(took).toBeLessThanOrEqual(1250);
    expect(await sandbox.api.transfer(created.id)).toEqual(settled);
  });

  it('a Solana transaction is a signature of 64 bytes', async () => {
    const { body: created } = await sandbox.api.create({ asset: 'SOL', crypto_network: 'SOLANA', amount: '5.0200' });
    expect(base58.decode((await sandbox.api.transfer(created.id)).crypto_tx_hash ?? '')).toHaveLength(64);
  });

  it.each([
    ['missing_trustline', '2.0451'],
    ['invalid_destination_address', '2.0452'],
  ])('FAILED with %s, and the balance is given back', async (reason, amount) => {
    const { body: created } = await sandbox.api.create({
      profile_id: 'p-small',
      asset: 'LTC',
      crypto_network: 'LITECOIN',
      amount,
    });
    const all = { profile_id: 'p-small', asset: 'LTC', crypto_network: 'LITECOIN', total: '25', amount: undefined };
    expect((await sandbox.api.create(all)).status).toBe(403);
    settle();
    expect(await sandbox.api.transfer(created.id)).toMatchObject({
      status: 'FAILED',
      status_details: { [reason]: { message: expect.any(String) } },
    });
    // Enough for all of it again; this one fails as well, so that the next case finds the whole balance.
    expect((await sandbox.api.create({ ...all, memo: 'sandbox:0451' })).status).toBe(200);
    settle();
  });

  it('a transfer that waits for travel-rule information stays PENDING with that secondary status', async () => {
    const { body: created } = await sandbox.api.create({ amount: '5.0202' });
    expect(created).toMatchObject({
      status: 'PENDING',
      secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED', detail: expect.any(String) },
    });
    sandbox.clock.nowMs += 1e9;
    expect(await sandbox.api.transfer(created.id)).toEqual(created);
  });

  it('a transfer that settles at once is PENDING in the answer and COMPLETED when read', async () => {
    const { body: created } = await sandbox.api.create({ amount: '5.0200' });
    expect(created.status).toBe('PENDING');
    expect((await sandbox.api.transfer(created.id)).status).toBe('COMPLETED');
  });
});
