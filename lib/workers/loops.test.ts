import { expect, it } from 'vitest';
import { summarizeLoops } from '@/lib/workers/loops';

const loop = { ageMs: 3_000, faults: 0, failuresInRow: 0 };

it('sums up the loops of all processes by what they do', () => {
  const reports = [
    { ...loop, name: 'reap' },
    { ...loop, name: 'send 2', faults: 2, failuresInRow: 1 },
    { ...loop, name: 'send 1', ageMs: 1_000, faults: 1 },
    { ...loop, name: 'send 1', ageMs: 2_000 },
    { ...loop, name: 'of a newer version' },
  ];
  expect(summarizeLoops(reports, { 'send 1': 4 })).toEqual([
    { label: 'Send approved withdrawals', ageMs: 1_000, faults: 3, isFailing: true, waiting: 4 },
    { label: 'End claims whose process died', ageMs: 3_000, faults: 0, isFailing: false, waiting: null },
  ]);
});
