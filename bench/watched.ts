import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** What `watch.mjs` says of a process: 95th percentile of the lateness of its event loop, memory now and at most (bytes). */
interface Watched {
  lateMs: number;
  memory: number;
  mostMemory: number;
}

/** Watches the processes that get this environment. */
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
    /** Begins anew. */
    reset: async () => {
      files().forEach((file) => rmSync(file, { force: true }));
      while (files().length === 0) await sleep(50);
    },
    /** Of the one that serves, which takes most. */
    read: (): Watched => {
      const all = files().map((file) => JSON.parse(readFileSync(file, 'utf8')) as Watched);
      const [first] = all.toSorted((a, b) => b.memory - a.memory);
      if (!first) throw new Error('No process is watched.');
      return first;
    },
  };
}
