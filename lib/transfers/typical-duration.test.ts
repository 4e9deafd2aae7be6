import { describe, expect, it } from 'vitest';
import { describeDuration, describeTypical, describeTypicalRange, lateByMs } from '@/lib/transfers/typical-duration';

const MINUTE = 60_000;
const typical = { samples: 1000, medianMs: 3 * MINUTE, p90Ms: 6 * MINUTE };
const kind = { asset: 'ETH', network: 'ETHEREUM', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL' };

describe('late', () => {
  it.each([
    ['as old as nine of ten took', 6 * MINUTE, typical, null],
    ['a millisecond older', 6 * MINUTE + 1, typical, 1],
    ['hours older', 126 * MINUTE, typical, 120 * MINUTE],
    ['from a clock that is behind', -5, typical, null],
    ['of a kind with one too few', 900 * MINUTE, { ...typical, samples: 19 }, null],
    ['of a kind with just enough', 7 * MINUTE, { ...typical, samples: 20 }, MINUTE],
    ['of a kind that nobody has seen', 900 * MINUTE, null, null],
  ])('is said of one that is %s', (_name, ageMs, of, expected) => {
    expect(lateByMs(ageMs, of)).toBe(expected);
  });
});

it.each([
  [0, '1 s'],
  [16_400, '16 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7_500_000, '2 h 5 min'],
])('writes %i ms as %s', (ms, words) => {
  expect(describeDuration(ms)).toBe(words);
});

it('says what is usual, for what, and what that rests on', () => {
  expect(describeTypical(kind, typical)).toBe(
    'Crypto withdrawal of ETH on Ethereum: usually 3 min, 9 of 10 within 6 min (learned from the last 1,000 completed).',
  );
  expect(describeTypical({ ...kind, network: '' }, typical)).toMatch(/^Crypto withdrawal of ETH: /);
  expect(describeTypical({ asset: '', network: 'SUI', direction: '', type: '' }, typical)).toMatch(
    /^Transfer on SUI: /,
  );
});

it('says that there are too few, rather than a guess', () => {
  const few = { ...typical, samples: 7 };
  expect(describeTypicalRange(few)).toBeUndefined();
  expect(describeTypical(kind, few)).toContain('7 seen, 20 needed');
  expect(describeTypical(kind, null)).toContain('0 seen, 20 needed');
});
