import { listenForStop, Stopped, untilAborted } from '@/scripts/stack/stop-signal';
import type { Stack } from '@/scripts/stack/stack';

/** Starts a stack, says so, and keeps it up until somebody stops it or a part of it breaks; leaves nothing running. */
export async function keepRunning(
  start: (signal: AbortSignal) => Promise<Stack>,
  sayReady: (stack: Stack) => void,
): Promise<void> {
  const signal = listenForStop();
  let stack: Stack | undefined;
  try {
    stack = await start(signal);
    sayReady(stack);
    const broken = await Promise.race([untilAborted(signal), stack.broken]);
    if (broken && !signal.aborted) throw new Error(`${broken.name} ended unexpectedly.\n${broken.tail()}`);
    console.log('\nStopping ...');
  } catch (error) {
    if (!(error instanceof Stopped)) {
      console.error(`\n${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  } finally {
    await stack?.stop();
  }
}
