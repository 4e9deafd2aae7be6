import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Orders } from '@/e2e/soak/crash/worker';

const PROGRAMS = { worker: 'e2e/soak/crash/worker.ts', naive: 'e2e/soak/crash/naive-sender.ts' };
export type Program = keyof typeof PROGRAMS;

/** Where the processes of a run find what they need. */
export interface Place {
  consoleDatabaseUrl: string;
  serviceUrl: string;
  dataDir: string;
}

/** A process of the console that can be killed. */
export interface Killable {
  /** It says so when it is up; or it has ended before. */
  isUp: Promise<unknown>;
  hasEnded: () => boolean;
  /** Waits for its end, but not longer than so many milliseconds. Gives whether it has ended. */
  endsWithin: (ms: number) => Promise<boolean>;
  kill: () => Promise<void>;
}

/** Starts one, armed or not. */
export function startProcess(program: Program, orders: Orders, place: Place): Killable {
  return startKillable(PROGRAMS[program], orders, environmentOf(place), place.dataDir);
}

/** Starts a program with its orders as its one argument. It is up when it writes something. */
export function startKillable(program: string, orders: object, env: Record<string, string>, dataDir: string): Killable {
  const args = ['--conditions=react-server', '--import', 'tsx', program, JSON.stringify(orders)];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  // A process that is killed breaks its pipe; that is what it is for.
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
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

// Short times, in the proportions of the real ones: timeout, twice that and more for the lease, and quiet beyond both.
export function environmentOf({ consoleDatabaseUrl, serviceUrl }: Place): Record<string, string> {
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
    OIDC_CLIENT_SECRET: 'nobody-signs-in-here',
    NEXTAUTH_URL: 'http://127.0.0.1:3000',
    NEXTAUTH_SECRET: 'only-for-the-crash-harness-that-signs-nobody-in',
    CONSOLE_ENVIRONMENT: 'sandbox',
  };
}
