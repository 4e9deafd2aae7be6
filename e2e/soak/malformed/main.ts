// npm run soak -- malformed -- [--count N] [--seed N]
// Sends malformed requests of every kind to a real console, as signed-in people. Prints the answers to each kind.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { signInEveryone } from '@/e2e/access-control/people';
import { createWorld } from '@/e2e/access-control/world';
import { measureLiveMemory } from '@/e2e/soak/malformed/live-memory';
import { runMalformed } from '@/e2e/soak/malformed/run';
import { startStack, stopStack } from '@/e2e/stack/set-up';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';

const { values } = parseArgs({ options: { count: { type: 'string', default: '20000' }, seed: { type: 'string' } } });
const count = Number(values.count);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
// Compares the memory after each quarter of the requests.
const QUARTERS = 4;
const MAX_GROWTH = 0.2;
const MAX_SHOWN = 40;

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
  const people = await signInEveryone(stack);
  const world = await createWorld(people);
  const memory: number[] = [];
  const checkpoint = {
    every: Math.ceil(count / QUARTERS),
    run: async () => void memory.push(await measureLiveMemory(`http://${inspector}`)),
  };
  const { answers, slowestMs, problems } = await runMalformed({
    consoleUrl,
    people,
    world,
    seed,
    count,
    checkpoint,
    onProgress: printProgress,
  });

  const rows = [...answers].toSorted(([one], [other]) => one.localeCompare(other));
  console.table(
    Object.fromEntries(
      rows.map(([kind, byStatus]) => [
        kind,
        { ...Object.fromEntries(byStatus), 'slowest (ms)': Math.round(slowestMs.get(kind) ?? 0) },
      ]),
    ),
  );
  const [first = 0] = memory;
  const growth = (memory.at(-1) ?? 0) / first - 1;
  console.log(`Live memory after each quarter: ${memory.map(mb).join(', ')} (${(growth * 100).toFixed(1)} %)`);
  const live = await fetch(`${consoleUrl}/api/health/live`, { signal: AbortSignal.timeout(1_000) });
  if (live.status !== 200) problems.push(`the console is not live afterwards: ${live.status}`);
  if (growth > MAX_GROWTH) problems.push(`memory grew by more than ${MAX_GROWTH * 100} %`);
  for (const line of [...problems.slice(0, MAX_SHOWN), ...listErrors(path.join(dataDir, 'console.log'))])
    console.error(line);
  console.log(`${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await Promise.all(stacks.map(stopStack));
}

function mb(bytes: number): string {
  return `${Math.round(bytes / 1_048_576)} MB`;
}

/** Lists the errors in the console's log, each kind once with its count. */
function listErrors(logFile: string): string[] {
  const errors = new Map<string, number>();
  for (const line of readFileSync(logFile, 'utf8')
    .split('\n')
    .filter((text) => text.includes('"msg":"request failed"'))) {
    const { route, kind, err } = JSON.parse(line) as { route: string; kind: string; err?: { message: string } };
    const description = `${kind} of ${route}: ${err?.message}`;
    errors.set(description, (errors.get(description) ?? 0) + 1);
  }
  return [...errors].map(([description, times]) => `${times} × ${description}`);
}

function printProgress(done: number): void {
  if (done % 1_000 === 0) process.stderr.write(`${done}\n`);
}
