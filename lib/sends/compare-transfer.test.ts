import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check-address';
import { findNetwork } from '@/lib/networks/networks';
import { compareTransfer, OPTIONAL_FIELDS } from '@/lib/sends/compare-transfer';
import { decideOutcome, decideReconciliation } from '@/lib/sends/send-machine';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** A request with every member that a record can repeat. */
const BODY: WithdrawalBody = {
  ref_id: 'INV-1',
  profile_id: '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11',
  asset: 'PYUSD',
  crypto_network: 'ETHEREUM',
  destination_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  amount: '1.5',
  memo: '42',
  balance_asset: 'USD',
  identity_id: '1c0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e12',
  account_id: '2d0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e13',
  fee_id: 'f-1',
  beneficiary: { institution_details: { name: 'Bank' } },
  metadata: { order: '7', team: 'ops' },
};
const REQUESTED_AT = new Date('2026-11-20T10:00:00Z');
const FULL = {
  id: 't-1',
  customer_id: 'c',
  profile_id: BODY.profile_id,
  amount: '1.5',
  total: '1.6',
  fee: '0.1',
  asset: 'PYUSD',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'PENDING',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
  ref_id: 'INV-1',
  crypto_network: 'ETHEREUM',
  destination_address: BODY.destination_address,
  memo: '42',
  balance_asset: 'USD',
  identity_id: '1c0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e12',
  account_id: '2d0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e13',
  metadata: { order: '7', team: 'ops' },
} as const;
type Field = keyof typeof FULL;

const REQUIRED = [
  'ref_id',
  'profile_id',
  'asset',
  'crypto_network',
  'destination_address',
  'amount',
  'direction',
  'type',
] as const satisfies readonly Field[];
/** Members that say nothing about the request. */
const OTHERS = [
  'customer_id',
  'total',
  'fee',
  'status',
  'created_at',
  'updated_at',
] as const satisfies readonly Field[];

function decode(record: Record<string, unknown>): Transfer {
  const decoded = decodeTransfer(record);
  if (decoded.id === null) throw new Error('the record must be usable');
  return decoded;
}
const show = (change: Record<string, unknown>) => decode({ ...FULL, ...change });
const post = (transfer: Transfer) =>
  decideOutcome({ kind: 'accepted-body', status: 200, transfer }, BODY, {
    wasAmbiguous: false,
    requestedAt: REQUESTED_AT,
  });
const walk = (transfer: Transfer) =>
  decideReconciliation(
    { isComplete: true, sighting: { transfers: [transfer], hasUnreadable: false } },
    { body: BODY, requestedAt: REQUESTED_AT, posts: 1, misses: 0 },
    { maxAttempts: 3, resendPolicy: 'reconcile-first' },
  );

const absence = fc.constantFrom<unknown>(undefined, null, '');

describe('compareTransfer', () => {
  it('finds nothing in a record that repeats the request', () => {
    expect(compareTransfer(BODY, show({}))).toEqual({ differences: [], unconfirmed: [] });
  });

  it('takes every subset of left-out fields for what it is', () => {
    fc.assert(
      fc.property(fc.subarray([...REQUIRED, ...OPTIONAL_FIELDS, ...OTHERS]), absence, (leftOut, absent) => {
        const transfer = show(Object.fromEntries(leftOut.map((field) => [field, absent])));
        const missing = REQUIRED.filter((field) => leftOut.includes(field));
        // An empty text in place of an object is no missing object.
        const unreadable = leftOut.includes('metadata') && absent === '';
        const unconfirmed = OPTIONAL_FIELDS.filter(
          (field) => leftOut.includes(field) && !(field === 'metadata' && unreadable),
        );
        const differences = [...missing, ...(unreadable ? ['metadata'] : [])];
        expect(compareTransfer(BODY, transfer)).toEqual({ differences, unconfirmed });

        // A missing optional field never holds; a missing required one is never accepted.
        const outcome = post(transfer);
        expect(outcome.state).toBe(differences.length === 0 ? 'ACCEPTED' : 'UNKNOWN');
        if (outcome.state === 'ACCEPTED') expect(outcome.unconfirmed ?? []).toEqual(unconfirmed);
        expect(walk(transfer).kind).toBe(differences.length === 0 ? 'adopt' : 'hold');
      }),
    );
  });

  it('sees every single changed field, whatever else is left out', () => {
    const changed = fc.oneof(
      fc.tuple(
        fc.constantFrom(...REQUIRED.filter((field) => field !== 'amount'), ...OPTIONAL_FIELDS),
        fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean(), fc.constant({ order: '8' })),
      ),
      fc.tuple(fc.constant('amount' as const), fc.constantFrom('1.50001', '1e999', '-1.5', 'x', 1.5, '15')),
    );
    fc.assert(
      fc.property(changed, fc.subarray([...OPTIONAL_FIELDS]), ([field, value], leftOut) => {
        fc.pre(value !== FULL[field]);
        const rest = leftOut.filter((other) => other !== field).map((other) => [other, undefined]);
        const transfer = show({ ...Object.fromEntries(rest), [field]: value });
        expect(compareTransfer(BODY, transfer).differences).toEqual([field]);
        expect(post(transfer).state).toBe('UNKNOWN');
        expect(walk(transfer)).toMatchObject({ kind: 'hold', hold: { kind: 'differs', differences: [field] } });
      }),
    );
  });

  it.each<[string, Record<string, unknown>]>([
    ['an amount with other zeros', { amount: '1.500' }],
    ['an EVM address with other capitals', { destination_address: FULL.destination_address.toLowerCase() }],
    ['a UUID in capitals', { profile_id: FULL.profile_id.toUpperCase(), account_id: FULL.account_id.toUpperCase() }],
    ['metadata in another order, with a pair of the service', { metadata: { team: 'ops', order: '7', trace: 'x' } }],
  ])('does not see %s as a difference', (_, change) => {
    expect(compareTransfer(BODY, show(change)).differences).toEqual([]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['lacks a pair', { metadata: { order: '7' } }],
    ['has another value', { metadata: { order: '7', team: 'sales' } }],
    ['has a value that is no text', { metadata: { order: 7, team: 'ops' } }],
  ])('sees metadata that %s', (_, change) => {
    expect(compareTransfer(BODY, show(change)).differences).toEqual(['metadata']);
  });

  it('reads the nil UUID as absent', () => {
    const nil = '00000000-0000-0000-0000-000000000000';
    expect(compareTransfer(BODY, show({ identity_id: nil }))).toEqual({
      differences: [],
      unconfirmed: ['identity_id'],
    });
  });

  it('compares addresses in the normal form of their network', () => {
    const cash = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
    const body = { ...BODY, crypto_network: 'BITCOIN_CASH', destination_address: cash };
    const on = (destination_address: string) =>
      compareTransfer(body, show({ crypto_network: 'BITCOIN_CASH', destination_address })).differences;
    expect(on(cash.slice('bitcoincash:'.length))).toEqual([]);
    expect(on(cash.toUpperCase())).toEqual([]);
    expect(on('bitcoincash:qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy')).toEqual(['destination_address']);
  });

  it('compares the total where the total is fixed', () => {
    const { amount: _, ...rest } = BODY;
    const body = { ...rest, total: '1.6' } as WithdrawalBody;
    expect(compareTransfer(body, show({ amount: '9' })).differences).toEqual([]);
    expect(compareTransfer(body, show({ total: undefined })).differences).toEqual(['total']);
    expect(compareTransfer(body, show({ total: '1.61' })).differences).toEqual(['total']);
  });

  it('sees a memo that was not requested, unless it is the one inside the address', () => {
    const { memo: _, ...plain } = BODY;
    expect(compareTransfer(plain, show({})).differences).toEqual(['memo']);
    const muxed = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK';
    const body = { ...plain, crypto_network: 'STELLAR', destination_address: muxed };
    const on = (memo: string) =>
      compareTransfer(body, show({ crypto_network: 'STELLAR', destination_address: muxed, memo })).differences;
    const verdict = checkAddress(muxed, findNetwork('STELLAR'));
    const inside = verdict.state === 'valid' ? (verdict.memo ?? '') : '';
    expect(on(inside)).toEqual([]);
    expect(on(`${inside}1`)).toEqual(['memo']);
  });
});
