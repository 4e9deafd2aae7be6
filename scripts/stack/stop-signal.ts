/**
 * Returns a signal that aborts at the first request to stop: Ctrl-C, a signal, a closed terminal. Further requests
 * change nothing, because stopping is bounded in time and must not be cut off.
 */
export function listenForStop(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => controller.abort(new Stopped()));
  return controller.signal;
}

/** The reason of an abort by request; not a failure. */
export class Stopped extends Error {
  constructor() {
    super('Stopped.');
    this.name = 'Stopped';
  }
}

/** Resolves when the signal aborts. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
