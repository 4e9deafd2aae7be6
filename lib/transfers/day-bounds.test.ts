import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayAt, dayOfBound, describeBound, endOfDay, startOfDay } from '@/lib/transfers/day-bounds';

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("a day covers the reader's whole day, with the offset of that day", () => {
  expect(startOfDay('2026-11-21')).toBe('2026-11-21T00:00:00+01:00');
  expect(endOfDay('2026-07-01')).toBe('2026-07-01T23:59:59.999999+02:00');
  // The clocks go forward at two in the morning.
  expect(startOfDay('2026-03-29')).toBe('2026-03-29T00:00:00+01:00');
  expect(endOfDay('2026-03-29')).toBe('2026-03-29T23:59:59.999999+02:00');
});

test('a day is whole where the clocks change at midnight', () => {
  process.env.TZ = 'America/Santiago';
  expect(startOfDay('2024-09-08')).toBe('2024-09-08T01:00:00-03:00');
  expect(describeBound(startOfDay('2024-09-08'))).toBe('8 Sept 2024');
  // Eleven to midnight is repeated, and the second time belongs to the day as well.
  expect(endOfDay('2024-04-06')).toBe('2024-04-06T23:59:59.999999-04:00');
  expect(startOfDay('2024-04-07')).toBe('2024-04-07T00:00:00-04:00');
});

test('a bound reads back as the chosen day', () => {
  for (const day of ['2026-01-01', '2026-03-29', '2026-10-25', '2028-02-29']) {
    expect(dayOfBound(startOfDay(day))).toBe(day);
    expect(dayOfBound(endOfDay(day))).toBe(day);
  }
  expect(dayOfBound('2026-11-21')).toBe('2026-11-21');
  expect(dayOfBound(undefined)).toBe('');
});

test('days are counted by the calendar', () => {
  expect(dayAt(new Date(2026, 2, 1, 12), -1)).toBe('2026-02-28');
  expect(dayAt(new Date(2026, 9, 25, 23, 59), 1)).toBe('2026-10-26');
});

test('a bound is described by its day, with a time unless it is the start or end of the day', () => {
  expect(describeBound('2026-11-21')).toBe('21 Nov 2026');
  expect(describeBound(startOfDay('2026-11-21'))).toBe('21 Nov 2026');
  expect(describeBound(endOfDay('2026-11-21'))).toBe('21 Nov 2026');
  expect(describeBound('2026-11-21T10:30:00Z')).toBe('21 Nov 2026 11:30');
  expect(describeBound('2026-11-21T10:30:00Z', 'UTC')).toBe('21 Nov 2026 10:30');
});
