import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/scripts/testing/property-runs';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import { describeStatus } from '@/lib/transfers/describe-status';

const RECORD = {
  id: 't-1',
  customer_id: 'c-1',
  profile_id: 'p-1',
  amount: '1.50',
  total: '1.51',
  fee: '0.01',
  asset: 'ETH',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'PENDING',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  ref_id: 'INV-1',
  metadata: { ticket: 'OPS-1' },
};
const REQUIRED = [
  'customer_id',
  'profile_id',
  'amount',
  'total',
  'fee',
  'asset',
  'direction',
  'type',
  'status',
  'created_at',
  'updated_at',
] as const;

describe('decodeTransfer', () => {
  it('reads a documented record without a flaw and keeps the raw record', () => {
    expect(decodeTransfer(RECORD)).toMatchObject({
      id: 't-1',
      amount: '1.50',
      metadata: { ticket: 'OPS-1' },
      flaws: [],
      raw: RECORD,
    });
  });

  it.each(REQUIRED)('keeps a record without %s and reports that it is missing', (field) => {
    const { [field]: _gone, ...rest } = RECORD;
    expect(decodeTransfer(rest)).toMatchObject({ id: 't-1', flaws: [{ field, message: 'missing' }] });
  });

  it('keeps unknown statuses, types, networks and members as they are', () => {
    const odd = { ...RECORD, status: 'FROZEN', type: 'NEW_KIND', crypto_network: 'SUI', surprise: [1] };
    expect(decodeTransfer(odd)).toMatchObject({
      status: 'FROZEN',
      type: 'NEW_KIND',
      crypto_network: 'SUI',
      flaws: [],
      raw: odd,
    });
    expect(describeStatus({ status: 'FROZEN' })).toEqual({ label: 'Frozen', tone: 'unknown', reasons: [] });
  });

  it('reads null, empty texts, empty objects and the nil UUID as absent', () => {
    const decoded = decodeTransfer({
      ...RECORD,
      memo: null,
      group_id: '',
      auto_conversion: {},
      identity_id: '00000000-0000-0000-0000-000000000000',
    });
    expect(decoded.flaws).toEqual([]);
    for (const field of ['memo', 'group_id', 'auto_conversion', 'identity_id'])
      expect(decoded).not.toHaveProperty(field);
  });

  it.each([null, 3, 'x', [], {}, { id: '' }, { id: '  ' }, { id: 5 }, { id: 'a\0b' }, { id: '\ud800' }, undefined])(
    'keeps %j as an item that cannot be used',
    (raw) => {
      expect(decodeTransfer(raw)).toEqual({ id: null, flaws: expect.any(Array), raw });
    },
  );

  it.each([
    ['amount', '1e999'],
    ['amount', 1.5],
    ['fee', '-1'],
    ['created_at', 'yesterday'],
    ['metadata', []],
    ['memo', {}],
  ])('marks %s = %j as a flaw', (field, value) => {
    expect(decodeTransfer({ ...RECORD, [field]: value }).flaws).toEqual([{ field, message: expect.any(String) }]);
  });

  it('never throws and never drops an item', () => {
    const anything = fc.anything({ withNullPrototype: true, withBigInt: false });
    fc.assert(
      fc.property(
        fc.oneof(
          anything,
          fc.dictionary(fc.constantFrom(...Object.keys(RECORD), '__proto__', 'constructor', 'toString'), anything),
        ),
        (raw) => {
          const decoded = decodeTransfer(raw);
          expect(decoded.raw).toBe(raw);
          if (decoded.id !== null) expect(typeof decoded.id).toBe('string');
        },
      ),
      { numRuns: runs(2) },
    );
  });

  it("takes nothing from a record's __proto__ member", () => {
    const raw: unknown = JSON.parse('{"id":"t-1","__proto__":{"memo":"planted","amount":"9"}}');
    expect(decodeTransfer(raw)).not.toHaveProperty('memo');
  });
});
