'use client';

import { useCallback, useEffect, useRef } from 'react';
import { MAX_SHOWN_MS } from '@/lib/requests/haste';

/** Returns a function that gives for how long what `key` names has been shown, in milliseconds. */
export function useShownTime(key: string): () => number {
  const shown = useRef({ key: '', sinceMs: 0 });
  useEffect(() => {
    if (shown.current.key !== key) shown.current = { key, sinceMs: performance.now() };
  }, [key]);
  return useCallback(() => Math.min(Math.round(performance.now() - shown.current.sinceMs), MAX_SHOWN_MS), []);
}
