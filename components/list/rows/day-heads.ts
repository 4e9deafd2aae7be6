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
export function useDayHeads<Row extends object>(
  rows: readonly (Row | undefined)[],
  start: number,
  timeOf: ((row: Row) => string | undefined) | undefined,
): (index: number) => string | undefined {
  const today = useToday();
  const zone = zoneOfPage(today !== undefined);
  const dayOf = useMemo(() => timeOf && rememberDays(zone, timeOf), [zone, timeOf]);
  return useMemo(() => {
    if (!dayOf) return NONE;
    const heads = new Map<number, string>();
    let last: string | undefined;
    rows.forEach((row, offset) => {
      const day = row && dayOf(row);
      if (day === undefined || day === '' || day === last) return;
      heads.set(start + offset, describeDay(day, today));
      last = day;
    });
    return (index: number) => heads.get(index);
  }, [rows, start, dayOf, today]);
}

/** Gives the day of a row, found once: each page that is read comes to all rows before it. Empty for no day. */
function rememberDays<Row extends object>(zone: string | undefined, timeOf: (row: Row) => string | undefined) {
  const known = new WeakMap<Row, string>();
  return (row: Row) => {
    const found = known.get(row);
    if (found !== undefined) return found;
    const date = new Date(timeOf(row) ?? Number.NaN);
    const day = Number.isNaN(date.getTime()) ? '' : dayIn(zone, date);
    known.set(row, day);
    return day;
  };
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
