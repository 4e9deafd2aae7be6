import { describe, expect, it } from 'vitest';
import { estimateIndexesMs, estimateWalkEnd, estimateWalkMs } from '@/lib/mirror/estimates';

describe('estimateWalkMs', () => {
  it('counts pages, the last one too, at the share of the reads', () => {
    const limits = { recordsPerPage: 100, readsPerSecond: 5 };
    expect(estimateWalkMs(10_000_000, limits, 1)).toBe(20_000_000);
    expect(estimateWalkMs(10_000_001, limits, 1 / 5)).toBe(100_001_000);
    expect(estimateWalkMs(0, limits, 1)).toBe(0);
  });
});

describe('estimateWalkEnd', () => {
  const walk = { records: 1000, startedAt: '2026-11-20T10:00:00Z', lastTime: Date.parse('2026-11-05T10:01:00Z') };
  const first = { length: undefined, oldestAt: '2026-11-01T10:00:00Z', at: '2026-11-20T10:01:00Z' };

  it('counts the records that are left where an earlier walk tells the length', () => {
    expect(estimateWalkEnd(walk, { ...first, length: 5000, order: null })).toEqual({ remainingMs: 240_000 });
    expect(estimateWalkEnd(walk, { ...first, length: 900, order: null })).toEqual({ remainingMs: 0 });
  });

  it('follows the times of a list with the oldest first up to the present', () => {
    const early = { ...walk, lastTime: Date.parse('2026-11-05T10:00:00Z') };
    expect(estimateWalkEnd(early, { ...first, order: 'oldest-first', at: '2026-11-20T10:01:00Z' })).toEqual({
      remainingMs: (60_000 * (15 * 86_400_000 + 60_000)) / (4 * 86_400_000),
    });
  });

  it.each(['newest-first', 'neither', null] as const)(
    'says what a million take where nothing tells the end: %s',
    (order) => {
      expect(estimateWalkEnd(walk, { ...first, order })).toEqual({ perMillionMs: 60_000_000 });
    },
  );

  it('says what a million take where the oldest first have no times', () => {
    const order = 'oldest-first';
    expect(estimateWalkEnd(walk, { ...first, order, oldestAt: null })).toEqual({ perMillionMs: 60_000_000 });
    expect(estimateWalkEnd({ ...walk, lastTime: null }, { ...first, order })).toEqual({ perMillionMs: 60_000_000 });
  });

  it('says nothing before the first page, or by a clock that went back', () => {
    expect(estimateWalkEnd({ ...walk, records: 0 }, { ...first, order: null })).toBeNull();
    expect(estimateWalkEnd(walk, { ...first, order: null, at: walk.startedAt })).toBeNull();
  });
});

describe('estimateIndexesMs', () => {
  it('takes the speed of the index in progress for those after it', () => {
    expect(estimateIndexesMs({ spentMs: 1000, share: 0.5, cost: 1, costOfAll: 10 })).toBe(19_000);
    expect(estimateIndexesMs({ spentMs: 9000, share: 1, cost: 9, costOfAll: 9 })).toBe(0);
  });

  it('waits until the speed shows', () => {
    expect(estimateIndexesMs({ spentMs: 1000, share: 0.01, cost: 1, costOfAll: 10 })).toBeNull();
  });
});
