import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { Balancer } from '@/e2e/soak/faults/balancer';
import { SandboxClient } from '@/e2e/stack/sandbox-client';
import { consoleEnvironment, startConsole } from '@/scripts/stack/console';
import { prepareDatabase } from '@/scripts/stack/console-role';
import { type Part, startPart } from '@/scripts/stack/part';
import { findFreePort } from '@/scripts/stack/ports';
import { startPostgres } from '@/scripts/stack/postgres';
import { openPool } from '@/scripts/stack/test-pool';
import { answersOk, waitUntilReady } from '@/scripts/stack/wait-until-ready';

/** How long things take in a run, in the proportions of the real ones: timeout, twice that and more for the lease, and quiet beyond the timeout. */
export interface Times {
  timeoutMs: number;
  leaseMs: number;
  quietMs: number;
}

export interface StageOptions {
  root: string;
  times: Times;
  seed: number;
  /** Puts the database on a small disk of its own, which can then be filled. */
  hasSmallDisk: boolean;
}

const PASSWORD = 'only-for-this-run';
const DISK_MB = 260;

/** Two consoles on one database behind a balancer, one service, one identity provider: all real processes, and each can be struck. */
export class Stage {
  readonly consoles: (Part | undefined)[] = [];
  #postgres: Part | undefined;
  #consoleDatabaseUrl = '';
  #sandbox: Part | undefined;
  #identity: Part | undefined;
  #starts = 0;

  private constructor(
    readonly options: StageOptions,
    readonly ports: { postgres: number; sandbox: number; identity: number; consoles: [number, number] },
    readonly balancer: Balancer,
    /** For looking, and for what nobody clicks. Its connections may break like everybody's. */
    readonly pool: Pool,
  ) {}

  static async start(options: StageOptions): Promise<Stage> {
    const ports = {
      postgres: await findFreePort(),
      sandbox: await findFreePort(),
      identity: await findFreePort(),
      consoles: [await findFreePort(), await findFreePort()] as [number, number],
    };
    const balancer = await Balancer.start(await findFreePort(), ports.consoles);
    const connectionString = `postgres://postgres:${PASSWORD}@127.0.0.1:${ports.postgres}/countersign`;
    const pool = openPool({ connectionString, max: 4, connectionTimeoutMillis: 2_000, query_timeout: 5_000 });
    const stage = new Stage(options, ports, balancer, pool);
    try {
      if (options.hasSmallDisk) stage.#mountDisk();
      await stage.startPostgres();
      stage.#consoleDatabaseUrl = await prepareDatabase(connectionString);
      // A journal larger than the small disk would fill it by itself.
      if (options.hasSmallDisk)
        await pool.query(`alter system set max_wal_size = '64MB'`).then(() => pool.query('select pg_reload_conf()'));
      await Promise.all([stage.startSandbox(), stage.startIdentity()]);
      await Promise.all([stage.startConsole(0), stage.startConsole(1)]);
    } catch (error) {
      await stage.stop();
      throw error;
    }
    return stage;
  }

  get url(): string {
    return `http://127.0.0.1:${this.balancer.port}`;
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
    // Right after a crash the processes of before may not all have gone.
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

  /** `SIGKILL`: as by an out-of-memory killer. `SIGQUIT`: an immediate stop. `SIGINT`: as an operator stops it. */
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

  async startIdentity(): Promise<void> {
    this.#identity = await this.#startService('The identity provider', this.ports.identity, 'identity');
  }

  async killSandbox(): Promise<void> {
    this.#sandbox?.signal('SIGKILL');
    await this.#sandbox?.ended;
  }

  async killIdentity(): Promise<void> {
    this.#identity?.signal('SIGKILL');
    await this.#identity?.ended;
  }

  /** Starts one of the two anew, with more of an environment. */
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
        SEND_TIMEOUT_MS: String(timeoutMs),
        SEND_LEASE_MS: String(leaseMs),
        RECONCILE_QUIET_MS: String(quietMs),
        SEND_MAX_ATTEMPTS: '10',
        SYNC_INTERVAL_MS: '1000',
        // Everybody here comes from one address.
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
    // A process that stands still takes no notice of being asked to end.
    for (const part of this.consoles) part?.signal('SIGCONT');
    this.#postgres?.signal('SIGCONT');
    await Promise.all(this.consoles.flatMap((part) => part?.stop() ?? []));
    await Promise.all([this.#sandbox, this.#identity, this.#postgres].flatMap((part) => part?.stop() ?? []));
  }

  async #startService(name: string, port: number, directory: string): Promise<Part> {
    const env = {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA_DIR: path.join(this.options.root, directory),
      // Without any replay protection every mistake becomes a second transfer.
      SANDBOX_REF_ID: 'none',
      SANDBOX_SEED: String(this.options.seed),
      SANDBOX_TRANSFERS: '300',
      SANDBOX_SETTLE_MS: '500',
      SANDBOX_CONSOLE_URL: this.url,
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
    // Also where the run is called off; what still uses it keeps it until it ends.
    process.once('exit', () => execFileSync('umount', ['-l', disk]));
  }

  #log(name: string): string {
    this.#starts += 1;
    return path.join(this.options.root, `${name}-${this.#starts}.log`);
  }
}

/** Whether a disk can be mounted here, as it takes to fill one. */
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
