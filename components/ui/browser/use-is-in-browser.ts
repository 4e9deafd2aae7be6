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
