import { describe, expect, it } from 'vitest';
import {
  describeDelay,
  explainTypicalDuration,
  describeTypicalDuration,
  findDelayMs,
} from '@/lib/transfers/figures/typical-duration';

const MINUTE = 60_000;
const typical = { samples: 1000, medianMs: 3 * MINUTE, p90Ms: 6 * MINUTE };
const kind = { asset: 'ETH', network: 'ETHEREUM', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL' };

describe('the delay', () => {
  it.each([
    ['as old as nine of ten took', 6 * MINUTE, typical, null],
    ['a millisecond older', 6 * MINUTE + 1, typical, 1],
    ['hours older', 126 * MINUTE, typical, 120 * MINUTE],
    ['from a clock that is behind', -5, typical, null],
    ['of a kind with one too few', 900 * MINUTE, { ...typical, samples: 19 }, null],
    ['of a kind with just enough', 7 * MINUTE, { ...typical, samples: 20 }, MINUTE],
    ['of a kind without samples', 900 * MINUTE, null, null],
  ])('of a transfer %s', (_name, ageMs, of, expected) => {
    expect(findDelayMs(ageMs, of)).toBe(expected);
  });
});

it('says how late a transfer is, beside what is usual, and nothing of one that is not', () => {
  expect(describeDelay(126 * MINUTE, typical)).toBe('2 h late, usually 3 min');
  expect(describeDelay(6 * MINUTE, typical)).toBeUndefined();
});

it('explains the typical duration of a kind and the number of samples', () => {
  expect(explainTypicalDuration(kind, typical)).toBe(
    'Crypto withdrawal of ETH on Ethereum: usually 3 min, 9 of 10 within 6 min (based on the last 1,000 completed).',
  );
  expect(explainTypicalDuration({ ...kind, network: '' }, typical)).toMatch(/^Crypto withdrawal of ETH: /);
  expect(explainTypicalDuration({ asset: '', network: 'TRON', direction: '', type: '' }, typical)).toMatch(
    /^Transfer on TRON: /,
  );
});

it('gives no typical duration with too few samples', () => {
  const few = { ...typical, samples: 7 };
  expect(describeTypicalDuration(few)).toBeUndefined();
  expect(describeDelay(8 * 3_600_000, few)).toBeUndefined();
  expect(explainTypicalDuration(kind, few)).toContain('too few completed for a typical duration (7 of 20)');
  expect(explainTypicalDuration(kind, null)).toContain('too few completed for a typical duration (0 of 20)');
});
