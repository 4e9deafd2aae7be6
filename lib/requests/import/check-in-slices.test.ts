import { describe, expect, it } from 'vitest';
import { checkSlice } from '@/lib/requests/import/check-in-slices';

const rows = Array.from({ length: 50 }, (_, number) => ({ number }));
const check = ({ number }: { number: number }) => number;

describe('checking rows in slices', () => {
  it('checks one row per slice where the time is always over, and reaches the end', () => {
    const checks = new Map<{ number: number }, number>();
    for (let turn = 1; turn <= rows.length; turn += 1) {
      checkSlice({ rows, checks, check, isOver: () => true });
      expect(checks.size).toBe(turn);
    }
  });

  it('checks no row twice, and stops when the time is over', () => {
    const checks = new Map<{ number: number }, number>();
    const checked: number[] = [];
    const note = (row: { number: number }) => {
      checked.push(row.number);
      return row.number;
    };
    checkSlice({ rows, checks, check: note, isOver: () => checked.length === 20 });
    checkSlice({ rows, checks, check: note, isOver: () => false });
    expect(checked).toEqual(rows.map(check));
  });
});
