'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns false on the server and during hydration, and true afterwards. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Tells whether the keyboard is a Mac’s; false on the server and during hydration. */
export function useIsOnMac(): boolean {
  return useIsInBrowser() && /Mac|iP(?:hone|ad)/.test(navigator.userAgent);
}
