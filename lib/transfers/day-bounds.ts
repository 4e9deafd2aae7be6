// A day of an address is the reader's, so that it holds what the list shows under it; with its offset, so that the same
// address shows the same to a colleague elsewhere.

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The first moment of a day of the reader's zone (2026-11-21) as an instant with its offset. */
export function startOfDay(day: string): string {
  return `${day}T00:00:00${offsetAt(new Date(`${day}T00:00:00`))}`;
}

/** The last moment of a day of the reader's zone. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999999${offsetAt(new Date(`${day}T23:59:59`))}`;
}

/** The day of the reader's zone at a moment, `days` days later (or earlier, where negative). */
export function dayAt(moment: Date, days = 0): string {
  const date = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + days);
  return [date.getFullYear().toString().padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-');
}

/** The day that a bound of a range stands for in the reader's zone; empty where there is none. */
export function dayOfBound(bound: string | undefined): string {
  if (bound === undefined || DAY.test(bound)) return bound ?? '';
  return dayAt(new Date(bound));
}

/** A bound of a range in words: its day, and its time of day where it is not the first or the last of it. */
export function describeBound(bound: string, zone?: 'UTC'): string {
  const date = new Date(bound);
  const day = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: DAY.test(bound) ? 'UTC' : zone,
  });
  const time = date.toLocaleTimeString('en-GB', { timeZone: zone });
  return DAY.test(bound) || time === '00:00:00' || time === '23:59:59' ? day : `${day} ${time.slice(0, 5)}`;
}

function offsetAt(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
