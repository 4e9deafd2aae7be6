'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The time of day to the second, in the reader's zone; the server, which does not know it, writes UTC. */
export function ClockTime({ iso }: { iso: string }) {
  const timeZone = useSyncExternalStore(
    never,
    () => undefined,
    () => 'UTC',
  );
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={iso} title={iso}>
      {date.toLocaleTimeString('en-GB', { timeZone })}
      {timeZone !== undefined && ' UTC'}
    </time>
  );
}
