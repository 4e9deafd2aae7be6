import { expect, it } from 'vitest';
import { type Scale, writeScaleTable } from '@/bench/sizes/scale-table';

const scale = (transfers: number, times: number): Scale => ({
  transfers,
  walkRate: 12_000 / times,
  syncRate: 9000 / times,
  exportRate: 100_000,
  changes: { rate: 3000, newestRate: 3500, lateMs: 1.74 },
  memoryMb: 100 * times,
  lateMs: 4.26,
  heapBytes: 955,
  textIndexBytes: 140,
  otherIndexBytes: 775,
  reads: { 'A reference': 18 * times },
});

it('has a row for everything measured, with the ratio of the largest size to the smallest', () => {
  const lines = writeScaleTable([scale(1_000_000, 1), scale(3_000_000, 1.5), scale(10_000_000, 2)]).split('\n');
  expect(lines.slice(0, 2)).toEqual([
    '|  | 1,000,000 | 3,000,000 | 10,000,000 | ratio | goal |',
    '| --- | --- | --- | --- | --- | --- |',
  ]);
  expect(lines).toContain(
    '| First sync, until the list is read | 12,000 a second | 8,000 a second | 6,000 a second | 0.50 |  |',
  );
  expect(lines).toContain('| Lateness meanwhile | 1.7 ms | 1.7 ms | 1.7 ms | 1.00 | 9 |');
  expect(lines).toContain('| A reference | 18 ms | 27 ms | 36 ms | 2.00 | 1.5 times |');
});
