import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { FullConfig } from '@playwright/test';
import { type StackAddresses, STACKS } from '@/e2e/stack/addresses';
import { takeKeptStacks } from '@/e2e/stack/kept-stacks';

const STOP_TIMEOUT_MS = 30_000;

/**
 * Gives each worker of a run a stack: those of `npm run stack:test` where they are up, else new ones. Returns what
 * gives them back or stops them.
 */
export default async function setUp({ workers }: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
  const taken = await takeKeptStacks();
  if (taken && taken.stacks.length >= workers) {
    process.env[STACKS] = JSON.stringify(taken.stacks);
    return taken.release;
  }
  await taken?.release();
  const stacks: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(stacks.map(stopStack));
  };
  try {
    const starting = Array.from({ length: workers }, () => startStack(stacks));
    process.env[STACKS] = JSON.stringify(await Promise.all(starting));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts a stack with additional environment variables of the console, under a name of this machine. The process is
 * added to `stacks` before the stack is ready.
 */
export async function startStack(
  stacks: ChildProcess[],
  consoleEnv: Record<string, string> = {},
  { consoleHost = '127.0.0.1' }: { consoleHost?: 'localhost' | '127.0.0.1' } = {},
): Promise<StackAddresses> {
  const given = [JSON.stringify(consoleEnv), consoleHost];
  const args = ['--conditions=react-server', 'scripts/run.mjs', 'e2e/stack/main.ts', ...given];
  // In a group of its own: Ctrl-C in the terminal reaches the runner, and the stack stops when its input ends.
  const stack = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  stacks.push(stack);
  return readAddresses(stack);
}

export async function stopStack(stack: ChildProcess): Promise<void> {
  if (stack.exitCode !== null || stack.signalCode !== null) return;
  const ended = once(stack, 'exit');
  stack.stdin?.end();
  const insist = setTimeout(() => stack.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(insist);
}

/** Returns the addresses in the stack's first line of JSON; prints every other line. */
async function readAddresses(stack: ChildProcess): Promise<StackAddresses> {
  if (!stack.stdout) throw new Error('The stack has no output.');
  for await (const line of createInterface({ input: stack.stdout })) {
    if (line.startsWith('{')) return JSON.parse(line) as StackAddresses;
    console.log(line);
  }
  throw new Error('The stack of the browser tests did not start; what it said is above.');
}
