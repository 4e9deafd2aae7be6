import { describe, expect, it } from 'vitest';
import { describeQuery } from '@/lib/transfers/describe-query';
import { countFilters, hidesSettled, readTransferQuery, writeTransferQuery } from '@/lib/transfers/query';

const read = (parameters: string) => readTransferQuery(new URLSearchParams(parameters));

describe('the filter for what needs attention', () => {
  it.each([
    ['problem=1', { hasProblem: true, includesSettled: false }, 'problem=1'],
    ['problem=1&settled=1', { hasProblem: true, includesSettled: true }, 'problem=1&settled=1'],
    ['settled=1&problem=1&settled=0', { hasProblem: true, includesSettled: true }, 'problem=1&settled=1'],
    ['problem=1&settled=yes', { hasProblem: true, includesSettled: false }, 'problem=1'],
    ['settled=1', { hasProblem: false, includesSettled: false }, ''],
    ['problem=0&settled=1', { hasProblem: false, includesSettled: false }, ''],
  ])('reads %s', (parameters, expected, written) => {
    expect(read(parameters)).toMatchObject(expected);
    expect(writeTransferQuery(read(parameters)).toString()).toBe(written);
  });

  it('leaves out settled transfers unless they are asked for, and is one filter', () => {
    expect([
      hidesSettled(read('problem=1')),
      hidesSettled(read('problem=1&settled=1')),
      hidesSettled(read('')),
    ]).toEqual([true, false, false]);
    expect(countFilters(read('problem=1&settled=1'))).toBe(1);
  });

  it('says in an export whether settled transfers are in it', () => {
    expect(describeQuery(read('problem=1'))).toBe('Only transfers that need attention; newest first');
    expect(describeQuery(read('problem=1&settled=1'))).toBe(
      'Only transfers that need attention, settled ones included; newest first',
    );
  });
});
