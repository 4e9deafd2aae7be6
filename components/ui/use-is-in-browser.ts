'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and in the first render that must match it; true from then on. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
