import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Settles like `work`, or like `onTimeout` if the work takes longer than `timeoutMs`. The signal passed to `work`
 * aborts as soon as either has settled.
 */
export async function withTimeout<Value, Late>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
  onTimeout: () => Late,
): Promise<Value | Late> {
  const ended = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: ended.signal, ref: false }).then(onTimeout);
  try {
    return await Promise.race([work(ended.signal), late]);
  } finally {
    ended.abort();
  }
}
