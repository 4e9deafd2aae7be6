// npm run test:malformed -- [--count N] [--seed N]
// A real console is asked by people who are signed in, in every wrong way there is. Prints how it answered each.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { signEverybodyIn } from '@/e2e/access-control/people';
import { makeWorld } from '@/e2e/access-control/world';
import { measureLiveMemory } from '@/e2e/soak/malformed/live-memory';
import { runMalformed } from '@/e2e/soak/malformed/run';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';

const { values } = parseArgs({ options: { count: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
const count = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
// What a process holds that has seen everything once, and one that has seen it four times.
const QUARTERS = 4;
const MOST_GROWTH = 0.2;
const MOST_SHOWN = 40;

console.log(`${count} requests, seed ${seed}`);
await buildIfStale();
const stacks: ChildProcess[] = [];
try {
  const inspector = `127.0.0.1:${await findFreePort()}`;
  const stack = await startStack(stacks, {
    CONSOLE_LIMITS: 'wide',
    CONSOLE_WORKERS: 'off',
    NODE_OPTIONS: `--inspect=${inspector}`,
  });
  const { consoleUrl, dataDir } = stack;
  const people = await signEverybodyIn(stack);
  const world = await makeWorld(people);
  const held: number[] = [];
  const look = {
    every: Math.ceil(count / QUARTERS),
    at: async () => void held.push(await measureLiveMemory(`http://${inspector}`)),
  };
  const { answers, slowestMs, wrong } = await runMalformed({ consoleUrl, people, world, seed, count, look, tell });

  const rows = [...answers].toSorted(([one], [other]) => one.localeCompare(other));
  console.table(
    Object.fromEntries(
      rows.map(([kind, byStatus]) => [
        kind,
        { ...Object.fromEntries(byStatus), 'slowest (ms)': Math.round(slowestMs.get(kind) ?? 0) },
      ]),
    ),
  );
  const [first = 0] = held;
  const growth = (held.at(-1) ?? 0) / first - 1;
  console.log(`Live memory after each quarter: ${held.map(mb).join(', ')} (${(growth * 100).toFixed(1)} %)`);
  const live = await fetch(`${consoleUrl}/api/health/live`, { signal: AbortSignal.timeout(1_000) });
  if (live.status !== 200) wrong.push(`afterwards the console is not live: ${live.status}`);
  if (growth > MOST_GROWTH) wrong.push(`memory grew by more than ${MOST_GROWTH * 100} %`);
  for (const line of [...wrong.slice(0, MOST_SHOWN), ...listFaults(path.join(dataDir, 'console.log'))])
    console.error(line);
  console.log(`${wrong.length} wrong`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await Promise.all(stacks.map(stopStack));
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}

/** What the console wrote of faults, each kind once with how often. */
function listFaults(logFile: string): string[] {
  const faults = new Map<string, number>();
  for (const line of readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((text) => text.includes('a request met a fault'))) {
    const { route, kind, err } = JSON.parse(line) as { route: string; kind: string; err?: { message: string } };
    const what = `${kind} of ${route}: ${err?.message}`;
    faults.set(what, (faults.get(what) ?? 0) + 1);
  }
  return [...faults].map(([what, times]) => `${times} × ${what}`);
}

function tell(done: number): void {
  if (done % 1_000 === 0) process.stderr.write(`${done}\n`);
}
