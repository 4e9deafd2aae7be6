import { describe, expect, it } from 'vitest';
import { checkSome } from '@/lib/withdrawals/import/check-in-slices';

const rows = Array.from({ length: 50 }, (_, number) => ({ number }));
const check = ({ number }: { number: number }) => number;

describe('checking some rows', () => {
  it('gets on by one where the time is always over, and so comes to the end', () => {
    const checks = new Map<{ number: number }, number>();
    for (let turn = 1; turn <= rows.length; turn += 1) {
      checkSome(rows, checks, check, () => true);
      expect(checks.size).toBe(turn);
    }
  });

  it('checks nothing twice, and stops when the time is over', () => {
    const checks = new Map<{ number: number }, number>();
    const checked: number[] = [];
    const note = (row: { number: number }) => {
      checked.push(row.number);
      return row.number;
    };
    checkSome(rows, checks, note, () => checked.length === 20);
    checkSome(rows, checks, note, () => false);
    expect(checked).toEqual(rows.map(check));
  });
});
