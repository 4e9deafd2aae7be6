import { describe, expect, it } from 'vitest';
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
};
const issuesOf = (changes: Partial<OrderForm>) => {
  const read = createOrderFormSchema(NOW).safeParse({ ...FORM, ...changes });
  return Object.fromEntries(read.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []);
};

describe('the form of a planned payment', () => {
  it('is read as it is sent', () => {
    expect(createOrderFormSchema(NOW).parse({ ...FORM, title: ' Rent ' })).toEqual({ ...FORM, maxCount: 12 });
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
    expect(readSchedule({ ...FORM, title: '', reason: '' })).toMatchObject({ firstDate: '2026-11-24', maxCount: 12 });
    expect(readSchedule({ ...FORM, maxCount: '0' })).toBeUndefined();
  });
});
