import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';

const STOP_TIMEOUT_MS = 10_000;
const alive = new Set<ChildProcess>();

// The last resort when this process ends without having stopped its parts: sending a signal needs no event loop.
process.on('exit', () => alive.forEach((child) => signalGroup(child, 'SIGKILL')));

/** A process that was started here, with everything that it starts in turn. */
export interface Part {
  name: string;
  /** Resolves when it has ended, whatever the reason. */
  ended: Promise<number | null>;
  hasEnded: () => boolean;
  /** The end of what it wrote, or nothing where that went to the terminal. */
  tail: () => string;
  /** Sends a signal to it and to what it started in its group. */
  signal: (sent: NodeJS.Signals) => void;
  /** Asks it to end, insists after ten seconds, and answers once nothing of it is left. */
  stop: () => Promise<void>;
}

export interface PartOptions {
  env?: Record<string, string | undefined> | undefined;
  /** A file that takes everything it writes; without one, the terminal. */
  logFile?: string | undefined;
  stopSignal?: NodeJS.Signals;
  uid?: number | undefined;
  gid?: number | undefined;
}

/**
 * Starts a process in a group of its own. So a Ctrl-C at the terminal reaches only this process, which then stops
 * its parts in order, and stopping a part ends its children too.
 */
export function startPart(name: string, command: string, args: string[], options: PartOptions = {}): Part {
  const { env = process.env, logFile, stopSignal = 'SIGTERM', uid, gid } = options;
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

  let isOver = false;
  const ended = new Promise<number | null>((resolve) => {
    const settle = (code: number | null) => {
      // A leader may end before its children.
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
    // The group is gone already.
  }
}
