import { expect, it } from 'vitest';
import { formatDuration, formatDurationToSeconds } from '@/lib/text/duration';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

it.each([
  [-5, 'under a minute'],
  [59_999, 'under a minute'],
  [MINUTE, '1 min'],
  [59 * MINUTE, '59 min'],
  [HOUR, '1 h'],
  [3 * HOUR + 12.9 * MINUTE, '3 h 12 min'],
  [24 * HOUR, '1 d'],
  [50 * HOUR, '2 d 2 h'],
])('%d ms is "%s"', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

it.each([
  [0, '1 s'],
  [16_400, '16 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7_500_000, '2 h 5 min'],
])('%d ms is “%s” to the second', (ms, words) => {
  expect(formatDurationToSeconds(ms)).toBe(words);
});
