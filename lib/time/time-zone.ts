import { addDays, firstMomentOf } from '@/lib/time/first-moment';

// Creating a format is the slow part, and finding the first moment of a day needs one many times.
const formats = new Map<string, Intl.DateTimeFormat>();
const MAX_FORMATS = 50;

/** Tells whether a text names a time zone that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return formatOf(zone).format(0) !== '';
  } catch {
    return false;
  }
}

/** Gives the day in a zone (an IANA name; undefined: this machine's) at a moment, such as "2026-11-21". */
export function dayIn(zone: string | undefined, moment: Date): string {
  if (zone === undefined) {
    const [month, day] = [moment.getMonth() + 1, moment.getDate()].map((part) => part.toString().padStart(2, '0'));
    return `${moment.getFullYear().toString().padStart(4, '0')}-${month}-${day}`;
  }
  const parts = formatOf(zone).formatToParts(moment);
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${read('year').padStart(4, '0')}-${read('month')}-${read('day')}`;
}

/**
 * Gives the first moment of a day in a zone, and of the day after it, so that `from <= time < to` is the whole day.
 * Both follow the changes of the clocks (docs/decisions/0033-one-rule-for-time-zones.md).
 */
export function boundsOfDay(zone: string, day: string): { from: Date; to: Date } {
  const dayAt = (moment: Date) => dayIn(zone, moment);
  return { from: firstMomentOf(day, dayAt), to: firstMomentOf(addDays(day, 1), dayAt) };
}

/**
 * Gives the time of day in a zone (undefined: this machine's) at a moment, such as "10:43:12", and the offset of the
 * zone then, such as "+01:00".
 */
export function clockIn(zone: string | undefined, moment: Date): { time: string; offset: string } {
  if (zone === undefined) {
    const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':');
    const minutes = -moment.getTimezoneOffset();
    const size = Math.abs(minutes);
    return { time, offset: `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}` };
  }
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' }).format(
    moment,
  );
  const name = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return { time, offset: /[+-]\d\d:\d\d/.exec(name ?? '')?.[0] ?? '+00:00' };
}

const two = (number: number) => String(number).padStart(2, '0');

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // People choose the zone, so their number is bounded.
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(zone, format);
  return format;
}
