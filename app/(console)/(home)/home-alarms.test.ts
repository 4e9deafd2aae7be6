import { describe, expect, it } from 'vitest';
import { type AlarmFacts, describeUnresolved, listAlarms } from '@/app/(console)/(home)/home-alarms';
import type { SendState } from '@/lib/sends/send-machine';

const NOW = '2026-11-22T10:00:00.000Z';
const QUIET: AlarmFacts = {
  sending: { isStopped: false, reason: '', since: NOW, by: null },
  isInSetUpMode: false,
  unresolved: { requests: [], hasMore: false },
  unexplained: { count: 0, hasMore: false },
  coverage: {
    transfers: 5,
    isComplete: true,
    asOf: '2026-11-22T09:59:50.000Z',
    oldestAt: null,
    progress: null,
    error: null,
    staleSince: null,
    missingIndexes: 0,
    answeredAt: NOW,
  },
  haste: [],
};
const alarmsOf = (changes: Partial<AlarmFacts>) => listAlarms({ ...QUIET, ...changes });
const unresolved = (count: number, hasMore = false, states: readonly SendState[] = ['UNKNOWN']) => ({
  hasMore,
  requests: Array.from({ length: count }, (_, index) => ({
    refId: `INV-${index + 1}`,
    state: states[index % states.length] ?? 'UNKNOWN',
    since: new Date(Date.parse(NOW) - (60 - index) * 60_000).toISOString(),
  })),
});
const late = (coverage: Partial<AlarmFacts['coverage']>) =>
  alarmsOf({ coverage: { ...QUIET.coverage, ...coverage } }).map(({ title }) => title);

describe('listAlarms', () => {
  it('is empty on a quiet day', () => {
    expect(alarmsOf({})).toEqual([]);
  });

  it('says that nothing is requested or sent before the key list is set up', () => {
    expect(alarmsOf({ isInSetUpMode: true })).toEqual([
      expect.objectContaining({
        detail: expect.stringContaining('Nothing is requested, approved or sent'),
        href: '/account',
      }),
    ]);
  });

  it('begins with what stops everything, and says since when and where to go', () => {
    const alarms = alarmsOf({
      sending: { isStopped: true, reason: 'an approver is on fire', since: NOW, by: null },
      unresolved: unresolved(1),
      unexplained: { count: 2, hasMore: false },
      coverage: { ...QUIET.coverage, staleSince: '2026-11-22T09:00:00.000Z' },
      haste: [{ name: 'Ada', shownBriefly: 1, manyInAMinute: 0, lastAt: '2026-11-22T09:00:00.000Z' }],
    });
    expect(alarms.map(({ title }) => title)).toEqual([
      'Sending is stopped',
      'Outcome unknown: 1 withdrawal',
      '2 transfers not explained by any request',
      'The service is unavailable',
      'Hasty decisions in the last 24 hours',
    ]);
    expect(alarms[0]).toMatchObject({
      detail: 'Stopped by the console: “an approver is on fire” Approved withdrawals wait, and nothing is sent.',
      since: NOW,
      href: '/status',
    });
  });

  it('names three of many withdrawals, and since when the oldest waits', () => {
    expect(alarmsOf({ unresolved: unresolved(50, true) })).toMatchObject([
      {
        title: 'Outcome unknown: 50+ withdrawals',
        detail: 'INV-1, INV-2, INV-3 and 47 more. Open each, and propose how to resolve the withdrawal.',
        since: '2026-11-22T09:00:00.000Z',
        href: '/withdrawals?state=unknown',
      },
    ]);
  });

  it.each<[string, SendState[]]>([
    ['Outcome unknown', ['UNKNOWN']],
    ['On hold', ['HOLD', 'HOLD']],
    ['Outcome unknown or on hold', ['HOLD', 'UNKNOWN']],
  ])('says “%s” where that is so', (title, states) => {
    expect(describeUnresolved(unresolved(states.length, false, states).requests)).toBe(title);
  });

  it('does not take what could not be read for nothing', () => {
    expect(alarmsOf({ unresolved: null, haste: null }).map(({ title }) => title)).toEqual([
      'Not known: withdrawals with an unknown outcome',
      'Not known: hasty decisions',
    ]);
  });

  it('counts a copy of ten minutes, or one with an error, as late; a first reading is not late', () => {
    expect(late({ asOf: '2026-11-22T09:50:00.000Z' })).toEqual([]);
    expect(late({ asOf: '2026-11-22T09:49:59.000Z' })).toEqual(['Transfer sync is late']);
    expect(late({ asOf: null, isComplete: false })).toEqual([]);
    expect(late({ asOf: null, isComplete: false, error: 'a page is cut' })).toEqual(['Transfer sync is late']);
  });

  it('forgets hasty decisions after a day', () => {
    const haste = [{ name: 'Ada', shownBriefly: 1, manyInAMinute: 0, lastAt: '2026-11-21T09:59:00.000Z' }];
    expect(alarmsOf({ haste })).toEqual([]);
  });
});
