import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCalendar, isBankDay, weekdayOf } from '@/lib/standing-orders/calendars/calendar';
import { RULE_CALENDARS } from '@/lib/standing-orders/calendars/rules';
import { dateOf, easterOf } from '@/lib/standing-orders/calendars/rule-dates';
import { addDays } from '@/lib/time/first-moment';

/**
 * Closing days from Monday to Friday, as published: the long-term calendar of the European Central Bank (14 December
 * 2000), K.8 of the Board of Governors (31 December 2025) and gov.uk/bank-holidays for England and Wales.
 */
const PUBLISHED: Record<string, Record<number, string>> = {
  T2: {
    2026: '01-01 04-03 04-06 05-01 12-25',
    2027: '01-01 03-26 03-29',
    2028: '04-14 04-17 05-01 12-25 12-26',
  },
  Fedwire: {
    2026: '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25',
    2027: '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25',
    2028: '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25',
    2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
    2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  },
  CHAPS: {
    2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
    2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
    2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
    2028: '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
    // Christmas Day on a Sunday.
    2033: '01-03 04-15 04-18 05-02 05-30 08-29 12-26 12-27',
  },
};

const calendarNamed = (name: string) => findCalendar(RULE_CALENDARS, name) ?? expect.fail(name);
const daysOf = (year: number) =>
  Array.from({ length: 366 }, (_, index) => addDays(dateOf(year, 1, 1), index)).filter((day) =>
    day.startsWith(`${year}`),
  );
const isWeekend = (day: string) => [0, 6].includes(weekdayOf(day));

describe('a calendar by rule', () => {
  it.each(Object.entries(PUBLISHED).flatMap(([name, years]) => Object.entries(years).map((year) => [name, ...year])))(
    '%s of %s closes as published',
    (name = '', year, published = '') => {
      const closed = daysOf(Number(year)).filter((day) => isBankDay(calendarNamed(name), day) === false);
      expect(closed.filter((day) => !isWeekend(day))).toEqual(published.split(' ').map((day) => `${year}-${day}`));
      expect(closed.filter(isWeekend)).toHaveLength(daysOf(Number(year)).filter(isWeekend).length);
    },
  );

  it.each([
    ['T2', '2001-12-31', '2002-01-02'],
    ['Fedwire', '2021-12-31', '2022-01-03'],
    ['CHAPS', '2023-05-08', '2024-01-02'],
  ])('%s says nothing before the first year of its rule', (name, before, first) => {
    expect([isBankDay(calendarNamed(name), before), isBankDay(calendarNamed(name), first)]).toEqual([undefined, true]);
  });
});

it.each([
  '2000-04-23',
  '2008-03-23',
  '2011-04-24',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2038-04-25',
  '2285-03-22',
])('Easter is on %s', (date) => {
  expect(easterOf(Number(date.slice(0, 4)))).toBe(date);
});

it('Easter is a Sunday from 22 March to 25 April', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 4000 }), (year) => {
      const easter = easterOf(year);
      expect([weekdayOf(easter), easter >= dateOf(year, 3, 22), easter <= dateOf(year, 4, 25)]).toEqual([
        0,
        true,
        true,
      ]);
    }),
  );
});
