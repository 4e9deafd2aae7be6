import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';

const STOP_TIMEOUT_MS = 10_000;
const alive = new Set<ChildProcess>();

// The last resort if this process ends without stopping its parts: sending a signal needs no event loop.
process.on('exit', () => alive.forEach((child) => signalGroup(child, 'SIGKILL')));

/** A process of the stack with all its child processes. */
export interface Part {
  name: string;
  /** Resolves with the exit code when the process has ended; null if a signal ended it. */
  ended: Promise<number | null>;
  hasEnded: () => boolean;
  /** Returns the last lines of the output, or nothing if the output goes to the terminal. */
  tail: () => string;
  /** Sends a signal to the process and its group. */
  signal: (sent: NodeJS.Signals) => void;
  /** Asks the process to end, kills it after ten seconds, and resolves when it has ended. */
  stop: () => Promise<void>;
}

export interface PartOptions {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string | undefined> | undefined;
  /** File for all output; the terminal by default. */
  logFile?: string | undefined;
  stopSignal?: NodeJS.Signals;
  /** The niceness of the process and of what it starts: 10 for what takes idle time only. */
  niceness?: number | undefined;
  uid?: number | undefined;
  gid?: number | undefined;
}

/**
 * Starts a process in a group of its own. So Ctrl-C in the terminal reaches only this program, which then stops its
 * parts in order, and stopping a part ends its children too.
 */
export function startPart(options: PartOptions): Part {
  const { name, command, args, env = process.env, logFile, stopSignal = 'SIGTERM', niceness, uid, gid } = options;
  if (logFile) mkdirSync(path.dirname(logFile), { recursive: true });
  const output = logFile ? openSync(logFile, 'w') : 'inherit';
  const child = spawn(command, args, {
    detached: true,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', output, output],
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  if (typeof output === 'number') closeSync(output);
  alive.add(child);
  if (niceness !== undefined && child.pid !== undefined) setPriority(child.pid, niceness);

  let isOver = false;
  const ended = new Promise<number | null>((resolve) => {
    const settle = (code: number | null) => {
      // A process may end before its children.
      signalGroup(child, 'SIGKILL');
      alive.delete(child);
      isOver = true;
      resolve(code);
    };
    child.once('exit', settle);
    child.once('error', () => settle(null));
  });
  return {
    name,
    ended,
    hasEnded: () => isOver,
    tail: () => (logFile ? readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-15).join('\n') : ''),
    signal: (sent) => signalGroup(child, sent),
    stop: async () => {
      if (isOver) return;
      signalGroup(child, stopSignal);
      const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(insist);
    },
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // The group has ended already.
  }
}
