import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putSettingInForce } from '@/scripts/testing/data/settings';
import { caller } from '@/scripts/testing/people/caller';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { clearMirror, storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { recipientKey } from '@/lib/recipients/recipients';
import { database, pool } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { readTypicalFee } from '@/lib/server/mirror/figures/typical-fee';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';
import { gatherRisk } from '@/lib/server/requests/checks/risk';
import { DEFAULT_REGISTRY, type Registry } from '@/lib/networks/assets';
import type { RequestState } from '@/lib/requests/decisions';
import { serializeWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';
import { toPolicyFacts } from '@/lib/policy/facts';
import type { PolicyRule } from '@/lib/policy/rules';

// Each check has a connection, and some are held by a lock.
setUpTestConsole({ DATABASE_CONNECTIONS: 16 });
let requesterId: string;

beforeAll(async () => {
  const { sessionId, person } = await signInAs('finance', ['finance']);
  caller.sessionId = sessionId;
  requesterId = person.id;
});
beforeEach(async () => {
  await clearMirror();
  // Requests are never deleted, so each test pays a recipient of its own.
  address = `0x${randomBytes(20).toString('hex')}`;
});

let address: string;
/** The same address with other capitals, as a checksum may use. */
const withCapitals = () => address.replace(/[a-f]/g, (letter) => letter.toUpperCase());
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

type Change = Partial<
  Pick<WithdrawalBody, 'asset' | 'crypto_network' | 'destination_address' | 'memo' | 'profile_id'>
> & { amount?: string };

const bodyOf = (change: Change = {}): WithdrawalBody => ({
  ref_id: `t-${randomUUID()}`,
  profile_id: 'p-ops',
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  destination_address: address,
  amount: '1.5',
  ...change,
});

/** Inserts a request of this console, with its send where it has one. */
async function insertRequest(
  change: Change,
  { state, send, age = '2 days' }: { state: RequestState; send?: Partial<typeof sends.$inferInsert>; age?: string },
): Promise<string> {
  const body = bodyOf(change);
  const bytes = Buffer.from(serializeWithdrawalBody(body));
  return withoutTriggers(async (transaction) => {
    const [request] = await transaction
      .insert(withdrawalRequests)
      .values({ refId: body.ref_id, requesterId, state, expiresAt: sql`now() + interval '1 day'` })
      .returning({ id: withdrawalRequests.id });
    if (!request) throw new Error('the request must be there');
    await transaction.insert(requestVersions).values({
      requestId: request.id,
      version: 1,
      formKey: randomUUID(),
      body: bytes,
      bodySha256: createHash('sha256').update(bytes).digest('hex'),
      recipientKey: recipientKey(body),
      policyVersion: 1,
      ruleNumber: 1,
      requiredApprovals: 1,
      requiredRole: 'approver',
      facts: toPolicyFacts(body, { makerId: requesterId, isNewRecipient: false }),
      createdAt: sql`now() - ${age}::interval`,
    });
    if (send) await transaction.insert(sends).values({ requestId: request.id, ...send });
    return request.id;
  });
}

const pay = (change: Change = {}) =>
  insertRequest(change, {
    state: 'SENT',
    send: {
      state: 'ACCEPTED',
      transferStatus: 'COMPLETED',
      transferId: randomUUID(),
      transferSeenAt: sql`now()` as never,
    },
  });

/** Inserts a transfer that this console did not make. */
const transfer = (change: Record<string, unknown> = {}) =>
  withdrawalRecord({ amount: '1.5', total: '1.501', fee: '0.001', destination_address: address, ...change });

async function card(change: Change = {}, exceptId?: string) {
  const { lines, signals } = await gatherRisk(bodyOf(change), {
    exceptIds: exceptId === undefined ? [] : [exceptId],
  });
  return { signals, line: (id: string) => lines.find((each) => each.id === id) };
}

describe('payment history', () => {
  it('counts completed withdrawals of this console, however the address is written', async () => {
    for (let count = 0; count < 6; count += 1)
      await pay({ destination_address: count % 2 === 0 ? address : withCapitals() });
    await insertRequest(
      {},
      { state: 'SENT', send: { state: 'ACCEPTED', transferStatus: 'FAILED', transferId: 'failed' } },
    );
    const { line, signals } = await card();
    expect(line('paid')).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('Paid 6 times from this console'),
    });
    expect(line('amount')).toMatchObject({
      state: 'ok',
      text: expect.stringContaining('Median of 6 payments in ETH to this recipient:'),
    });
    expect(signals).toEqual(['not-in-book']);
    expect((await card({ amount: '14.7' })).line('amount')).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('9.8 times the typical amount'),
    });
  });

  it('never counts deposits, which anyone can cause, nor failed transfers, nor those of our own requests', async () => {
    const ours = bodyOf();
    await insertRequest({}, { state: 'AWAITING_APPROVAL' });
    await withoutTriggers((transaction) =>
      transaction
        .insert(withdrawalRequests)
        .values({ refId: ours.ref_id, requesterId, state: 'CANCELLED', expiresAt: sql`now()` as never }),
    );
    await storeRecords([
      transfer({ direction: 'CREDIT', type: 'CRYPTO_DEPOSIT' }),
      transfer({ direction: 'CREDIT' }),
      transfer({ type: 'CRYPTO_DEPOSIT' }),
      transfer({ status: 'FAILED' }),
      transfer({ status: 'PENDING' }),
      transfer({ ref_id: ours.ref_id }),
      transfer({ destination_address: `${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}` }),
    ]);
    const { line, signals } = await card();
    // The sync is in progress, so that “never” would be more than is known.
    expect(line('paid')).toMatchObject({ state: 'warn', text: 'First time from this console.' });
    expect(signals).toContain('new-recipient');
  });

  it('separates payments made elsewhere and says how complete the sync is', async () => {
    await storeRecords([transfer(), transfer({ destination_address: withCapitals() })]);
    const { line, signals } = await card();
    expect(line('paid')).toMatchObject({
      state: 'warn',
      text: 'First time from this console, paid 2 times elsewhere. Last on 2 Jan 2026.',
      basis: expect.stringMatching(/2 withdrawals made elsewhere \(sync in progress: \d+ transfers/),
    });
    expect(signals).toContain('new-recipient');
  });

  it('does not count payments on another network with the same address format', async () => {
    await pay({ crypto_network: 'BASE' });
    const { line, signals } = await card();
    expect(line('network')).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('Paid on Base before, but never on Ethereum'),
    });
    expect(signals).toEqual(expect.arrayContaining(['new-network', 'new-recipient']));
    expect((await card({ crypto_network: 'BASE', asset: 'USDC' })).line('network')).toBeUndefined();
  });

  it('does not count the request itself', async () => {
    const id = await pay();
    expect((await card({}, id)).signals).toContain('new-recipient');
    expect((await card()).signals).not.toContain('new-recipient');
  });
});

describe('the memo', () => {
  it('is compared for each recipient of a network that uses memos', async () => {
    const onStellar = { crypto_network: 'STELLAR', asset: 'PYUSD', destination_address: STELLAR };
    await pay({ ...onStellar, memo: '1001' });
    await pay({ ...onStellar, destination_address: `${STELLAR.slice(0, -1)}A`, memo: '7' });
    expect((await card({ ...onStellar, memo: '1001' })).line('memo')).toMatchObject({ state: 'ok' });
    const absent = await card(onStellar);
    expect(absent.line('memo')).toMatchObject({ state: 'warn', text: expect.stringContaining('“1001”') });
    expect(absent.signals).toEqual(expect.arrayContaining(['memo-missing', 'new-recipient']));
    expect((await card({ ...onStellar, memo: '1002' })).signals).toContain('memo-changed');
    await storeRecords([transfer({ ...onStellar, memo: '1002' })]);
    expect((await card({ ...onStellar, memo: '1002' })).line('memo')).toMatchObject({ state: 'ok' });
  });
});

describe('other requests', () => {
  it('are counted by their stage while open', async () => {
    await insertRequest({}, { state: 'AWAITING_APPROVAL' });
    await insertRequest({}, { state: 'APPROVED', send: { state: 'QUEUED' } });
    await insertRequest({}, { state: 'APPROVED', send: { state: 'UNKNOWN' } });
    await insertRequest(
      {},
      {
        state: 'SENT',
        send: { state: 'ACCEPTED', transferStatus: 'PENDING', transferId: 'pending', trackAt: sql`now()` as never },
      },
    );
    await insertRequest({}, { state: 'CANCELLED' });
    const { line, signals } = await card();
    expect(line('open')?.text).toBe(
      'Other open requests to this recipient: 1 awaiting approval, 1 approved and not sent yet, 1 in progress and 1 with an unknown outcome.',
    );
    expect(signals).toContain('open-requests');
  });

  it('for the same amount are found however many others followed', async () => {
    await insertRequest({ amount: '4' }, { state: 'AWAITING_APPROVAL', age: '2 hours' });
    for (let others = 0; others < 200; others += 1)
      await insertRequest({ amount: `0.${1001 + others}` }, { state: 'AWAITING_APPROVAL', age: '1 hour' });
    expect((await gatherRisk(bodyOf({ amount: '4.0' }))).signals).toContain('repeated-within-a-day');
  });

  it(
    'are compared with the profile’s typical amounts however many deposits followed',
    { timeout: 60_000 },
    async () => {
      const sol = { asset: 'SOL', crypto_network: 'SOLANA', created_at: '2026-11-01T00:00:00Z', fee: '0.001' };
      await storeRecords(Array.from({ length: 20 }, () => transfer(sol)));
      const dust = {
        ...sol,
        type: 'CRYPTO_DEPOSIT',
        direction: 'CREDIT',
        amount: '0.000001',
        fee: '0',
        created_at: '2026-11-20T00:00:00Z',
      };
      await storeRecords(Array.from({ length: 5000 }, () => transfer(dust)));
      expect((await gatherRisk(bodyOf({ asset: 'SOL', crypto_network: 'SOLANA', amount: '5000' }))).signals).toContain(
        'amount-unusual',
      );
      expect((await readTypicalFee('SOL', 'SOLANA'))?.samples).toBe(20);
    },
  );

  it('for the same amount within 24 hours raise a warning', async () => {
    await insertRequest({}, { state: 'AWAITING_APPROVAL' });
    expect((await card()).line('repeated')).toMatchObject({ state: 'ok' });
    await insertRequest({}, { state: 'AWAITING_APPROVAL', age: '1 hour' });
    expect((await card({ amount: '1.50' })).signals).toContain('repeated-within-a-day');
    expect((await card({ amount: '1.51' })).signals).not.toContain('repeated-within-a-day');
  });

  it('for the same amount that ended before they were sent are no duplicates', async () => {
    for (const state of ['REJECTED', 'CANCELLED', 'EXPIRED'] as const)
      await insertRequest({}, { state, age: '1 hour' });
    await insertRequest({}, { state: 'SENT', age: '1 hour', send: { state: 'REFUSED' } });
    expect((await card()).line('repeated')).toMatchObject({ state: 'ok' });
    // One whose send was made before it ended may be paid.
    await insertRequest({}, { state: 'EXPIRED', age: '1 hour', send: { state: 'UNKNOWN' } });
    expect((await card()).signals).toContain('repeated-within-a-day');
  });
});

/** Adds the recipient to the address book, as two people would. */
async function save(change: Partial<typeof recipients.$inferInsert> = {}) {
  const [proposal] = await database()
    .insert(proposals)
    .values({ kind: 'recipient', subject: randomUUID(), payload: {}, comment: 'x', proposedBy: requesterId })
    .returning({ id: proposals.id });
  if (!proposal) throw new Error('the proposal must be there');
  const entry = { name: 'Cold store', network: 'ETHEREUM', address, memo: null, ...change };
  const memo = typeof entry.memo === 'string' ? { memo: entry.memo } : {};
  await database()
    .insert(recipients)
    .values({
      ...entry,
      normalAddress: entry.address,
      recipientKey: recipientKey({ crypto_network: entry.network, destination_address: entry.address, ...memo }),
      ownerId: requesterId,
      proposalId: proposal.id,
    });
}

describe('the address book and the registry', () => {
  it('name the entry, whatever the letter case of its address, and its profiles', async () => {
    await save({ profiles: ['p-treasury'] });
    const elsewhere = await card({ destination_address: withCapitals() });
    expect(elsewhere.line('book')).toMatchObject({
      state: 'warn',
      text: 'In the address book as “Cold store”, but only for other profiles: p-treasury.',
    });
    expect(elsewhere.signals).toContain('profile-not-allowed');
    expect((await card({ profile_id: 'p-treasury' })).line('book')).toMatchObject({ state: 'ok' });
    expect((await card({ crypto_network: 'BASE' })).signals).toContain('not-in-book');
  });

  it('report the memo in the address book', async () => {
    const target = { crypto_network: 'STELLAR', asset: 'PYUSD', destination_address: STELLAR };
    await save({ network: 'STELLAR', address: STELLAR, memo: '500', name: 'Exchange' });
    expect((await card({ ...target, memo: '500' })).line('book')).toMatchObject({ state: 'ok' });
    const { line, signals } = await card(target);
    expect(line('book')).toMatchObject({
      state: 'warn',
      text: 'In the address book as “Exchange” with the memo “500”. This withdrawal has no memo.',
    });
    expect(signals).toEqual(expect.arrayContaining(['memo-missing', 'not-in-book']));
    expect((await card({ ...target, memo: '501' })).signals).toEqual(
      expect.arrayContaining(['memo-changed', 'not-in-book']),
    );
  });

  it('report whether the recipient and the asset on its network are listed', async () => {
    expect((await card({ asset: 'USDC', crypto_network: 'INK' })).signals).toContain('pair-unknown');
    const assets = [{ ticker: 'ETH', networks: ['BASE'] }];
    await putSettingInForce('registry', { ...DEFAULT_REGISTRY, assets });
    expect((await card()).line('pair')).toMatchObject({
      state: 'warn',
      text: expect.stringContaining('not known to be sent on Ethereum'),
    });
    expect((await card({ crypto_network: 'BASE' })).line('pair')).toBeUndefined();
    // A network that people added belongs to its address family.
    const networks: Registry['networks'] = [
      ...DEFAULT_REGISTRY.networks,
      { id: 'AVALANCHE', label: 'Avalanche', family: 'evm' },
    ];
    const more = [{ ticker: 'ETH', networks: ['ETHEREUM', 'AVALANCHE'] }];
    await putSettingInForce('registry', { assets: more, networks });
    changeSettings({ TRANSFER_SERVICE_NETWORKS: ['AVALANCHE'] });
    await pay();
    const there = await card({ crypto_network: 'AVALANCHE', destination_address: withCapitals() });
    expect(there.line('network')?.text).toContain('Paid on Ethereum before, but never on Avalanche.');
    expect(there.line('pair')).toBeUndefined();
    await putSettingInForce('registry', DEFAULT_REGISTRY);
    expect((await card()).line('pair')).toBeUndefined();
  });
});

describe('a check that cannot run', () => {
  it('is unavailable after its timeout, and the other checks still answer', async () => {
    const blocker = await pool().connect();
    await blocker.query(
      'begin; lock table mirror_transfers in access exclusive mode; lock table recipients in access exclusive mode',
    );
    try {
      const { line, signals } = await card();
      expect(line('book')).toMatchObject({
        state: 'unavailable',
        text: expect.stringContaining('could not be checked'),
      });
      expect(line('memo')).toMatchObject({ state: 'unavailable' });
      expect(line('open')).toMatchObject({ state: 'ok' });
      expect(signals).toContain('check-unavailable');
      expect(signals).not.toContain('not-in-book');
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect((await card()).signals).not.toContain('check-unavailable');
  });

  it('waits for no transaction, and a transaction may be open meanwhile', async () => {
    await database().transaction(async (transaction) => {
      await transaction
        .insert(withdrawalRequests)
        .values({ refId: randomUUID(), requesterId, state: 'AWAITING_APPROVAL', expiresAt: sql`now()` as never });
      expect((await card()).signals).not.toContain('check-unavailable');
    });
  });
});

const ask = () => dryRunPolicy({ asset: 'ETH', network: 'ETHEREUM', profile: 'p-ops', amount: '1', address });

describe('the policy', () => {
  it('receives the signals', async () => {
    const rules: PolicyRule[] = [
      { name: 'Odd', when: { signals: ['new-network'] }, then: { kind: 'approve', count: 3 } },
      { name: 'All', when: {}, then: { kind: 'approve', count: 1 } },
    ];
    await putPolicyInForce(rules);
    expect(await ask()).toMatchObject({ value: { current: expect.stringContaining('Rule 2') } });
    await pay({ crypto_network: 'BASE' });
    expect(await ask()).toMatchObject({
      value: {
        current: expect.stringContaining(
          'the recipient has been paid before, but never on this network: three approvals',
        ),
      },
    });
  });
});
