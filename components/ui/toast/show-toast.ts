/** Messages that no host has shown yet, and the host that shows the next ones. */
const waiting: string[] = [];
let host: ((text: string) => void) | undefined;
let load: (() => void) | undefined;

/**
 * Shows a short message at the edge of the window for some seconds, for what happened elsewhere than where the reader
 * looks. Never for a failure, which stays on the page.
 */
export function showToast(text: string): void {
  if (host) return host(text);
  waiting.push(text);
  load?.();
}

/** Has the host loaded with the first message; returns how to end that. */
export function onFirstToast(loadHost: () => void): () => void {
  load = loadHost;
  if (waiting.length > 0) loadHost();
  return () => {
    load = undefined;
  };
}

/** Gives a host every message, and those that waited; returns how to end that. */
export function hostToasts(show: (text: string) => void): () => void {
  host = show;
  for (const text of waiting.splice(0)) show(text);
  return () => {
    host = undefined;
  };
}
