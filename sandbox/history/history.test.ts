import { createHash } from 'node:crypto';
import { Decimal } from 'decimal.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import { MAX_METADATA_CHARACTERS, MAX_METADATA_PAIRS, metadataLength } from '@/lib/withdrawals/metadata';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { DIRECTIONS, TRANSFER_STATUSES, TRANSFER_TYPES } from '@/lib/transfers/transfer';
import { createHistory } from '@/sandbox/history/history';
import { writeTime } from '@/sandbox/history/write-time';
import type { TransferRecord } from '@/sandbox/transfer';

const ANCHOR = Date.parse('2026-01-02T03:04:05Z');
const history = createHistory({ seed: 'test', size: 5000, anchorMs: ANCHOR });
const all = Array.from({ length: history.size }, (_, number) => history.recordAt(number));
const huge = createHistory({ seed: 'test', size: 10_000_000, anchorMs: ANCHOR });
const anyNumber = fc.integer({ min: 0, max: huge.size - 1 });

const Exact = Decimal.clone({ precision: 100 });
const sumUp = (text: string, other: string, sign: 1 | -1) => new Exact(text).plus(new Exact(other).times(sign));
const digest = (records: readonly TransferRecord[]) =>
  createHash('sha256').update(JSON.stringify(records)).digest('hex');

describe('a history is determined by its seed', () => {
  it('is the same to the last byte, whatever the order of reading', () => {
    const again = createHistory({ seed: 'test', size: 5000, anchorMs: ANCHOR });
    const backwards = Array.from({ length: 5000 }, (_, number) => again.recordAt(4999 - number)).toReversed();
    expect(digest(backwards)).toBe(digest(all));
  });

  it('has times as Date writes them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.parse('2100-01-01') }), (ms) => {
        expect(writeTime(ms)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it('differs for another seed', () => {
    const other = createHistory({ seed: 'other', size: 5000, anchorMs: ANCHOR });
    expect(other.recordAt(7).id).not.toBe(history.recordAt(7).id);
  });

  it('has the same settled transfers at another size', () => {
    // The newest hundredth may be PENDING, and its extent depends on the size.
    expect(
      Array.from({ length: 1000 }, (_, number) =>
        createHistory({ seed: 'test', size: 5_001, anchorMs: ANCHOR }).recordAt(100 + number),
      ),
    ).toEqual(all.slice(100, 1100));
  });
});

describe('ids and references', () => {
  it('find their transfer among ten million', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const record = huge.recordAt(number);
        expect(record.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(huge.findById(record.id)).toEqual(record);
        expect(record.ref_id === undefined ? record : huge.findByRefId(record.ref_id)).toEqual(record);
      }),
    );
  });

  it('find nothing for any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), fc.string(), fc.stringMatching(/^payout-[0-9a-f]{8}$/)), (name) => {
        const found = huge.findById(name) ?? huge.findByRefId(name);
        expect(found === undefined || found.ref_id === name).toBe(true);
      }),
    );
    expect(history.findById(huge.recordAt(5000).id)).toBeUndefined();
  });

  it('are unique', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const refs = all.flatMap(({ ref_id }) => ref_id ?? []);
    expect(new Set(refs).size).toBe(refs.length);
    expect(refs.length).toBeLessThan(all.length);
  });
});

describe('every record follows docs/specification/service-interface.md#transfer-record', () => {
  it('in every field that the console reads', () => {
    for (const record of all) expect(decodeTransfer(record)).toMatchObject({ id: record.id, flaws: [] });
  });

  it('all types, directions and statuses occur, and the direction fits the type', () => {
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(TRANSFER_TYPES));
    expect(new Set(all.map(({ direction }) => direction))).toEqual(new Set(DIRECTIONS));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(TRANSFER_STATUSES));
    for (const { type, direction } of all) expect(direction).toBe(/DEPOSIT|CREDIT/.test(type) ? 'CREDIT' : 'DEBIT');
  });

  it('the total is amount minus fee for deposits and amount plus fee for withdrawals, exactly', () => {
    fc.assert(
      fc.property(anyNumber, (number) => {
        const { amount, fee, total, direction } = huge.recordAt(number);
        expect(sumUp(amount, fee, direction === 'CREDIT' ? -1 : 1).eq(total)).toBe(true);
        expect(new Exact(total).gt(0)).toBe(true);
      }),
      { numRuns: runs(2) },
    );
  });

  it('some amounts use the last of 18 decimals, some are one unit off a round number', () => {
    const ether = all.filter(({ asset }) => asset === 'ETH').map(({ amount }) => amount);
    expect(ether.some((amount) => /\.[0-9]{18}$/.test(amount))).toBe(true);
    expect(all.some(({ amount }) => /\.[0-9]*0{9}[0-9]*1$/.test(amount))).toBe(true);
  });

  it('each optional field occurs on some records and not on others', () => {
    for (const field of [
      'ref_id',
      'identity_id',
      'account_id',
      'balance_asset',
      'metadata',
      'memo',
      'group_id',
      'fiat_account_id',
      'crypto_tx_hash',
    ] as const) {
      const having = all.filter((record) => record[field] !== undefined).length;
      expect([field, having > 0 && having < all.length]).toEqual([field, true]);
    }
    expect(all.some(({ secondary_status }) => secondary_status !== undefined)).toBe(true);
    expect(all.some(({ status, status_details }) => status === 'FAILED' && status_details !== undefined)).toBe(true);
    expect(all.some(({ status, status_details }) => status === 'FAILED' && status_details === undefined)).toBe(true);
    expect(all.some(({ auto_conversion }) => auto_conversion?.from_transfer_id !== undefined)).toBe(true);
  });

  it('metadata is within its limits', () => {
    for (const { metadata = {} } of all) {
      expect(Object.keys(metadata).length).toBeLessThanOrEqual(MAX_METADATA_PAIRS);
      for (const text of Object.entries(metadata).flat())
        expect(metadataLength(text)).toBeLessThanOrEqual(MAX_METADATA_CHARACTERS);
    }
  });

  it('a group is a debit and its credit: neighbours, with the same amount and instant, between two profiles', () => {
    const groups = new Map<string, (TransferRecord & { number: number })[]>();
    for (const [number, record] of all.entries()) {
      if (record.group_id !== undefined)
        groups.set(record.group_id, [...(groups.get(record.group_id) ?? []), { ...record, number }]);
    }
    expect(groups.size).toBeGreaterThan(100);
    for (const sides of groups.values()) {
      const [credit, debit] = sides;
      if (sides.length !== 2 || !credit || !debit) throw new Error('a group is not a pair');
      expect(debit.number - credit.number).toBe(1);
      expect([credit.direction, debit.direction]).toEqual(['CREDIT', 'DEBIT']);
      expect(credit.type.replace('CREDIT', 'DEBIT')).toBe(debit.type);
      expect([credit.amount, credit.asset, credit.created_at]).toEqual([debit.amount, debit.asset, debit.created_at]);
      expect(credit.profile_id).not.toBe(debit.profile_id);
    }
  });
});

describe('the times of a history', () => {
  it('created_at never rises with the number, and some share one', () => {
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(new Set(times).size).toBeLessThan(times.length);
    expect(Date.parse(times[0] ?? '')).toBeLessThan(ANCHOR);
    fc.assert(
      fc.property(
        anyNumber,
        (number) => huge.recordAt(number).created_at >= huge.recordAt(Math.min(number + 1, huge.size - 1)).created_at,
      ),
    );
    expect(huge.recordAt(huge.size - 1).created_at > '2010').toBe(true);
  });

  it('updated_at lies between created_at and the anchor', () => {
    for (const { created_at, updated_at } of all) {
      expect(updated_at >= created_at).toBe(true);
      expect(Date.parse(updated_at)).toBeLessThanOrEqual(ANCHOR);
    }
  });

  it('only the newest hundredth may be PENDING, and most are COMPLETED', () => {
    const pending = all.flatMap(({ status }, number) => (status === 'PENDING' ? [number] : []));
    expect(pending.length).toBeGreaterThan(5);
    expect(Math.max(...pending)).toBeLessThan(50);
    expect(all.filter(({ status }) => status === 'COMPLETED').length).toBeGreaterThan(4500);
  });
});
