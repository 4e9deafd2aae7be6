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

  it('writes in an export the times of a range in UTC, and says so', () => {
    const query = read(
      'created_from=2026-03-29T00%3A00%3A00%2B01%3A00&created_to=2026-03-29T23%3A59%3A59.999999%2B02%3A00',
    );
    expect(describeQuery(query)).toBe(
      'Created from 2026-03-28T23:00:00Z to 2026-03-29T21:59:59.999999Z (UTC, inclusive); newest first',
    );
  });

  it('says in an export whether settled transfers are in it', () => {
    expect(describeQuery(read('problem=1'))).toBe('Only transfers that need attention; newest first');
    expect(describeQuery(read('problem=1&settled=1'))).toBe(
      'Only transfers that need attention, settled ones included; newest first',
    );
  });
});
