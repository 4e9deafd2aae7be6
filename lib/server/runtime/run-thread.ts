import 'server-only';
import type { ResourceLimits } from 'node:worker_threads';

interface ThreadOptions {
  data: unknown;
  /** Beyond it the thread ends, not the process. */
  memory: ResourceLimits;
  signal: AbortSignal;
}

/**
 * Runs a program in a thread of its own, which gets no environment, and returns the one message that it sends. Throws
 * if it fails; ends the thread and throws as soon as the signal aborts. Callers write the whole path: of one that is
 * put together here the build would copy every file that it may lead to, tests included.
 */
export async function runThread(file: string, { data, memory, signal }: ThreadOptions): Promise<unknown> {
  signal.throwIfAborted();
  // Not imported: the build compiles every worker that it can see, and what these load is not where the copy looks.
  const threads = process.getBuiltinModule('node:worker_threads');
  const worker = new threads.Worker(file, { workerData: data, env: {}, execArgv: [], resourceLimits: memory });
  let end = ignore;
  const answered = new Promise<unknown>((resolve, reject) => {
    end = () => reject(signal.reason as Error);
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`${file} ended with code ${code} and no answer`)));
    signal.addEventListener('abort', end, { once: true });
  });
  try {
    return await answered;
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}

function ignore(): void {}
