import { lazy } from 'react';

const load = () => import('@/app/(console)/transfers/_details/details-pane');

/** What shows a transfer beside the list. The list is there before it is needed. */
export const DetailsBeside = lazy(load);

/** Loads it before one is opened. */
export function preloadDetails(): void {
  void load();
}
