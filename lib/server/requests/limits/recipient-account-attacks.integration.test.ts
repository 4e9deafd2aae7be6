import { randomUUID } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { accountOf, muxedOf, newStellarKey } from '@/scripts/testing/data/stellar-addresses';
import { filledForm } from '@/scripts/stack/filled-form';
import type { TimeLimit } from '@/lib/policy/time-limits';
import { database } from '@/lib/server/database/client';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { claimSend } from '@/lib/server/sends/claim/claim';
import {
  DAY,
  anyway,
  approvalsFor,
  desk,
  make,
  over,
  setUpLimitedDesk,
  transferOf,
} from '@/scripts/testing/data/limited-requests';

// One account under many memos, muxed accounts and spellings: docs/decisions/0071-limits-count-by-account.md.

setUpLimitedDesk();

const once: TimeLimit = { window: DAY, by: ['recipient'], limit: { kind: 'count', limit: 1 } };
const STELLAR = { network: 'STELLAR', asset: 'PYUSD' };
const to = (destinationAddress: string, memo = '') => ({ ...STELLAR, destinationAddress, memo });

describe('a limit by recipient', () => {
  it.each([
    ['another memo', (key: Buffer) => to(accountOf(key), '43')],
    ['no memo', (key: Buffer) => ({ ...to(accountOf(key)), needsNoMemo: true })],
    ['a muxed account', (key: Buffer) => to(muxedOf(key, 43n))],
    ['the muxed account with the highest ID', (key: Buffer) => to(muxedOf(key, 2n ** 64n - 1n))],
  ])('counts what an account gets under %s', async (_, again) => {
    await putPolicyInForce([over(once), anyway()]);
    for (const first of [(key: Buffer) => to(accountOf(key), '42'), (key: Buffer) => to(muxedOf(key, 42n))]) {
      const key = newStellarKey();
      expect(await approvalsFor('1', first(key))).toBe(1);
      expect(await approvalsFor('1', again(key), desk.other)).toBe(2);
      expect(await approvalsFor('1', to(accountOf(newStellarKey()), '42'))).toBe(1);
    }
  });

  it('counts the items of a batch together under all memos', async () => {
    await putPolicyInForce([over({ ...once, limit: { kind: 'sum', limits: { PYUSD: '10' } } }), anyway()]);
    const key = newStellarKey();
    const items = [to(accountOf(key), '42'), to(accountOf(key), '43'), to(muxedOf(key, 44n))].map((item) =>
      filledForm({ profileId: desk.profile, value: '4', ...item }),
    );
    expect(await createBatch({ batchKey: randomUUID(), name: 'Memos', items })).toMatchObject({ ok: true });
    const versions = await database().select().from(requestVersions).orderBy(desc(requestVersions.position)).limit(3);
    expect(versions.map(({ requiredApprovals }) => requiredApprovals)).toEqual([2, 2, 2]);
  });

  it.each([
    ['another memo', (key: Buffer) => ({ destination_address: accountOf(key), memo: '43' })],
    ['a muxed account', (key: Buffer) => ({ destination_address: muxedOf(key, 43n) })],
  ])('counts at the claim what left for %s by another way', async (_, paid) => {
    await putPolicyInForce([over(once), anyway()]);
    const key = newStellarKey();
    const { requestId } = await make('1', to(accountOf(key), '42'));
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await storeRecords([transferOf({ crypto_network: 'STELLAR', asset: 'PYUSD', ...paid(newStellarKey()) })]);
    await storeRecords([transferOf({ crypto_network: 'STELLAR', asset: 'PYUSD', ...paid(key) })]);
    expect(await claimSend()).toBeUndefined();
    await approveRequest(requestId, ...desk.approvers.slice(1, 2));
    expect(await claimSend()).toMatchObject({ requestId });
  });
});

it('sums the rows of a sheet to one account for a rule with an amount, and the claim derives the same', async () => {
  await putPolicyInForce([
    { name: 'Large', when: { atLeast: { PYUSD: '10' } }, then: { kind: 'approve', count: 2 } },
    anyway(),
  ]);
  const key = newStellarKey();
  const items = [to(accountOf(key), '42'), to(muxedOf(key, 43n)), to(accountOf(newStellarKey()), '42')].map((item) =>
    filledForm({ profileId: desk.profile, value: '6', ...item }),
  );
  expect(await createBatch({ batchKey: randomUUID(), name: 'Memos', items })).toMatchObject({ ok: true });
  const versions = await database().select().from(requestVersions).orderBy(desc(requestVersions.position)).limit(3);
  expect(versions.map(({ requiredApprovals }) => requiredApprovals).toReversed()).toEqual([2, 2, 1]);
  for (const { requestId, requiredApprovals } of versions) {
    await approveRequest(requestId, ...desk.approvers.slice(0, requiredApprovals));
    expect(await claimSend()).toMatchObject({ requestId });
  }
});
