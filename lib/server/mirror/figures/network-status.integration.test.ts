import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { clearMirror, type ServiceRecord, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { setUpTestDatabase, signInAs } from '@/scripts/testing/test-process';
import type { Reader } from '@/lib/identity/reader';
import { pool } from '@/lib/server/database/client';
import { currentStatement, pendingStatement, readNetworkStatus } from '@/lib/server/mirror/figures/network-status';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { computeTypicalByNetwork, computeTypicalDurations } from '@/lib/server/mirror/figures/typical-duration';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { readSingletons } from '@/scripts/testing/singletons';
import { surely } from '@/scripts/testing/results';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SOLANA = { network: 'SOLANA', asset: 'USDC', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL' };

setUpTestDatabase();
beforeEach(async () => {
  await clearMirror();
  readSingletons().delete('mirror.network-typical');
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

/** Creates a withdrawal on Solana of `agoMs` ago; it completed after `tookMs`, or is pending. */
function record(agoMs: number, tookMs?: number, changes: Record<string, unknown> = {}): ServiceRecord {
  const created = Date.now() - agoMs;
  return {
    id: randomUUID(),
    profile_id: 'p-ops',
    amount: '1',
    total: '1',
    fee: '0',
    asset: SOLANA.asset,
    crypto_network: SOLANA.network,
    direction: SOLANA.direction,
    type: SOLANA.type,
    status: tookMs === undefined ? 'PENDING' : 'COMPLETED',
    created_at: new Date(created).toISOString(),
    updated_at: new Date(created + (tookMs ?? 0)).toISOString(),
    ...changes,
  };
}

const usual = (count: number, changes: Record<string, unknown> = {}) =>
  Array.from({ length: count }, (_, index) => record(48 * HOUR + index * MINUTE, 10_000 + index * 100, changes));

const lines = async () => surely(await readNetworkStatus());

describe('the state of networks', () => {
  it('counts what is pending and delayed, and compares current with typical durations', async () => {
    await storeRecords([
      ...usual(30),
      // In the last hour, and before it.
      record(30 * MINUTE, 40_000),
      record(20 * MINUTE, 60_000),
      record(10 * MINUTE, 50_000),
      record(5 * HOUR, 20_000),
      // On time, delayed, delayed with a reason of the service, unknown to the service since.
      record(5_000),
      record(2 * HOUR),
      record(3 * HOUR, undefined, { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }),
      record(4 * HOUR, undefined, { id: 'gone' }),
      // Not on a network, failed, without times.
      record(HOUR, undefined, { crypto_network: undefined }),
      record(HOUR, 1_000, { status: 'FAILED' }),
      record(HOUR, 1_000, { updated_at: undefined }),
      record(HOUR, undefined, { created_at: 'yesterday', updated_at: undefined }),
    ]);
    await pool().query(`update mirror_transfers set gone_at = now() where id = 'gone'`);
    const [line, ...others] = await lines();
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      kind: SOLANA,
      // Transfers that were created after the delayed ones have completed.
      pending: { transfers: 3, delayed: 2, held: 1, stuck: 0 },
      lastHour: { transfers: 3, medianMs: 50_000 },
      lastDay: { transfers: 4, medianMs: 40_000 },
    });
    expect(line?.typical.samples).toBe(34);
    expect(Math.round((line?.pending.oldestMs ?? 0) / HOUR)).toBe(3);
    const created = Date.parse(line?.pending.delayedUntil ?? '');
    expect(Math.round((Date.now() - created) / HOUR)).toBe(2);
  });

  it('tells delayed transfers that nothing newer on the network has overtaken', async () => {
    const otherAsset = { asset: 'PYUSD' };
    await storeRecords([...usual(25), ...usual(25, otherAsset), record(3 * HOUR), record(2 * HOUR), record(HOUR)]);
    expect((await lines()).find(({ kind }) => kind.asset === SOLANA.asset)?.pending).toMatchObject({ stuck: 3 });
    // Another asset of the same network, created between two of them.
    await storeRecords([record(1.5 * HOUR, 10_000, otherAsset), record(HOUR / 2, 10_000, { status: 'FAILED' })]);
    expect((await lines()).find(({ kind }) => kind.asset === SOLANA.asset)?.pending).toMatchObject({ stuck: 1 });
  });

  it('has the same typical durations as a transfer’s own page', async () => {
    const deposit = { direction: 'CREDIT', type: 'CRYPTO_DEPOSIT' };
    await storeRecords([...usual(25), ...usual(21, deposit), ...usual(3, { crypto_network: 'BASE' })]);
    const byNetwork = await computeTypicalByNetwork(SYSTEM_READER);
    const kinds = byNetwork.map(({ network, asset, direction, type }) => ({ network, asset, direction, type }));
    expect(kinds).toHaveLength(3);
    expect(byNetwork.map(({ samples, medianMs, p90Ms }) => ({ samples, medianMs, p90Ms }))).toEqual(
      await computeTypicalDurations(SYSTEM_READER, kinds),
    );
  });

  it('is empty without transfers, and shows unknown and hostile values as they came', async () => {
    expect(await lines()).toEqual([]);
    const odd = { crypto_network: '\u202eNEW', asset: '=cmd\u0000', direction: 'SIDEWAYS', type: 'x'.repeat(500) };
    await storeRecords([record(HOUR, undefined, odd), record(HOUR, undefined, { asset: undefined })]);
    const read = await lines();
    expect(read.map(({ kind }) => kind.network).toSorted()).toEqual(['SOLANA', '\u202eNEW']);
    expect(read.every(({ pending }) => pending.transfers === 1 && pending.delayed === 0)).toBe(true);
  });

  it('hides other profiles, and everything from people without a role', async () => {
    await storeRecords([...usual(25), record(2 * HOUR), record(2 * HOUR, undefined, { profile_id: 'p-other' })]);
    const reader: Reader = { ...SYSTEM_READER, visibleProfiles: ['p-other'] };
    const typical = await computeTypicalByNetwork(reader);
    expect(typical).toEqual([]);
    const [row] = await readRows<{ transfers: number }>(pendingStatement(reader, typical));
    expect(row).toMatchObject({ transfers: 1, delayed: 0 });
    expect(await readRows(currentStatement(reader))).toEqual([]);
    ({ sessionId: caller.sessionId } = await signInAs('visitor', []));
    expect(await readNetworkStatus()).toMatchObject({ ok: false });
  });
});
