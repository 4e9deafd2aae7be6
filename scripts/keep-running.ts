import type { Part } from '@/scripts/stack/part';
import { listenForStop, Stopped, untilAborted } from '@/scripts/stack/stop-signal';

interface Running {
  /** Resolves with the first part that ends by itself. */
  broken: Promise<Part>;
  stop: () => Promise<void>;
}

/**
 * Starts something, announces it, and keeps it up until a signal comes or a part of it ends; leaves nothing running.
 */
export async function keepRunning<Started extends Running>(
  start: (signal: AbortSignal) => Promise<Started>,
  announceReady: (started: Started) => void,
): Promise<void> {
  const signal = listenForStop();
  let started: Started | undefined;
  try {
    started = await start(signal);
    announceReady(started);
    const broken = await Promise.race([untilAborted(signal), started.broken]);
    if (broken && !signal.aborted) throw new Error(`${broken.name} ended unexpectedly.\n${broken.tail()}`);
    console.log('\nStopping ...');
  } catch (error) {
    if (!(error instanceof Stopped)) {
      console.error(`\n${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  } finally {
    await started?.stop();
  }
}
