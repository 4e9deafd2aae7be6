import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '@/scripts/stack/part';

const READY_TIMEOUT_MS = 90_000;

/**
 * Waits until a part answers. Throws an error with the part's output if it ends or takes too long, and if the signal
 * aborts.
 */
export async function waitUntilReady(part: Part, isReady: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await isReady().catch(() => false))) {
    signal?.throwIfAborted();
    if (part.hasEnded()) throw new Error(`${part.name} ended while it was starting.\n${part.tail()}`);
    if (performance.now() > deadline)
      throw new Error(`${part.name} was not ready within ${READY_TIMEOUT_MS / 1000} s.\n${part.tail()}`);
    await sleep(50);
  }
}

/** Returns whether an address answers 200. */
export async function answersOk(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  await response.arrayBuffer();
  return response.status === 200;
}
