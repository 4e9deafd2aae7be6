import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Lines, LinesResult } from '@/scripts/audit/verify-lines';

const MAX_THREADS = 4;

/** Threads that verify lines side by side. */
interface Verifiers {
  verify: (lines: Lines) => Promise<LinesResult>;
  end: () => Promise<unknown>;
}

/** Starts as many threads as the machine has processors, at most four, each of which verifies lines in turn. */
export function createVerifiers(): Verifiers {
  const threads = Array.from({ length: Math.min(MAX_THREADS, availableParallelism()) }, startThread);
  let turn = 0;
  return {
    verify(lines) {
      turn += 1;
      return threads[turn % threads.length]?.verify(lines) ?? Promise.reject(new Error('there is no thread'));
    },
    end: () => Promise.all(threads.map(({ worker }) => worker.terminate())),
  };
}

function startThread() {
  const worker = new Worker(new URL('./verify-thread.mjs', import.meta.url), { execArgv: [] });
  // Answers come in the order of the questions.
  const waiting: { resolve: (result: LinesResult) => void; reject: (error: Error) => void }[] = [];
  worker.on('message', (result: LinesResult) => waiting.shift()?.resolve(result));
  worker.on('error', (error: Error) => {
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  const verify = ({ bytes, ...lines }: Lines) =>
    new Promise<LinesResult>((resolve, reject) => {
      waiting.push({ resolve, reject });
      // A copy that is handed over: the bytes may be part of a larger buffer.
      const own = Uint8Array.from(bytes);
      worker.postMessage({ ...lines, bytes: own }, [own.buffer]);
    });
  return { worker, verify };
}
