import fc from 'fast-check';
import { expect, it } from 'vitest';
import { describeDetail, describeNames } from '@/lib/audit/entry-facts';

const BODY = { asset: 'ETH', destination_address: '0x5063075F1463399B90CADA1B234a8ea8d755Cc22' };

it.each<[string, { reason?: string; after?: unknown }, string]>([
  ['the reason', { reason: 'wrong amount', after: { comment: 'x' } }, 'wrong amount'],
  ['the comment of a decision', { after: { comment: ' Paid last week. ', verdict: 'REJECTED' } }, 'Paid last week.'],
  ['a question', { after: { body: 'Is this two months?' } }, 'Is this two months?'],
  ['the withdrawal', { after: { body: { ...BODY, amount: '1200.5' } } }, '1,200.5 ETH to 0x5063 075F … d755 Cc22'],
  [
    'the withdrawal with a fixed total',
    { after: { body: { ...BODY, total: '2' } } },
    '2 ETH to 0x5063 075F … d755 Cc22',
  ],
  ['nothing without one', { after: { comment: '', state: 'APPROVED' } }, ''],
])('an entry says %s', (_, entry, detail) => expect(describeDetail(entry)).toBe(detail));

it('reads entries of any form', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (after) => {
      expect(describeDetail({ after })).toBeTypeOf('string');
      expect(describeNames({ before: after, after })).toBeTypeOf('string');
    }),
  );
});
