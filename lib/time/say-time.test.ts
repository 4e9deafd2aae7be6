import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { setDeskFormat } from '@/lib/text/locale';
import { sayTime, writeExactTime } from '@/lib/time/say-time';
import { boundsOfDay, dayIn } from '@/lib/time/time-zone';

const say = (time: string, now: string, zone = 'UTC', detail = {}) =>
  sayTime(new Date(time), zone, new Date(now), detail);

afterEach(() => setDeskFormat({ locale: 'en-GB', timeZone: undefined }));

describe('sayTime', () => {
  it.each([
    ['2026-11-27T10:43:12Z', 'today 10:43', 'today 10:43', 'today 10:43:12'],
    ['2026-11-26T16:02:00Z', 'yesterday 16:02', 'yesterday 16:02', 'yesterday 16:02:00'],
    ['2026-11-28T09:00:00Z', 'tomorrow 09:00', 'tomorrow 09:00', 'tomorrow 09:00:00'],
    ['2026-11-09T09:00:00Z', '9 Nov', '9 Nov 09:00', '9 Nov 09:00:00'],
    ['2025-11-27T10:43:00Z', '27 Nov 2025', '27 Nov 2025', '27 Nov 2025 10:43:00'],
  ])('says %s as %s, %s with its time, and %s with seconds', (time, plain, withTime, withSeconds) => {
    const now = '2026-11-27T23:59:00Z';
    expect(say(time, now)).toBe(plain);
    expect(say(time, now, 'UTC', { withTime: true })).toBe(withTime);
    expect(say(time, now, 'UTC', { withSeconds: true })).toBe(withSeconds);
  });

  it('counts days in the zone, over the end of a year and where the clocks change', () => {
    expect(say('2026-12-31T23:30:00Z', '2027-01-01T00:10:00Z')).toBe('yesterday 23:30');
    expect(say('2026-12-31T23:30:00Z', '2027-01-01T00:10:00Z', 'Europe/Berlin')).toBe('today 00:30');
    expect(say('2026-12-30T12:00:00Z', '2027-01-01T00:10:00Z')).toBe('30 Dec 2026');
    // A day of 25 hours, and one of 23.
    expect(say('2026-10-24T22:30:00Z', '2026-10-25T22:30:00Z', 'Europe/Berlin')).toBe('today 00:30');
    expect(say('2026-03-28T23:30:00Z', '2026-03-29T22:30:00Z', 'Europe/Berlin')).toBe('yesterday 00:30');
  });

  it('says today for every moment of a day, in every zone, and for no other', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Australia/Lord_Howe'),
        (now, zone) => {
          const { from, to } = boundsOfDay(zone, dayIn(zone, now));
          expect(sayTime(from, zone, now)).toMatch(/^today /);
          expect(sayTime(new Date(to.getTime() - 1), zone, now)).toMatch(/^today /);
          expect(sayTime(new Date(from.getTime() - 1), zone, now)).toMatch(/^yesterday /);
          expect(sayTime(to, zone, now)).toMatch(/^tomorrow /);
        },
      ),
    );
  });
});

it('an exact time has its offset, in the formats of the desk', () => {
  const date = new Date('2026-07-01T10:43:12Z');
  expect(writeExactTime(date, 'Asia/Kathmandu')).toBe('1 Jul 2026, 16:28:12 GMT+5:45');
  setDeskFormat({ locale: 'en-US', timeZone: 'America/New_York' });
  expect(writeExactTime(date, undefined)).toMatch(/^Jul 1, 2026, 06:43:12\sAM EDT$/);
});
