import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeTime } from '@/components/values/time';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('describeTime', () => {
  it('shows the minute this year and the year of any other, also after the end of a year', () => {
    vi.setSystemTime('2026-12-31T23:59:00Z');
    expect(describeTime('2026-12-31T08:05:00Z', false)?.short).toBe('31 Dec 08:05');
    expect(describeTime('2027-01-01T00:01:00Z', false)?.short).toBe('01 Jan 2027');
    vi.setSystemTime('2027-01-01T00:02:00Z');
    expect(describeTime('2026-12-31T08:05:00Z', false)?.short).toBe('31 Dec 2026');
    expect(describeTime('2027-01-01T00:01:00Z', false)?.short).toBe('01 Jan 00:01');
  });

  it('names the zone and gives the text itself on hover; a text that is no time has no description', () => {
    expect(describeTime('2026-12-31T08:05:00Z', false)?.title).toContain('08:05:00 UTC · 2026-12-31T08:05:00Z');
    expect(describeTime('yesterday', false)).toBeUndefined();
  });
});
