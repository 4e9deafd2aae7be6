import 'server-only';
import { Worker } from 'node:worker_threads';
import type { Replay, ReplayBatch, ReplayedRules } from '@/lib/policy/replay/replay';

// A replay holds one batch and its counts; a fault that grows ends its thread, not the process.
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 };

/** A replay that runs in a thread. Its promises reject once the thread has failed or the signal aborts. */
export interface ReplayThread {
  add: (batch: ReplayBatch) => Promise<void>;
  finish: () => Promise<Replay>;
  end: () => Promise<void>;
}

/**
 * Starts a replay in a thread of its own, which gets no environment. The build compiles the program of the thread,
 * since its address is here; `createThread` takes another way to start it.
 */
export function startReplay(
  rules: ReplayedRules,
  signal: AbortSignal,
  createThread: (workerData: ReplayedRules) => Worker = createBuiltThread,
): ReplayThread {
  const worker = createThread(rules);
  let answer: { resolve: (value: unknown) => void; reject: (reason: unknown) => void } | undefined;
  let failure: { reason: unknown } | undefined;
  const failWith = (reason: unknown) => {
    failure ??= { reason };
    answer?.reject(reason);
  };
  const abort = () => failWith(signal.reason);
  worker.on('message', (value: unknown) => answer?.resolve(value));
  worker.on('error', failWith);
  worker.on('exit', (code) => failWith(new Error(`the thread of a replay ended with code ${code}`)));
  signal.addEventListener('abort', abort, { once: true });
  const ask = (message: ReplayBatch | null) =>
    new Promise<unknown>((resolve, reject) => {
      answer = { resolve, reject };
      if (failure) reject(failure.reason);
      else worker.postMessage(message, []);
    });
  return {
    add: async (batch) => void (await ask(batch)),
    finish: async () => (await ask(null)) as Replay,
    end: async () => {
      signal.removeEventListener('abort', abort);
      await worker.terminate();
    },
  };
}

function createBuiltThread(workerData: ReplayedRules): Worker {
  return new Worker(new URL('../../../policy/replay/replay-thread.ts', import.meta.url), {
    workerData,
    env: {},
    execArgv: [],
    resourceLimits: MEMORY,
  });
}
