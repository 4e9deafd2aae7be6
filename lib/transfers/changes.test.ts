import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeChanges, findChangeSteps, findTransferChanges } from '@/lib/transfers/changes';

const RECORD = {
  id: 'a',
  status: 'PENDING',
  amount: '1.50',
  created_at: '2026-11-20T14:59:00.120Z',
  updated_at: '2026-11-20T14:59:00.120Z',
  metadata: { ticket: 'OPS-1', batch: '7' },
  secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' },
};
const words = (after: unknown, before: unknown = RECORD) => describeChanges(findTransferChanges(before, after));

describe('changes of a record', () => {
  it('are empty between a record and itself, whatever the order of members', () => {
    const reversed = Object.fromEntries(
      Object.entries({ ...RECORD, metadata: { batch: '7', ticket: 'OPS-1' } }).toReversed(),
    );
    expect(findTransferChanges(RECORD, reversed)).toEqual([]);
  });

  it('name types and directions in words, unknown ones too', () => {
    const before = { id: 't', type: 'CRYPTO_WITHDRAWAL', direction: 'DEBIT' };
    expect(words({ id: 't', type: 'MOON_PHASE', direction: 'SIDEWAYS' }, before)).toEqual([
      { name: 'Direction', before: 'Outgoing', after: 'Sideways' },
      { name: 'Type', before: 'Crypto withdrawal', after: 'Moon phase' },
    ]);
  });

  it('are described with the status first, without the update time', () => {
    const after = {
      ...RECORD,
      crypto_tx_hash: '0xabc',
      updated_at: '2026-11-20T15:02:00Z',
      status: 'COMPLETED',
      secondary_status: undefined,
      metadata: { ticket: 'OPS-2', batch: '7' },
      surprise: { deep: [1] },
    };
    expect(words(after)).toEqual([
      { name: 'Status', before: 'Pending at the service', after: 'Completed' },
      { name: 'Reason', before: 'Travel rule: information about the recipient is requested.', after: null },
      { name: 'Transaction hash', before: null, after: '0xabc' },
      { name: 'Metadata ticket', before: 'OPS-1', after: 'OPS-2' },
      { name: 'Surprise', before: null, after: '{"deep":[1]}' },
    ]);
  });

  it('are the update time if nothing else changed', () => {
    expect(words({ ...RECORD, updated_at: '2026-11-20T15:00:00Z' })).toEqual([
      { name: 'Updated', before: '2026-11-20T14:59:00.120Z', after: '2026-11-20T15:00:00Z' },
    ]);
  });

  it('ignore created_at, and null in place of an absent member', () => {
    expect(
      findTransferChanges(RECORD, {
        ...RECORD,
        created_at: '2026-11-20T14:59:00.121Z',
        memo: null,
        status_details: {},
        ref_id: '',
      }),
    ).toEqual([]);
  });

  it('name an unknown status by its own name', () => {
    expect(words({ ...RECORD, status: 'ON_HOLD' })[0]).toEqual({
      name: 'Status',
      before: 'Pending at the service',
      after: 'On hold',
    });
  });

  it('keep trailing zeros', () => {
    expect(words({ ...RECORD, amount: '1.5' })).toEqual([{ name: 'Amount', before: '1.50', after: '1.5' }]);
  });

  it('name each side of a conversion', () => {
    expect(words({ ...RECORD, auto_conversion: { from_transfer_id: 'b' } })).toEqual([
      { name: 'Conversion, from transfer id', before: null, after: 'b' },
    ]);
  });
});

it('change steps lead from each record to the next, and to the current one', () => {
  const second = { ...RECORD, amount: '2' };
  const third = { ...RECORD, status: 'FAILED' };
  expect(
    findChangeSteps([RECORD, second], third).map((step) => step.map(({ field, after }) => [field, after])),
  ).toEqual([
    [['amount', '2']],
    [
      ['status', 'FAILED'],
      ['amount', '1.50'],
    ],
  ]);
  expect(findChangeSteps([], RECORD)).toEqual([]);
});

it('changes can be found between any JSON values, and none between equal ones', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(findTransferChanges(before, structuredClone(before))).toEqual([]);
      const forth = findTransferChanges(before, after);
      const back = findTransferChanges(after, before);
      expect(back.map(({ field }) => field).toSorted()).toEqual(forth.map(({ field }) => field).toSorted());
      for (const { name } of describeChanges(forth)) expect(typeof name).toBe('string');
    }),
    { seed: 77, numRuns: 500 },
  );
});
