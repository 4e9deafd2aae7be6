import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Balancer } from '@/e2e/soak/faults/balancer';
import { SandboxClient } from '@/e2e/stack/sandbox-client';
import { consoleEnvironment, startConsole } from '@/scripts/stack/console';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { type Part, startPart } from '@/scripts/stack/part';
import { findFreePort } from '@/scripts/stack/ports';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { openPool } from '@/scripts/stack/postgres/test-pool';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';

/**
 * Durations of a run in the proportions of the real ones: the lease is more than twice the timeout, the quiet period
 * longer than the timeout.
 */
export interface Times {
  timeoutMs: number;
  leaseMs: number;
  quietMs: number;
}

export interface SystemOptions {
  root: string;
  times: Times;
  seed: number;
  /** Puts the database on a small disk of its own, which can be filled. */
  hasSmallDisk: boolean;
}

const PASSWORD = 'only-for-this-run';
const DISK_MB = 260;

/**
 * Two consoles on one database behind a load balancer, one service, one identity provider: all are real processes that
 * can fail.
 */
export class TestSystem {
  readonly consoles: (Part | undefined)[] = [];
  #postgres: Part | undefined;
  #consoleDatabaseUrl = '';
  #sandbox: Part | undefined;
  #identity: Part | undefined;
  #starts = 0;

  readonly options: SystemOptions;
  readonly ports: { postgres: number; sandbox: number; identity: number; mail: number; consoles: [number, number] };
  readonly balancer: Balancer;
  /** Reads and prepares the database directly. Its connections may break like all others. */
  readonly pool: Pool;

  private constructor({ options, ports, balancer, pool }: Pick<TestSystem, 'options' | 'ports' | 'balancer' | 'pool'>) {
    this.options = options;
    this.ports = ports;
    this.balancer = balancer;
    this.pool = pool;
  }

  static async start(options: SystemOptions): Promise<TestSystem> {
    const ports = {
      postgres: await findFreePort(),
      sandbox: await findFreePort(),
      identity: await findFreePort(),
      mail: await findFreePort(),
      consoles: [await findFreePort(), await findFreePort()] as [number, number],
    };
    const balancer = await Balancer.start(await findFreePort(), ports.consoles);
    const connectionString = `postgres://postgres:${PASSWORD}@127.0.0.1:${ports.postgres}/countersign`;
    const pool = openPool({ connectionString, max: 4, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
    const system = new TestSystem({ options, ports, balancer, pool });
    try {
      if (options.hasSmallDisk) system.#mountDisk();
      await system.startPostgres();
      system.#consoleDatabaseUrl = await prepareDatabase(connectionString);
      // A larger write-ahead log would fill the small disk by itself.
      if (options.hasSmallDisk)
        await pool.query(`alter system set max_wal_size = '64MB'`).then(() => pool.query('select pg_reload_conf()'));
      await Promise.all([system.startSandbox(), system.startIdentity()]);
      await Promise.all([system.startConsole(0), system.startConsole(1)]);
    } catch (error) {
      await system.stop();
      throw error;
    }
    return system;
  }

  get url(): string {
    return `http://127.0.0.1:${this.balancer.port}`;
  }

  /** Has the mail server fail the next mails. */
  async failMails(fault: 'refuse-later' | 'close', times: number): Promise<void> {
    await fetch(`http://127.0.0.1:${this.ports.identity}/_sandbox/mail-faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fault, times }),
    });
  }

  get service(): SandboxClient {
    return new SandboxClient(`http://127.0.0.1:${this.ports.sandbox}`);
  }

  consoleUrl(index: number): string {
    return `http://127.0.0.1:${this.ports.consoles[index]}`;
  }

  get postgresDir(): string {
    return path.join(this.options.root, this.options.hasSmallDisk ? 'disk/postgres' : 'postgres');
  }

  async startPostgres(): Promise<void> {
    const options = {
      dataDir: this.postgresDir,
      port: this.ports.postgres,
      password: PASSWORD,
      logFile: this.#log('postgres'),
    };
    // Right after a crash, old processes may still be running.
    for (let tries = 1; ; tries += 1) {
      const started = await startPostgres(options).catch((error: unknown) => {
        if (tries >= 20) throw error;
      });
      if (started) {
        this.#postgres = started.part;
        return;
      }
      await delay(250);
    }
  }

  /** `SIGKILL` is an out-of-memory kill, `SIGQUIT` an immediate stop, `SIGINT` an operator's stop. */
  async endPostgres(how: 'SIGKILL' | 'SIGQUIT' | 'SIGINT'): Promise<void> {
    this.#postgres?.signal(how);
    await this.#postgres?.ended;
  }

  get isPostgresUp(): boolean {
    return this.#postgres !== undefined && !this.#postgres.hasEnded();
  }

  async startSandbox(): Promise<void> {
    this.#sandbox = await this.#startService('The service', this.ports.sandbox, 'sandbox');
  }

  /** Starts the identity provider with the mail server, which fail together. */
  async startIdentity(): Promise<void> {
    const smtp = { SANDBOX_SMTP_PORT: String(this.ports.mail) };
    this.#identity = await this.#startService('The identity provider', this.ports.identity, 'identity', smtp);
  }

  async killSandbox(): Promise<void> {
    this.#sandbox?.signal('SIGKILL');
    await this.#sandbox?.ended;
  }

  async killIdentity(): Promise<void> {
    this.#identity?.signal('SIGKILL');
    await this.#identity?.ended;
  }

  /** Starts one of the two consoles, with additional environment variables. */
  async startConsole(index: 0 | 1, env: Record<string, string> = {}): Promise<void> {
    const { timeoutMs, leaseMs, quietMs } = this.options.times;
    const addresses = {
      consoleUrl: this.url,
      sandboxUrl: `http://127.0.0.1:${this.ports.sandbox}`,
      consoleDatabaseUrl: this.#consoleDatabaseUrl,
    };
    const { part } = await startConsole({
      port: this.ports.consoles[index],
      mode: 'start',
      logFile: this.#log(`console-${index}`),
      env: {
        ...consoleEnvironment({ ...addresses, sessionSecret: 'only-for-this-run-and-for-nothing-else' }),
        OIDC_ISSUER: `http://127.0.0.1:${this.ports.identity}`,
        SMTP_URL: `smtp://127.0.0.1:${this.ports.mail}`,
        SEND_TIMEOUT_MS: String(timeoutMs),
        SEND_LEASE_MS: String(leaseMs),
        RECONCILE_QUIET_MS: String(quietMs),
        SEND_MAX_ATTEMPTS: '10',
        SYNC_INTERVAL_MS: '1000',
        // All people share one address here.
        CONSOLE_LIMITS: 'wide',
        // Longer than the balancer takes to notice.
        SHUTDOWN_GRACE_MS: '1500',
        ...env,
      },
    });
    this.consoles[index] = part;
  }

  async stop(): Promise<void> {
    await this.balancer.stop();
    await this.pool.end().catch(() => undefined);
    // A paused process does not react to a request to end.
    for (const part of this.consoles) part?.signal('SIGCONT');
    this.#postgres?.signal('SIGCONT');
    await Promise.all(this.consoles.flatMap((part) => part?.stop() ?? []));
    await Promise.all([this.#sandbox, this.#identity, this.#postgres].flatMap((part) => part?.stop() ?? []));
  }

  async #startService(
    name: string,
    port: number,
    directory: string,
    further: Record<string, string> = {},
  ): Promise<Part> {
    const env = {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_DIR: path.join(this.options.root, directory),
      // Without replay protection every mistake becomes a second transfer.
      SANDBOX_REF_ID: 'none',
      SANDBOX_SEED: String(this.options.seed),
      SANDBOX_TRANSFERS: '300',
      SANDBOX_SETTLE_MS: '500',
      SANDBOX_CONSOLE_URL: this.url,
      ...further,
    };
    const part = startPart({
      name,
      command: process.execPath,
      args: ['--import', 'tsx', 'sandbox/main.ts'],
      env,
      logFile: this.#log(directory),
    });
    try {
      await waitUntilReady(part, () => answersOk(`http://127.0.0.1:${port}/_sandbox/stats`));
    } catch (error) {
      await part.stop();
      throw error;
    }
    return part;
  }

  #mountDisk(): void {
    const disk = path.join(this.options.root, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=711`, 'tmpfs', disk]);
    // Also when the run is interrupted; open files keep the disk alive until they close.
    process.once('exit', () => execFileSync('umount', ['-l', disk]));
  }

  #log(name: string): string {
    this.#starts += 1;
    return path.join(this.options.root, `${name}-${this.#starts}.log`);
  }
}

/** Returns whether this machine can mount a disk, which filling one requires. */
export function canMount(): boolean {
  const probe = mkdtempSync(path.join(tmpdir(), 'countersign-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', probe], { stdio: 'ignore' });
    execFileSync('umount', [probe], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}
