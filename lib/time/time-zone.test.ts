import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '@/lib/time/first-moment';
import { boundsOfDay, dayIn, isTimeZone } from '@/lib/time/time-zone';

const HOUR_MS = 3_600_000;
const lengthOf = (zone: string, day: string) => {
  const { from, to } = boundsOfDay(zone, day);
  return (to.getTime() - from.getTime()) / HOUR_MS;
};
const startOf = (zone: string, day: string) => boundsOfDay(zone, day).from.toISOString();

describe('boundsOfDay', () => {
  it('begins at midnight of the zone', () => {
    expect(startOf('UTC', '2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
    expect(startOf('Europe/Berlin', '2026-11-21')).toBe('2026-11-20T23:00:00.000Z');
    expect(startOf('Asia/Kathmandu', '2026-11-21')).toBe('2026-11-20T18:15:00.000Z');
    expect(startOf('Pacific/Kiritimati', '2026-01-01')).toBe('2025-12-31T10:00:00.000Z');
    expect(startOf('Pacific/Pago_Pago', '2026-01-01')).toBe('2026-01-01T11:00:00.000Z');
  });

  it('follows the clocks: a day has 23 hours when they go forward, and 25 when they go back', () => {
    expect(lengthOf('Europe/Berlin', '2026-03-29')).toBe(23);
    expect(lengthOf('Europe/Berlin', '2026-10-25')).toBe(25);
    expect(lengthOf('America/New_York', '2026-03-08')).toBe(23);
    expect(lengthOf('Australia/Lord_Howe', '2026-04-05')).toBe(24.5);
  });

  it('begins at one where the clocks skip midnight, and at the second midnight where they repeat it', () => {
    expect(startOf('America/Santiago', '2024-09-08')).toBe('2024-09-08T04:00:00.000Z');
    expect(lengthOf('America/Santiago', '2024-09-08')).toBe(23);
    expect(lengthOf('America/Santiago', '2024-04-06')).toBe(25);
  });

  it('reads years of one and of five digits, as a date field gives them', () => {
    expect(startOf('UTC', '0099-03-01')).toBe('0099-03-01T00:00:00.000Z');
    expect(boundsOfDay('Europe/Berlin', '9999-12-31').to.toISOString()).toBe('9999-12-31T23:00:00.000Z');
    expect(lengthOf('UTC', '12345-02-28')).toBe(24);
    expect(Number.isNaN(boundsOfDay('UTC', '').from.getTime())).toBe(true);
  });

  it('gives nothing of a day that a zone left out', () => {
    expect(lengthOf('Pacific/Apia', '2011-12-30')).toBe(0);
  });

  it('holds exactly the moments of its day, without a gap or an overlap', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Chatham', 'Africa/Cairo'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2037-12-31'), noInvalidDate: true }),
        (zone, moment) => {
          const day = dayIn(zone, moment);
          const { from, to } = boundsOfDay(zone, day);
          expect(from <= moment && moment < to).toBe(true);
          expect(dayIn(zone, new Date(from.getTime() - 1)) < day).toBe(true);
          expect(boundsOfDay(zone, addDays(day, 1)).from).toEqual(to);
        },
      ),
    );
  });
});

describe('dayIn', () => {
  it('is the day that the clocks of the zone show', () => {
    const moment = new Date('2026-11-21T23:30:00Z');
    expect(dayIn('UTC', moment)).toBe('2026-11-21');
    expect(dayIn('Asia/Tokyo', moment)).toBe('2026-11-22');
    expect(dayIn('America/Los_Angeles', moment)).toBe('2026-11-21');
  });
});

describe('isTimeZone', () => {
  it('accepts IANA names alone', () => {
    expect(['UTC', 'Europe/Berlin'].map(isTimeZone)).toEqual([true, true]);
    expect(['', 'Mars/Base', '\0', "UTC'; --", '__proto__', 'x'.repeat(5000)].some(isTimeZone)).toBe(false);
  });
});
