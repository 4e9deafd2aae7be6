import { describe, expect, it } from 'vitest';
import { RULE_CALENDARS } from '@/lib/standing-orders/calendars/rules';
import { createOrderFormSchema, type OrderForm, readSchedule } from '@/lib/standing-orders/form';

const NOW = new Date('2026-11-24T12:00:00Z');
const FORM: OrderForm = {
  title: 'Rent',
  firstDate: '2026-11-24',
  every: 'month',
  timeZone: 'Europe/Lisbon',
  lastDate: '2027-11-24',
  maxCount: '12',
  reason: 'The lease',
  calendar: '',
  adjust: 'before',
};
const { calendar: _calendar, adjust: _adjust, ...SENT } = FORM;
const issuesOf = (changes: Partial<OrderForm>) => {
  const read = createOrderFormSchema(NOW, RULE_CALENDARS).safeParse({ ...FORM, ...changes });
  return Object.fromEntries(read.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
};

const issueAt = (now: string, changes: Partial<OrderForm>) =>
  createOrderFormSchema(new Date(now), RULE_CALENDARS).safeParse({ ...FORM, every: 'once', ...changes }).error
    ?.issues[0]?.message;

describe('the form of a planned payment', () => {
  it('is read as it is sent', () => {
    expect(createOrderFormSchema(NOW, RULE_CALENDARS).parse({ ...FORM, title: ' Rent ' })).toEqual({
      ...SENT,
      maxCount: 12,
    });
  });

  it('names every field with an issue at once, dates among them', () => {
    expect(
      issuesOf({
        title: 'x'.repeat(61),
        firstDate: '2026-11-23',
        lastDate: '2026-11-01',
        maxCount: '1.5',
        reason: ' ',
      }),
    ).toEqual({
      title: 'Enter a title of at most 60 characters.',
      firstDate: 'The first date is over. Enter today or a later date.',
      lastDate: 'The last date is before the first date.',
      maxCount: 'Enter how many times at most.',
      reason: 'Enter a reason.',
    });
    expect(issuesOf({ firstDate: '', lastDate: '', timeZone: 'Mars/Olympus', maxCount: '261' })).toEqual({
      firstDate: 'Enter the first date.',
      lastDate: 'Enter the last date.',
      timeZone: 'Enter a time zone, such as Europe/Lisbon.',
      maxCount: 'Enter at most 260 times.',
    });
    expect(issuesOf({ lastDate: '2031-12-01' })).toEqual({ lastDate: 'Enter a last date within five years.' });
  });

  it('asks what is on the screen alone, and the day of the time zone', () => {
    expect(issuesOf({ every: 'once', lastDate: '', maxCount: '' })).toEqual({});
    expect(issuesOf({ firstDate: '2026-11-24', timeZone: 'Pacific/Kiritimati' })).toHaveProperty('firstDate');
  });

  it('describes its dates before the rest is complete', () => {
    const incomplete = { ...FORM, title: '', reason: '' };
    expect(readSchedule(incomplete, RULE_CALENDARS)).toMatchObject({ firstDate: '2026-11-24', maxCount: 12 });
    expect(readSchedule({ ...FORM, maxCount: '0' }, RULE_CALENDARS)).toBeUndefined();
  });

  it('sends the bank days that it shows in place of the calendar that was chosen', () => {
    const form = { ...FORM, calendar: 'T2', firstDate: '2027-01-31', lastDate: '2027-02-28' };
    const moved = { '2027-01-31': '2027-01-29', '2027-02-28': '2027-02-26' };
    const bankDays = { calendar: 'T2', adjust: 'before', moved, skipped: {} };
    const { data } = createOrderFormSchema(NOW, RULE_CALENDARS).safeParse(form);
    expect(data).toEqual({ ...SENT, firstDate: '2027-01-31', lastDate: '2027-02-28', maxCount: 12, bankDays });
    expect(readSchedule(form, RULE_CALENDARS)?.bankDays).toEqual(bankDays);
  });

  it('refuses a first date that moves into the past, and dates that are all skipped', () => {
    const sunday = { calendar: 'T2', firstDate: '2026-11-29' };
    // Friday ends at midnight of the plan's zone, an hour after that of Berlin.
    expect(issueAt('2026-11-27T23:59:59Z', sunday)).toBeUndefined();
    expect(issueAt('2026-11-28T00:00:00Z', sunday)).toBe(
      'The first date moves to 2026-11-27, which is over. Enter a later date.',
    );
    expect(issueAt('2026-11-27T23:30:00Z', { ...sunday, timeZone: 'Europe/Berlin' })).toContain('which is over');
    expect(issueAt('2026-11-28T00:00:00Z', { ...sunday, adjust: 'after' })).toBeUndefined();
    expect(issueAt('2026-11-28T00:00:00Z', { ...sunday, adjust: 'skip' })).toContain('Every date would be skipped');
  });
});
