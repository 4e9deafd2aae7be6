import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeQuery } from '@/lib/transfers/describe-query';
import {
  FIELD_FILTERS,
  type FieldFilter,
  readFieldConditions,
  writeFieldCondition,
} from '@/lib/transfers/field-filters';
import { readTransferQuery, writeTransferQuery } from '@/lib/transfers/query';

describe('a filter by a field', () => {
  it.each([
    ['memo:is: INV:1 ', [{ field: 'memo', match: 'is', value: 'INV:1' }]],
    ['ref_id:empty', [{ field: 'ref_id', match: 'empty', value: '' }]],
    ['fee:present', [{ field: 'fee', match: 'present', value: '' }]],
    ['fee:empty:1', []],
    ['memo:is:', []],
    ['memo:is', []],
    ['memo:like:%', []],
    ['record:is:x', []],
    ['toString:is:x', []],
    ['', []],
    [`memo:is:${'x'.repeat(501)}`, []],
  ])('is read from %j', (text, conditions) => {
    expect(readFieldConditions([text])).toEqual(conditions);
  });

  it('is the same after it was written and read, whatever its value', () => {
    const condition = fc.record({
      field: fc.constantFrom(...(Object.keys(FIELD_FILTERS) as FieldFilter[])),
      match: fc.constant('is' as const),
      value: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((value) => value === value.trim()),
    });
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 10 }), (conditions) => {
        const fields = readFieldConditions(conditions.map(writeFieldCondition));
        const query = readTransferQuery(new URLSearchParams(conditions.map((one) => ['f', writeFieldCondition(one)])));
        expect(query.fields).toEqual(fields);
        expect(readTransferQuery(writeTransferQuery(query))).toEqual(query);
        for (const one of conditions) expect(fields).toContainEqual(one);
      }),
    );
  });

  it('is described in the trailer of an export', () => {
    const query = readTransferQuery(new URLSearchParams('f=memo:is:A&f=notional_value:empty&asset=BTC'));
    expect(describeQuery(query)).toBe('Asset BTC; memo is A; USD value is empty; newest first');
  });
});
