import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** Starts a TypeScript program in a thread from its source, as the build compiles it for the console. */
export function startSourceThread(file: string, workerData: unknown): Worker {
  const beginning = path.resolve('scripts/testing/run-source.mjs');
  return new Worker(beginning, { argv: [file], workerData, env: {}, execArgv: [] });
}
