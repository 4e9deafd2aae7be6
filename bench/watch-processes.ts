import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/**
 * What `watch.mjs` reports of a process: the 95th percentile of its event loop delay, and its memory now and at most,
 * in bytes.
 */
interface Watched {
  lateMs: number;
  memory: number;
  maxMemory: number;
}

/** Watches the processes that are started with this environment. */
export function watchProcesses(directory: string) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const files = () =>
    readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => path.join(directory, name));
  return {
    env: {
      NODE_OPTIONS: `--import=${pathToFileURL(path.resolve('bench/watch.mjs')).href}`,
      BENCH_WATCH: path.resolve(directory),
    },
    /** Restarts the measurement. */
    reset: async () => {
      files().forEach((file) => rmSync(file, { force: true }));
      while (files().length === 0) await sleep(50);
    },
    /** Returns the report of the serving process, which uses most memory. */
    read: (): Watched => {
      const all = files().map((file) => JSON.parse(readFileSync(file, 'utf8')) as Watched);
      const [first] = all.toSorted((a, b) => b.memory - a.memory);
      if (!first) throw new Error('no process is being watched');
      return first;
    },
  };
}
