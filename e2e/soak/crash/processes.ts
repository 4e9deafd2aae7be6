import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkerOptions } from '@/e2e/soak/crash/worker';

/** Addresses, directory and program of a run. */
export interface Surroundings {
  /** The arguments of Node (`bundleProgram`). */
  program: readonly string[];
  consoleDatabaseUrl: string;
  serviceUrl: string;
  dataDir: string;
}

/** A process of the console that can be killed. */
export interface Killable {
  /** Resolves when the process reports that it is ready, or has ended. */
  isUp: Promise<unknown>;
  hasEnded: () => boolean;
  /** Waits at most so many milliseconds for the end of the process; returns whether it has ended. */
  endsWithin: (ms: number) => Promise<boolean>;
  kill: () => Promise<void>;
  /** Lets a process go on that paused itself (SIGSTOP). */
  resume: () => void;
}

/** Starts a process of the run. */
export function startProcess(options: WorkerOptions, surroundings: Surroundings): Killable {
  const { program, dataDir } = surroundings;
  return startKillable({ program, options, env: environmentOf(surroundings), dataDir });
}

/** Starts a program (`bundleProgram`) with its options as its only argument. It is ready when it writes output. */
export function startKillable({
  program,
  options,
  env,
  dataDir,
  node = process.execPath,
}: {
  program: readonly string[];
  options: object;
  env: Record<string, string>;
  dataDir: string;
  /** Another release of Node. */
  node?: string;
}): Killable {
  const args = [...program, JSON.stringify(options)];
  const child = spawn(node, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  // A killed process breaks its pipe, as intended.
  child.stdin.on('error', () => undefined);
  const log = createWriteStream(path.join(dataDir, 'processes.log'), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = once(child, 'exit').then(() => log.end());
  return {
    isUp: Promise.race([once(child.stdout, 'data'), ended]),
    hasEnded: () => hasEnded(child),
    endsWithin: async (ms) => {
      const timeout = new AbortController();
      await Promise.race([ended, delay(ms, undefined, { signal: timeout.signal }).catch(() => undefined)]);
      timeout.abort();
      return hasEnded(child);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    resume: () => void child.kill('SIGCONT'),
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Returns the environment of a process, with short times in the proportions of the real ones: the lease is more than
 * twice the timeout, and the quiet period longer than the timeout.
 */
export function environmentOf({
  consoleDatabaseUrl,
  serviceUrl,
}: Pick<Surroundings, 'consoleDatabaseUrl' | 'serviceUrl'>): Record<string, string> {
  return {
    DATABASE_URL: consoleDatabaseUrl,
    TRANSFER_SERVICE_URL: serviceUrl,
    TRANSFER_SERVICE_AUTH_URL: serviceUrl,
    TRANSFER_SERVICE_CLIENT_ID: 'countersign-service',
    TRANSFER_SERVICE_CLIENT_SECRET: 'sandbox-service-secret',
    TRANSFER_SERVICE_PAGE_LIMIT: '100',
    TRANSFER_SERVICE_READS_PER_SECOND: '50',
    SEND_TIMEOUT_MS: '500',
    SEND_LEASE_MS: '2000',
    RECONCILE_QUIET_MS: '1500',
    SEND_MAX_ATTEMPTS: '10',
    SEND_RESEND_POLICY: 'reconcile-first',
    OIDC_ISSUER: 'https://people.example',
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 'not-used-in-this-run',
    NEXTAUTH_URL: 'http://127.0.0.1:3000',
    NEXTAUTH_SECRET: 'only-for-the-crash-harness-without-sign-in',
    CONSOLE_ENVIRONMENT: 'sandbox',
  };
}
