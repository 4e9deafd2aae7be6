'use client';

import { useMemo } from 'react';
import { useToday } from '@/components/values/use-today';
import { formatDate, zoneOfPage } from '@/lib/text/locale';
import { addDays } from '@/lib/time/first-moment';
import { dayIn } from '@/lib/time/time-zone';

const NONE = () => undefined;

/**
 * Gives the heading above a row of a list in the order of time: its day, where the row above is of another one.
 * `timeOf`: the time of a row (ISO 8601), undefined for a row that belongs to the one above; left out for no headings.
 */
export function useDayHeads<Row>(
  rows: readonly (Row | undefined)[],
  start: number,
  timeOf: ((row: Row) => string | undefined) | undefined,
): (index: number) => string | undefined {
  const today = useToday();
  return useMemo(() => {
    if (!timeOf) return NONE;
    const zone = zoneOfPage(today !== undefined);
    const heads = new Map<number, string>();
    let last: string | undefined;
    rows.forEach((row, offset) => {
      const time = row && timeOf(row);
      const date = new Date(time ?? Number.NaN);
      if (Number.isNaN(date.getTime())) return;
      const day = dayIn(zone, date);
      if (day !== last) heads.set(start + offset, describeDay(day, today));
      last = day;
    });
    return (index: number) => heads.get(index);
  }, [rows, start, timeOf, today]);
}

// The server and the first render do not know the reader's day.
function describeDay(day: string, today: string | undefined): string {
  if (day === today) return 'Today';
  if (today !== undefined && day === addDays(today, -1)) return 'Yesterday';
  const isThisYear = day.slice(0, 4) === (today ?? day).slice(0, 4);
  return formatDate(new Date(`${day}T12:00:00Z`), {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  });
}
