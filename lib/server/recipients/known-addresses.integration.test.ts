import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { computeSignature } from '@/lib/addresses/similarity';
import { database } from '@/lib/server/database/client';
import { knownAddresses } from '@/lib/server/database/schema/recipients';
import { watchState } from '@/lib/server/database/schema/transfer-watch';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { recordPastAddresses } from '@/lib/server/recipients/known-addresses';
import { findSimilarAddresses } from '@/lib/server/recipients/similar-addresses';
import { createRequest } from '@/lib/server/requests/creation/create';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { findRequestsWithSimilarAddress } from '@/lib/server/requests/votes/address-choice';
import { readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { watchTransfers } from '@/lib/server/transfer-watch/watch-transfers';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const admin = signedIn('admin', ['admin']);
const adminTwo = signedIn('admin-two', ['admin']);
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const similarTo = (address: string) => `${address.slice(0, 20)}${address[20] === '0' ? '1' : '0'}${address.slice(21)}`;
const found = async (address: string) =>
  (await findSimilarAddresses(SYSTEM_READER, { network: 'ETHEREUM', address: similarTo(address) })).length > 0;

const withdrawal = (change: Record<string, unknown> = {}) =>
  withdrawalRecord({
    ref_id: `t-${randomUUID()}`,
    notional_value: '12.50',
    destination_address: newAddress(),
    updated_at: '2026-01-02T03:04:05.000Z',
    ...change,
  });
/** Stores withdrawals of which each is a change, and gives their addresses. */
async function store(...changes: Record<string, unknown>[]): Promise<string[]> {
  const records = changes.map(withdrawal);
  await storeRecords(records);
  return records.map((record) => record.destination_address);
}
async function settle(): Promise<void> {
  while ((await watchTransfers()) > 0);
  while ((await recordPastAddresses()) > 0);
}

const request = (destinationAddress: string, chosenAddress = '') =>
  createRequest({ formKey: randomUUID(), form: filledForm({ destinationAddress, chosenAddress }) });
const make = async (...given: Parameters<typeof request>) => surely(await request(...given)).requestId;

beforeEach(() => as(finance));

describe('the addresses of withdrawals', () => {
  const NOT_KNOWN = [
    ['of less than 10 USD', { notional_value: '9.99' }],
    ['of an unknown value', { notional_value: undefined }],
    ['that failed', { status: 'FAILED' }],
    ['that came in', { type: 'CRYPTO_DEPOSIT', direction: 'CREDIT' }],
    ['on another kind of network', { crypto_network: 'SOLANA' }],
  ] as const;
  let past: string[];
  let others: string[];
  let pending: ReturnType<typeof withdrawal>;

  it('that were there before the first full check are known once it is complete, and every index is built', async () => {
    past = await store({}, { crypto_network: 'POLYGON_POS' });
    others = await store(...NOT_KNOWN.map(([, change]) => change));
    pending = withdrawal({ status: 'PENDING' });
    await storeRecords([pending]);
    await settle();
    expect(await Promise.all(past.map(found))).toEqual([false, false]);
    await walkMirror();
    await database().execute(sql`drop index mirror_transfers_total`);
    await settle();
    expect(await Promise.all(past.map(found))).toEqual([false, false]);
    while ((await database().execute(sql`select mirror_build_index() as name`)).rows[0]?.name);
    await settle();
    expect(await Promise.all(past.map(found))).toEqual([true, true]);
    expect(await database().select().from(watchState)).toMatchObject([{ recordedUntil: null }]);
  });

  it.each(NOT_KNOWN.map(([name], index) => [name, index] as const))('%s are not known', async (_name, index) => {
    expect(await found(others[index] ?? '')).toBe(false);
  });

  it('are known once they are completed, or come late', async () => {
    await storeRecords([{ ...pending, status: 'COMPLETED', updated_at: '2026-01-02T04:00:00.000Z' }]);
    const [late = ''] = await store({});
    await settle();
    expect([await found(pending.destination_address), await found(late)]).toEqual([true, true]);
  });

  it('are one row each, with the latest payment, in whatever order they come', async () => {
    const address = newAddress();
    const paid = (month: string, network: string) => ({
      destination_address: address,
      crypto_network: network,
      created_at: `2026-${month}-02T03:04:05.000Z`,
    });
    for (const one of [paid('03', 'BASE'), paid('05', 'POLYGON_POS'), paid('04', 'ETHEREUM')]) {
      await store(one, { ...one, destination_address: address.toUpperCase().replace('0X', '0x') });
      await settle();
    }
    expect(await database().select().from(knownAddresses).where(eq(knownAddresses.address, address))).toMatchObject([
      { family: 'evm', network: 'POLYGON_POS', lastPaidAt: new Date('2026-05-02T03:04:05.000Z') },
    ]);
  });

  it('that nobody requested here are known only when two people said so', async () => {
    const stolen = withdrawal({ created_at: new Date(Date.now() + 60_000).toISOString() });
    await storeRecords([stolen]);
    await settle();
    expect(await found(stolen.destination_address)).toBe(false);
    // Nor by reading everything again.
    await database().update(watchState).set({ recordedUntil: '' });
    await settle();
    expect(await found(stolen.destination_address)).toBe(false);
    as(admin);
    const payload = { transferIds: [stolen.id] };
    const proposed = surely(
      await propose({ kind: 'known-transfers', subject: 'known-transfers', payload, comment: 'ours' }),
    );
    as(adminTwo);
    expect(await confirmProposal({ proposalId: proposed.proposalId, comment: '' })).toMatchObject({ ok: true });
    expect(await found(stolen.destination_address)).toBe(true);
  });
});

const onAvalanche = (address: string) => findSimilarAddresses(SYSTEM_READER, { network: 'AVALANCHE', address });

describe('an address that was recorded when its network had no definition', () => {
  it('is still compared, and is no resemblance of itself in another spelling', async () => {
    const recorded = '0x52908400098527886E0F7030069857D2E4169EE7';
    await database()
      .insert(knownAddresses)
      .values({
        family: 'AVALANCHE',
        address: recorded,
        signature: computeSignature(recorded),
        network: 'AVALANCHE',
        lastPaidAt: new Date(),
      });
    const normal = recorded.toLowerCase();
    expect(await onAvalanche(similarTo(normal))).toMatchObject([{ network: 'AVALANCHE', address: normal }]);
    expect(await onAvalanche(normal)).toEqual([]);
    // Paid again since, it is recorded as an EVM address, and still named once.
    await store({ crypto_network: 'AVALANCHE', destination_address: recorded });
    await settle();
    expect(await onAvalanche(similarTo(normal))).toMatchObject([{ address: normal }]);
  });
});

describe('the address of an open request', () => {
  it('is compared with that of a later request, and the reverse, until it is closed', async () => {
    const address = newAddress();
    const earlier = await make(address);
    expect(await request(similarTo(address))).toMatchObject({
      error: { kind: 'similar-addresses', similarAddresses: [{ address, isOpen: true, lastPaidAt: null }] },
    });
    const later = await make(similarTo(address), similarTo(address));
    expect((await findRequestsWithSimilarAddress([earlier, later])).size).toBe(2);
    expect(await readChecksOf(earlier)).toMatchObject({ ok: true, value: { similarAddresses: [{ isOpen: true }] } });
    expect(await readChecksOf(later)).toMatchObject({ ok: true, value: { similarAddresses: [{ address }] } });
    expect(await cancelRequest({ requestId: earlier })).toMatchObject({ ok: true });
    expect([...(await findRequestsWithSimilarAddress([later]))]).toEqual([]);
  });

  it('says only that there is one, to a reader who does not see its profile', async () => {
    const address = newAddress();
    await make(address);
    const other = { ...SYSTEM_READER, visibleProfiles: ['p-elsewhere'] };
    const asked = { network: 'ETHEREUM', address: similarTo(address), withdrawal: {} };
    expect(await findSimilarAddresses(other, asked)).toEqual([{ isHidden: true }]);
    expect(await findSimilarAddresses(SYSTEM_READER, asked)).toMatchObject([{ address }]);
  });
});
