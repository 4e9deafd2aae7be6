import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Adjustment,
  ADJUSTMENTS,
  areBankDaysOf,
  type BankDays,
  bankDaysSchema,
  planBankDays,
  toPlannedDays,
} from '@/lib/standing-orders/bank-days';
import { findCalendar, isBankDay } from '@/lib/standing-orders/calendars/calendar';
import { offerCalendars, toCalendar } from '@/lib/standing-orders/calendars/calendar-file';
import { FREQUENCIES, listDates } from '@/lib/standing-orders/schedule';
import { addDays } from '@/lib/time/first-moment';

// Closed for nine days in a row, weekends included.
const LONG = ['16', '17', '18', '19', '20'].map((day) => `2026-02-${day}`);
const FILE = { name: 'File', weekend: [6, 0], closed: [...LONG, '2027-01-01'] };
const CALENDARS = offerCalendars([FILE]);
const named = (name: string) => findCalendar(CALENDARS, name) ?? expect.fail(name);
const plan = (dates: string[], adjust: Adjustment, name = 'T2') => {
  const { moved, skipped } = planBankDays(dates, adjust, named(name));
  return { moved, skipped };
};

describe('a date that is no bank day', () => {
  // New Year's Eve 2026 is a Thursday, and 31 January 2027 a Sunday.
  const DATES = ['2026-12-31', '2027-01-01', '2027-01-31'];

  it('moves to the bank day before or after, also into another month and year, or is skipped', () => {
    expect(plan(DATES.slice(1), 'before')).toEqual({
      moved: { '2027-01-01': '2026-12-31', '2027-01-31': '2027-01-29' },
      skipped: {},
    });
    expect(plan(DATES, 'after')).toEqual({
      moved: { '2027-01-01': '2027-01-04', '2027-01-31': '2027-02-01' },
      skipped: {},
    });
    expect(plan(DATES, 'skip')).toEqual({ moved: {}, skipped: { '2027-01-01': 'closed', '2027-01-31': 'closed' } });
  });

  it('crosses Easter in one step, and a change of the clocks as any other night', () => {
    expect(plan(['2026-04-05'], 'before').moved).toEqual({ '2026-04-05': '2026-04-02' });
    expect(plan(['2026-04-05'], 'after').moved).toEqual({ '2026-04-05': '2026-04-07' });
    const clocks = ['2027-03-14', '2027-03-28', '2027-10-31', '2027-11-07'];
    const dayOf = (adjust: Adjustment) => Object.values(plan(clocks, adjust).moved);
    expect(dayOf('before')).toEqual(['2027-03-12', '2027-03-25', '2027-10-29', '2027-11-05']);
    expect(dayOf('after')).toEqual(['2027-03-15', '2027-03-30', '2027-11-01', '2027-11-08']);
  });

  it('is skipped where it falls on the day of an earlier date: a day has one payment', () => {
    const weekly = listDates({ firstDate: '2026-02-13', every: 'week', lastDate: '2026-02-27', maxCount: 9 });
    expect(weekly).toEqual(['2026-02-13', '2026-02-20', '2026-02-27']);
    expect(plan(weekly, 'before', 'File')).toEqual({ moved: {}, skipped: { '2026-02-20': 'same-day' } });
    expect(plan(['2026-02-16', '2026-02-23'], 'after', 'File')).toEqual({
      moved: { '2026-02-16': '2026-02-23' },
      skipped: { '2026-02-23': 'same-day' },
    });
  });

  it('is skipped where the calendar does not know it, or the bank day that it would move to', () => {
    expect(plan(['2025-12-30', '2026-01-03', '2028-01-03'], 'before', 'File').skipped).toEqual({
      '2025-12-30': 'unknown',
      '2028-01-03': 'unknown',
    });
    expect(plan(['2027-12-31'], 'after', 'File').skipped).toEqual({});
    expect(plan(['2026-01-01'], 'before', 'Fedwire').moved).toEqual({ '2026-01-01': '2025-12-31' });
    const closed = toCalendar({ ...FILE, closed: ['2027-12-31'] });
    expect(planBankDays(['2027-12-31'], 'after', closed).skipped).toEqual({ '2027-12-31': 'unknown' });
  });
});

const arbitraryPlan = fc
  .record({
    start: fc.integer({ min: 0, max: 3000 }),
    every: fc.constantFrom(...FREQUENCIES),
    maxCount: fc.integer({ min: 1, max: 60 }),
    adjust: fc.constantFrom(...ADJUSTMENTS),
    name: fc.constantFrom(...CALENDARS.map((calendar) => calendar.name)),
  })
  .map(({ start, every, maxCount, adjust, name }) => {
    const dates = listDates({ firstDate: addDays('2024-01-01', start), every, lastDate: '2099-12-31', maxCount });
    const calendar = named(name);
    return { dates, adjust, calendar, bankDays: planBankDays(dates, adjust, calendar) };
  });

describe('the days of any plan', () => {
  it('are bank days, each once, in order, and never on the wrong side of their dates', () => {
    fc.assert(
      fc.property(arbitraryPlan, ({ dates, adjust, calendar, bankDays }) => {
        const planned = toPlannedDays(dates, bankDays);
        expect(planned.map(({ date }) => date)).toEqual(dates);
        const requested = planned.filter(({ skipped }) => skipped === undefined);
        for (const { date, day } of requested) {
          expect(isBankDay(calendar, day)).toBe(true);
          if (day === date) continue;
          expect(adjust).toBe(day < date ? 'before' : 'after');
          expect(isBankDay(calendar, date)).toBe(false);
        }
        const days = requested.map(({ day }) => day);
        expect(days).toEqual([...new Set(days)].toSorted());
      }),
    );
  });

  it('are kept as they are signed', () => {
    fc.assert(
      fc.property(arbitraryPlan, ({ dates, bankDays }) => {
        expect(bankDaysSchema.parse(JSON.parse(JSON.stringify(bankDays)))).toEqual(bankDays);
        expect(areBankDaysOf(dates, bankDays)).toBe(true);
      }),
    );
  });
});

it('are the dates themselves where no calendar is asked', () => {
  expect(toPlannedDays(['2027-01-01'], undefined)).toEqual([{ date: '2027-01-01', day: '2027-01-01' }]);
});

it.each<[string, Partial<BankDays>]>([
  ['about a date that the plan has not', { moved: { '2027-01-02': '2027-01-01' } }],
  ['that skip a date that it has not', { skipped: { '2027-01-02': 'closed' } }],
  ['that move and skip a date', { moved: { '2027-01-31': '2027-01-29' }, skipped: { '2027-01-31': 'closed' } }],
  ['that move to the wrong side', { moved: { '2027-01-31': '2027-02-01' } }],
  ['that move a date to itself', { moved: { '2027-01-31': '2027-01-31' } }],
  ['that move far', { moved: { '2027-01-31': '2026-12-30' } }],
  ['that pay twice on a day', { moved: { '2027-01-31': '2027-01-03' } }],
  ['that move and should skip', { adjust: 'skip', moved: { '2027-01-31': '2027-01-29' } }],
])('are not bank days %s', (_what, changes) => {
  const bankDays: BankDays = { calendar: 'T2', adjust: 'before', moved: {}, skipped: {}, ...changes };
  expect(areBankDaysOf(['2027-01-03', '2027-01-31'], bankDays)).toBe(false);
});
