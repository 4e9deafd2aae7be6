import { formatDate } from '@/lib/text/locale';

/** Writes the day of a time in UTC, such as "12 Nov 2026", in texts that people in several time zones read. */
export function writeDay(iso: string): string {
  return formatDate(new Date(iso), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
}

const MOMENT = {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
} as const;

/** Writes a time with its zone, such as "12 Nov 2026, 10:00:00 UTC"; gives a text that is no time unchanged. */
export function writeMoment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${formatDate(date, MOMENT)} UTC`;
}
