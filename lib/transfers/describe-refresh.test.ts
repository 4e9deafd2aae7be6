import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFailedRefresh, describeRefresh } from '@/lib/transfers/describe-refresh';
import { decodeTransfer } from '@/lib/transfers/decode-transfer';
import type { Transfer } from '@/lib/transfers/transfer';

const ID = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
const before = { id: ID, status: 'PENDING', updated_at: '2026-11-22T12:00:00Z' };

const refresh = (shown: unknown, current: Record<string, unknown>) =>
  describeRefresh(shown, { transfer: decodeTransfer(current) as Transfer, asOf: '2026-11-22T12:03:04Z' }, 'UTC');

describe('a refresh', () => {
  it.each<[string, unknown, Record<string, unknown>, string]>([
    ['that changed nothing', before, { ...before }, 'no change.'],
    [
      'with the members in another order',
      before,
      Object.fromEntries(Object.entries(before).toReversed()),
      'no change.',
    ],
    [
      'that changed the time alone',
      before,
      { ...before, updated_at: '2026-11-22T12:01:00Z' },
      'no change but the time of the last update.',
    ],
    [
      'that changed the status',
      before,
      { ...before, status: 'COMPLETED', updated_at: '2026-11-22T12:01:00Z' },
      'status changed from Pending at the service to Completed.',
    ],
    ['that removed a member', { ...before, memo: 'x' }, before, 'memo removed.'],
    [
      'that changed much',
      before,
      { ...before, status: 'UNDER_REVIEW', crypto_tx_hash: '0x1', memo: 'm', fee: '1', total: '2' },
      'status changed from Pending at the service to Under review, total set to 2, fee set to 1 and 2 more changes.',
    ],
    ['without an earlier record', undefined, before, 'first record.'],
    ['with a hidden character', before, { ...before, memo: 'a\u202Eb' }, 'memo set to a⟨U+202E⟩b.'],
  ])('%s says so', (_name, shown, current, wanted) => {
    expect(refresh(shown, current)).toBe(`Read from the service at 12:03:04: ${wanted}`);
  });

  it('stays a short sentence without hidden characters, whatever the records hold', () => {
    const record = fc.dictionary(fc.constantFrom('status', 'memo', 'x', 'metadata'), fc.jsonValue(), { maxKeys: 4 });
    fc.assert(
      fc.property(record, record, fc.string({ unit: 'binary', maxLength: 200 }), (one, other, memo) => {
        const text = refresh({ ...one, id: ID }, { ...other, id: ID, memo });
        expect(text).not.toMatch(/[\p{Cc}\p{Cs}\u202A-\u202E]/u);
      }),
      { numRuns: 50 },
    );
  });
});

it('says after a failed refresh what is shown instead, and what to do', () => {
  const explanation = { title: 'The service did not answer in time', detail: '', next: 'Try again in a moment.' };
  expect(describeFailedRefresh(explanation, '2026-11-22T12:03:04Z', 'UTC')).toBe(
    'The service did not answer in time. You see the record as of 22 Nov 2026, 12:03:04. Try again in a moment.',
  );
  expect(describeFailedRefresh(explanation, undefined)).toBe(
    'The service did not answer in time. Try again in a moment.',
  );
});
