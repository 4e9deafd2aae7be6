import { describe, expect, it } from 'vitest';
import { type Coverage, describeCoverage, listWaitingForCheck } from '@/lib/mirror/coverage';

const COVERAGE: Coverage = {
  transfers: 1204,
  isComplete: false,
  asOf: null,
  oldestAt: '2026-03-03T12:00:00.000Z',
  progress: null,
  error: null,
  staleSince: null,
  missingIndexes: 0,
  answeredAt: '2026-11-22T10:00:00.000Z',
};

describe('describeCoverage', () => {
  it('names UTC where the text is for readers in every zone', () => {
    expect(describeCoverage(COVERAGE, 'UTC')).toBe('sync in progress: 1,204 transfers, oldest from 3 Mar 2026 (UTC)');
    const complete = { ...COVERAGE, isComplete: true, asOf: '2026-11-22T09:59:46.000Z' };
    expect(describeCoverage({ ...complete, staleSince: '2026-11-22T09:30:00.000Z' }, 'UTC')).toBe(
      '1,204 transfers, up to date 14 s ago; the service has been unavailable since 09:30 UTC',
    );
    expect(describeCoverage({ ...complete, staleSince: '2026-11-20T09:30:00.000Z' }, 'UTC')).toMatch(
      /since 20 Nov 2026 \(UTC\)$/,
    );
  });

  it('leaves the zone out of what a browser shows in its own', () => {
    expect(describeCoverage(COVERAGE)).toBe('sync in progress: 1,204 transfers, oldest from 3 Mar 2026');
  });

  it('says that a replica answered, and as of when', () => {
    const complete = { ...COVERAGE, isComplete: true, asOf: '2026-11-22T09:59:46.000Z' };
    expect(describeCoverage({ ...complete, replicaAsOf: '2026-11-22T09:59:57.400Z' })).toBe(
      '1,204 transfers, up to date 14 s ago; read from a replica, as of 3 s ago',
    );
  });

  it('says that filters are slow while indexes are missing', () => {
    const slow = 'filters and parts of words are slow until the indexes are built';
    expect(describeCoverage({ ...COVERAGE, missingIndexes: 3 })).toMatch(new RegExp(`^sync in progress: .*; ${slow}$`));
    const complete = { ...COVERAGE, isComplete: true, asOf: COVERAGE.answeredAt, missingIndexes: 1 };
    expect(describeCoverage(complete)).toBe(`1,204 transfers, up to date 0 s ago; ${slow}`);
  });
});

describe('what waits for a full check', () => {
  const begun = { hasForeignWatch: true, isRestoreChecked: true };
  const notBegun = { hasForeignWatch: false, isRestoreChecked: false };

  it('is nothing once the mirror is complete', () => {
    expect(listWaitingForCheck({ isComplete: true, error: null }, notBegun)).toEqual([]);
  });

  it('names the proof of absence where the list has no end, the check after a restore and the alarm', () => {
    const stuck = { isComplete: false, error: 'The list has no end.' };
    expect(listWaitingForCheck(stuck, begun)).toEqual([expect.stringContaining('proven absent')]);
    expect(listWaitingForCheck({ isComplete: false, error: null }, begun)).toEqual([]);
    expect(listWaitingForCheck(stuck, notBegun)).toEqual([
      expect.stringContaining('proven absent'),
      expect.stringContaining('restore'),
      expect.stringContaining('alarm'),
    ]);
  });
});
