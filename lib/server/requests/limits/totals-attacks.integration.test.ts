import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { type TimeLimit } from '@/lib/policy/time-limits';
import { database } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { readUsdValues } from '@/lib/server/mirror/figures/usd-values';
import { sumUsdValues } from '@/lib/money/sum-usd-values';
import { readChecks } from '@/lib/server/requests/checks/read-checks';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import {
  DAY,
  anyway,
  approvalsFor,
  desk,
  dryRun,
  make,
  newAddress,
  over,
  past,
  priced,
  setUpLimitedDesk,
  sumOf,
  transferOf,
} from '@/scripts/testing/data/limited-requests';

setUpLimitedDesk();

describe('transfers that left by other ways', () => {
  it('count with their total, and by profile and recipient in every spelling', async () => {
    const address = newAddress();
    await storeRecords([
      transferOf({
        profile_id: desk.profile.toUpperCase(),
        destination_address: `0x${address.slice(2).toUpperCase()}`,
      }),
    ]);
    await putPolicyInForce([over(sumOf('10', ['profile', 'recipient', 'network'])), anyway()]);
    expect(await approvalsFor('3.5', { destinationAddress: address })).toBe(1);
    expect(await approvalsFor('0.1', { destinationAddress: address })).toBe(2);
  });

  it.each([
    ['of another profile', { profile_id: 'another' }],
    ['that failed', { status: 'FAILED' }],
    ['of before the window', { created_at: '2020-01-01T00:00:00Z' }],
    ['that came in', { type: 'CRYPTO_DEPOSIT', direction: 'CREDIT' }],
  ])('do not count %s', async (_what, change) => {
    await storeRecords([transferOf(change)]);
    await putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]);
    expect(await approvalsFor('10')).toBe(1);
  });

  it('are not those of our own requests, unless these were cancelled', async () => {
    await putPolicyInForce([over(sumOf('13', ['profile'])), anyway()]);
    const own = await make('6');
    const [{ refId } = { refId: '' }] = await database()
      .select({ refId: withdrawalRequests.refId })
      .from(withdrawalRequests)
      .where(eq(withdrawalRequests.id, own.requestId));
    await storeRecords([transferOf({ ref_id: refId })]);
    expect(await approvalsFor('7')).toBe(1);
    await withoutTriggers((transaction) =>
      transaction
        .update(withdrawalRequests)
        .set({ state: 'CANCELLED' })
        .where(eq(withdrawalRequests.id, own.requestId)),
    );
    expect((await dryRun('0.1')).limits).toMatchObject([
      { text: expect.stringContaining('13.6 ETH sent and waiting in 24 hours') },
    ]);
  });

  it('make the use unknown, which is over the limit, where the copy is incomplete or old, or an amount is unreadable', async () => {
    await putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]);
    await completeMirror(new Date(Date.now() - 3_600_000));
    expect((await dryRun('1')).current).toContain(
      'is unknown, which counts as over the limit, because the copy of the transfers of the service is out of date',
    );
    await completeMirror(null);
    expect((await dryRun('1')).current).toContain('is not complete: two approvals are needed');
    await completeMirror();
    expect((await dryRun('1')).current).toContain('Rule 2 applies');
    await storeRecords([transferOf({ amount: 'many', total: undefined })]);
    expect((await dryRun('1')).current).toContain('the amount of a transfer in this time cannot be read');
  });
});

describe('what the service lists', () => {
  beforeEach(() => putPolicyInForce([over(sumOf('10', ['profile'])), anyway()]));

  it('counts from when it was first seen where its time cannot be read, with an amount that is unknown', async () => {
    const undated = transferOf({ created_at: 'yesterday' });
    await storeRecords([undated]);
    expect((await dryRun('1')).current).toContain('the amount of a transfer in this time cannot be read');
    const count: TimeLimit = { window: DAY, by: ['profile'], limit: { kind: 'count', limit: 1 } };
    await putPolicyInForce([over(count), anyway()]);
    expect((await dryRun('1')).current).toContain('Rule 1 applies because 2 requests');
    await database().execute(sql`update mirror_transfers set first_seen_at = now() - interval '25 hours'`);
    expect((await dryRun('1')).current).toContain('Rule 2 applies');
  });

  it('makes the use unknown where it could not be stored, as long as it was first seen in the window', async () => {
    await storeRecords([transferOf({ memo: 'a \0 that is replaced' })].map((one) => ({ ...one, status: 'FAILED' })));
    expect((await dryRun('1')).current).toContain('Rule 2 applies');
    await storeRecords([transferOf({ id: '' })]);
    expect((await dryRun('1')).current).toContain(
      'a record of the service that was first seen in this time could not be stored as a transfer',
    );
    await database().execute(sql`update mirror_quarantine set first_seen_at = now() - interval '25 hours'`);
    expect((await dryRun('1')).current).toContain('Rule 2 applies');
  });
});

const ageless = (usd: string) => ({ usd, pricedAt: null });
const storePrice = (price: string, change: Record<string, unknown> = {}) =>
  storeRecords(Array.from({ length: 5 }, (_, index) => past(price, index, change)));

describe('a price', () => {
  it('is signed without its age, which changes with every deposit; the form tells it', async () => {
    const limit: TimeLimit = { window: DAY, by: [], limit: { kind: 'value', currency: 'USD', limit: '10000' } };
    await putPolicyInForce([over(limit), anyway()]);
    await storePrice('1000');
    const { facts } = await make('1');
    expect(facts.overTime).toMatchObject([{ after: '1000', price: { usd: '1000' } }]);
    expect(facts.overTime?.[0]?.price).toEqual({ usd: '1000' });
    expect((await dryRun('1')).limits).toMatchObject([
      { text: expect.stringContaining('(1 ETH = 1,000 USD, a price of ') },
    ]);
  });
});

describe('a value in USD', () => {
  beforeEach(() => putPolicyInForce([anyway()]));

  it('is shown of a request, in the queue and of a draft, exactly, and stored and signed nowhere', async () => {
    await storePrice('3614');
    const { requestId, body, facts, checks } = await make('30.000000000000000001');
    const value = { usd: '108420.000000000000003614', pricedAt: expect.stringMatching(/^20.*Z$/) };
    expect(await readRequest(requestId)).toMatchObject({ ok: true, value: { value } });
    const queue = await readQueue();
    expect(queue).toMatchObject({ ok: true, value: { value: null, needsMe: [], others: [{ id: requestId, value }] } });
    const question = { network: 'ETHEREUM', address: newAddress(), asset: 'ETH', profile: desk.profile };
    expect(await readChecks({ ...question, value: '30.000000000000000001' })).toMatchObject({ value: { value } });
    expect(body.toString() + JSON.stringify([facts, checks])).not.toContain('108420');
  });

  it('has no price below five samples, and a settled request has none at all', async () => {
    await storeRecords([past('3614', 0)]);
    const { requestId } = await make('1');
    expect(await readRequest(requestId)).toMatchObject({ value: { value: null } });
    await withoutTriggers((transaction) =>
      transaction.update(withdrawalRequests).set({ state: 'CANCELLED' }).where(eq(withdrawalRequests.id, requestId)),
    );
    const settled = await readRequest(requestId);
    expect(settled.ok && Object.hasOwn(settled.value, 'value')).toBe(false);
  });

  it('reads many assets at once, and hides the age of a price from a reader who does not see every profile', async () => {
    await storePrice('3614');
    await storePrice('12', { asset: 'PYUSD', profile_id: 'another' });
    const assets = ['ETH', 'PYUSD', 'NONE', 'USD', 'ETH'];
    const [all, some] = [
      await readUsdValues({ visibleProfiles: 'all' }, assets),
      await readUsdValues({ visibleProfiles: [desk.profile] }, assets),
    ];
    expect(all({ asset: 'PYUSD', amount: '2.5' })).toEqual({ usd: '30', pricedAt: expect.any(String) });
    expect(assets.map((asset) => some({ asset, amount: '2' }))).toEqual([
      ageless('7228'),
      ageless('24'),
      null,
      ageless('2'),
      ageless('7228'),
    ]);
  });

  it('sums what is known, and says how many are not', () => {
    const [older, newer] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'];
    const values = [{ usd: '0.1', pricedAt: newer }, null, { usd: '0.2', pricedAt: older, unpriced: 2 }];
    expect(sumUsdValues(values)).toEqual({ usd: '0.3', pricedAt: older, unpriced: 3 });
    expect(sumUsdValues([null])).toBeNull();
    expect(sumUsdValues([])).toBeNull();
  });
});

describe('a limit in US dollars', () => {
  const limit: TimeLimit = { window: DAY, by: [], limit: { kind: 'value', currency: 'USD', limit: '10000' } };
  it('takes the higher of the median and the latest of our own prices, and says which', async () => {
    await putPolicyInForce([over(limit), anyway()]);
    await storeRecords(['1000', '3000', '1000', '1000', '1000'].map((notional, index) => past(notional, 5 - index)));
    expect((await dryRun('10')).current).toContain('Rule 2 applies');
    expect((await dryRun('10.1')).current).toContain(
      '10,100 USD sent and waiting in 24 hours for all profiles, this one included, is more than 10,000 USD ' +
        '(1 ETH = 1,000 USD, a price of',
    );
    await storeRecords([past('2000', 0)]);
    expect((await dryRun('5.1')).current).toContain('Rule 1 applies');
  });

  it('knows the price of the dollar itself, for a total in US dollars', async () => {
    await putPolicyInForce([over(limit), anyway()]);
    const total = { asset: 'PYUSD', fixed: 'total', balanceAsset: 'USD' } as const;
    expect(await make('9999', total)).toMatchObject({
      requiredApprovals: 1,
      facts: { overTime: [{ before: '0', after: '9999' }] },
    });
    expect(await make('2', total)).toMatchObject({ requiredApprovals: 2 });
  });

  it('has its price however much dust somebody sends', async () => {
    await putPolicyInForce([over(limit), anyway()]);
    await storeRecords(Array.from({ length: 5 }, (_, index) => past('1000', index)));
    const dust = { type: 'CRYPTO_DEPOSIT', direction: 'CREDIT', amount: '0.001', fee: '0' };
    await storeRecords(Array.from({ length: 600 }, (_, index) => past('1', -index / 100, dust)));
    expect((await dryRun('10')).current).toContain('Rule 2 applies');
  });

  it.each([
    ['there are fewer than five', {}, 4],
    ['they are dust', { notional_value: '9.99', amount: '0.01', fee: '0' }, 9],
    ['they have not completed', { status: 'PENDING' }, 9],
    ['they have no value', { notional_value: undefined }, 9],
    ['they have no amount', { amount: '0', fee: '0' }, 9],
  ])('is exceeded where the price is unknown, since %s', async (_why, change, times) => {
    await putPolicyInForce([over(limit), anyway()]);
    await storeRecords(Array.from({ length: times }, (_, index) => past('1000', index, change)));
    expect((await dryRun('0.1')).current).toContain('the price of ETH in USD is unknown');
  });
});

describe('a total in US dollars under a limit in units of the asset', () => {
  const inUnits: TimeLimit = { window: DAY, by: ['profile'], limit: { kind: 'sum', limits: { PYUSD: '1000' } } };
  const total = { asset: 'PYUSD', fixed: 'total', balanceAsset: 'USD' } as const;

  it('counts with the units that it is worth by the lower price, rounded up', async () => {
    await putPolicyInForce([over(inUnits), anyway()]);
    const prices = ['12', '12', '12', '12', '12'];
    await storeRecords(prices.map((price, index) => priced(price, index + 1)));
    expect(await make('1200', total)).toMatchObject({ requiredApprovals: 1, facts: { overTime: [{ after: '100' }] } });
    expect(await make('900', { asset: 'PYUSD' })).toMatchObject({
      requiredApprovals: 1,
      facts: { overTime: [{ before: '100', after: '1000' }] },
    });
    await storeRecords([priced('11', 0)]);
    expect(await make('1', total)).toMatchObject({
      requiredApprovals: 2,
      facts: { overTime: [{ before: '1009.09090909090909091', after: '1009.18181818181818182' }] },
    });
  });

  it('is unknown only without a price', async () => {
    await putPolicyInForce([over(inUnits), anyway()]);
    expect(await make('1', total)).toMatchObject({
      requiredApprovals: 2,
      facts: { overTime: [{ after: null, unknown: expect.stringContaining('the price of PYUSD in USD is unknown') }] },
    });
  });
});
