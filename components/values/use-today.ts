'use client';

import { useSyncExternalStore } from 'react';
import { deskFormat } from '@/lib/text/locale';
import { dayIn } from '@/lib/time/time-zone';

const LOOK_EVERY_MS = 30_000;
const readers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let today = '';

const readToday = () => dayIn(deskFormat().timeZone, new Date());

function subscribe(reader: () => void): () => void {
  readers.add(reader);
  timer ??= setInterval(() => {
    const day = readToday();
    if (day === today) return;
    today = day;
    for (const read of readers) read();
  }, LOOK_EVERY_MS);
  return () => {
    readers.delete(reader);
    if (readers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Returns the reader's day (2026-11-27), and undefined on the server and during hydration. What is shown as "today"
 * follows a page that stays open over midnight.
 */
export function useToday(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => (timer === undefined || today === '' ? (today = readToday()) : today),
    () => undefined,
  );
}
