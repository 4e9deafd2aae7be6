import { describe, expect, it } from 'vitest';
import { describeSchedule, isDate, listDates, settleSchedule } from '@/lib/standing-orders/schedule';

const monthly = (firstDate: string, maxCount: number, lastDate = '2099-12-31') =>
  listDates({ firstDate, every: 'month', lastDate, maxCount });

describe('the dates of a planned payment', () => {
  it('are the last day of a month that lacks the day, and the day again after it', () => {
    expect(monthly('2027-12-31', 4)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
    expect(monthly('2027-01-30', 3)).toEqual(['2027-01-30', '2027-02-28', '2027-03-30']);
    expect(monthly('2027-11-15', 3)).toEqual(['2027-11-15', '2027-12-15', '2028-01-15']);
  });

  it('are seven days apart, over every change of the clocks and of the year', () => {
    expect(listDates({ firstDate: '2027-03-21', every: 'week', lastDate: '2027-04-04', maxCount: 9 })).toEqual([
      '2027-03-21',
      '2027-03-28',
      '2027-04-04',
    ]);
    expect(listDates({ firstDate: '2027-12-29', every: 'week', lastDate: '2028-12-31', maxCount: 2 })).toEqual([
      '2027-12-29',
      '2028-01-05',
    ]);
  });

  it('are one where the payment is made once, and none after the end', () => {
    expect(listDates({ firstDate: '2027-01-01', every: 'once', lastDate: '2027-12-31', maxCount: 9 })).toEqual([
      '2027-01-01',
    ]);
    expect(monthly('2027-01-31', 12, '2027-02-27')).toEqual(['2027-01-31']);
  });

  it('of one payment take no end and no count, whatever the form had in them', () => {
    const schedule = { firstDate: '2027-01-31', lastDate: '', maxCount: 0 };
    expect(settleSchedule({ ...schedule, every: 'once' })).toEqual({
      every: 'once',
      firstDate: '2027-01-31',
      lastDate: '2027-01-31',
      maxCount: 1,
    });
    expect(settleSchedule({ ...schedule, every: 'week' })).toEqual({ ...schedule, every: 'week' });
  });

  it('are described in a sentence', () => {
    const schedule = { firstDate: '2027-01-31', every: 'month', lastDate: '2027-12-31', maxCount: 12 } as const;
    expect(describeSchedule(schedule)).toBe('Every month, 12 times, from 31 Jan 2027 to 31 Dec 2027.');
    // Whichever ends it, the sentence has the dates that there are.
    const ended = [
      { ...schedule, lastDate: '2028-01-31' },
      { ...schedule, maxCount: 99 },
    ];
    for (const one of ended) expect(describeSchedule(one)).toBe(describeSchedule(schedule));
    expect(describeSchedule({ ...schedule, maxCount: 1 })).toBe('Once, on 31 Jan 2027.');
    expect(describeSchedule({ ...schedule, lastDate: '2027-01-30' })).toContain('No date');
    expect(describeSchedule({ ...schedule, every: 'once' })).toBe('Once, on 31 Jan 2027.');
    const bankDays = { calendar: 'T2', adjust: 'skip', moved: {}, skipped: {} } as const;
    expect(describeSchedule({ ...schedule, every: 'once', bankDays })).toBe(
      'Once, on 31 Jan 2027. On bank days of T2. Any other date is skipped.',
    );
  });
});

it.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['2027-1-1', false],
  ['0001-01-01', false],
  ['tomorrow', false],
])('%s is a date: %s', (text, expected) => {
  expect(isDate(text)).toBe(expected);
});
