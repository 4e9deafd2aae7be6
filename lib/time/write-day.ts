import { formatDate } from '@/lib/text/locale';

/** Writes the day of a time in UTC, such as "12 November 2026", in texts that people in several time zones read. */
export function writeDay(iso: string): string {
  return formatDate(new Date(iso), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}
