import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { StackAddresses } from '@/e2e/stack/addresses';

const STOP_TIMEOUT_MS = 30_000;

/** Starts the stack for a whole run and tells the tests where it is; answers what stops it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const args = ['--conditions=react-server', 'scripts/run.mjs', 'e2e/stack/main.ts'];
  // A group of its own: a Ctrl-C at the terminal is the runner's, and the stack stops when its input ends.
  const stack = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const addresses = await readAddresses(stack);
  process.env.E2E_CONSOLE_URL = addresses.consoleUrl;
  process.env.E2E_SANDBOX_URL = addresses.sandboxUrl;
  process.env.E2E_DATABASE_URL = addresses.databaseUrl;
  process.env.E2E_DATA_DIR = addresses.dataDir;
  return async () => {
    if (stack.exitCode !== null || stack.signalCode !== null) return;
    const ended = once(stack, 'exit');
    stack.stdin?.end();
    const insist = setTimeout(() => stack.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(insist);
  };
}

/** The stack's first line that is JSON; what it says besides goes on to the terminal. */
async function readAddresses(stack: ChildProcess): Promise<StackAddresses> {
  if (!stack.stdout) throw new Error('The stack has no output.');
  for await (const line of createInterface({ input: stack.stdout })) {
    if (line.startsWith('{')) return JSON.parse(line) as StackAddresses;
    console.log(line);
  }
  throw new Error('The stack of the browser tests did not start; what it said is above.');
}
