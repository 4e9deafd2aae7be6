import { type ComponentType, lazy } from 'react';

const RETRY_MS = 5_000;

/**
 * Makes a part of a page that is loaded when it is first drawn. Where it cannot be loaded, such as without a network,
 * it is tried again and the page stays as it is: an error would take the whole page away.
 */
export function lazyWithRetry<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => loadUntilThere(load));
}

async function loadUntilThere<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return loadUntilThere(load);
  }
}
