import { describe, expect, it } from 'vitest';
import { dueTime, isTimeZone, modeOf } from '@/lib/notifications/schedule';

const now = new Date('2026-11-23T12:34:56Z');
const BERLIN = { timeZone: 'Europe/Berlin', quietFrom: null, quietUntil: null };
const QUIET = { timeZone: 'Europe/Berlin', quietFrom: 20, quietUntil: 7 };
const due = (...[kind, options]: Parameters<typeof dueTime>) => dueTime(kind, options)?.toISOString();

const dueAs = (mode: 'at-once' | 'hourly' | 'daily' | 'off') => due('request-approved', { now, mode, hours: BERLIN });

describe('when somebody is told', () => {
  it('is at once, at the next full hour, or at eight in their morning', () => {
    expect(dueAs('at-once')).toBe('2026-11-23T12:34:56.000Z');
    expect(dueAs('hourly')).toBe('2026-11-23T13:00:00.000Z');
    expect(dueAs('daily')).toBe('2026-11-24T07:00:00.000Z');
    expect(dueAs('off')).toBeUndefined();
  });

  it.each([
    ['in the evening', '2026-11-23T21:00:00Z', '2026-11-24T06:00:00.000Z'],
    ['after midnight', '2026-11-24T01:30:00Z', '2026-11-24T06:00:00.000Z'],
    ['by day', '2026-11-24T10:00:00Z', '2026-11-24T10:00:00.000Z'],
    ['in the first quiet minute', '2026-11-23T19:00:00Z', '2026-11-24T06:00:00.000Z'],
    ['in the last one', '2026-11-24T05:59:59Z', '2026-11-24T06:00:00.000Z'],
    ['on the night that the clocks change', '2027-03-27T23:00:00Z', '2027-03-28T05:00:00.000Z'],
  ])('waits for the end of quiet hours: %s', (_when, at, expected) => {
    expect(due('approval-needed', { now: new Date(at), mode: 'at-once', hours: QUIET })).toBe(expected);
  });

  it('is also in quiet hours for a stop, an unknown outcome and an alarm', () => {
    const night = new Date('2026-11-23T23:00:00Z');
    for (const kind of ['sending-stopped', 'send-unknown', 'alarm'] as const)
      expect(due(kind, { now: night, mode: 'at-once', hours: QUIET })).toBe(night.toISOString());
  });

  it('takes quiet hours within one day', () => {
    const noon = { timeZone: 'UTC', quietFrom: 12, quietUntil: 14 };
    expect(due('request-approved', { now, mode: 'at-once', hours: noon })).toBe('2026-11-23T14:00:00.000Z');
  });
});

it('what waits for a person and alarms cannot be switched off', () => {
  expect(modeOf('approval-needed', 'off')).toBe('at-once');
  expect(modeOf('alarm', 'off')).toBe('at-once');
  expect(modeOf('approval-needed', 'daily')).toBe('daily');
  expect(modeOf('request-approved', 'off')).toBe('off');
  expect(modeOf('request-approved', undefined)).toBe('at-once');
});

it.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Base', false],
  ['', false],
  ['x'.repeat(100), false],
])('knows whether %j is a time zone', (text, expected) => {
  expect(isTimeZone(text)).toBe(expected);
});
