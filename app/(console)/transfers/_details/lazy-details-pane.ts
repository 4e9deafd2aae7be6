import { lazy } from 'react';

const load = () => import('@/app/(console)/transfers/_details/details-pane');

/** The details pane, loaded when a transfer is first opened. */
export const DetailsPane = lazy(load);

/** Loads the details pane before a transfer is opened. */
export function preloadDetails(): void {
  void load();
}
