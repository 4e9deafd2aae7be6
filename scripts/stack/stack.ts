import path from 'node:path';
import { Client } from 'pg';
import { consoleEnvironment, startConsole } from '@/scripts/stack/console';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { saveStackState, openStackState } from '@/scripts/stack/stack-state';
import type { Part } from '@/scripts/stack/part';
import { findFreePort, isPortFree } from '@/scripts/stack/ports';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { startSandboxProcess } from '@/scripts/stack/sandbox';

/** Preferred port of the sandbox's mail server, where its other port is not chosen freely. */
const SMTP_PORT = 4025;

export interface StackOptions {
  /** Directory of the data and logs of all three parts. */
  dataDir: string;
  mode: 'start' | 'dev';
  consolePort: number;
  /** Name in the console's address; `127.0.0.1` unless set. The console listens on 127.0.0.1 whatever it is. */
  consoleHost?: string;
  /** Preferred port; any free one if it is occupied. */
  sandboxPort: number;
  transfers: number;
  settleMs?: number;
  isDurable?: boolean;
  /** Further settings of the database server, as `name=value`. */
  databaseSettings?: string[];
  /** Further environment variables of the console. */
  env?: Record<string, string>;
  signal: AbortSignal;
}

export interface Stack {
  consoleUrl: string;
  sandboxUrl: string;
  /** Address with the owner's role, for tests that inspect or prepare the database. */
  databaseUrl: string;
  /** Address with the console's own role. */
  consoleDatabaseUrl: string;
  /** Resolves with the first part that ends unexpectedly. */
  broken: Promise<Part>;
  stop: () => Promise<void>;
}

/** Starts PostgreSQL, the sandbox and the console, in this order. If one fails, stops those before it. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, mode, consolePort, transfers, settleMs, isDurable = true, env = {}, signal } = options;
  const { consoleHost = '127.0.0.1' } = options;
  const parts: Part[] = [];
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop();
  };
  const inData = (name: string) => path.resolve(dataDir, name);
  // Developers see the output; everyone else sees only the address.
  const logFile = (name: string) => (mode === 'dev' ? undefined : inData(`${name}.log`));
  try {
    const state = openStackState(dataDir);
    const postgres = await startPostgres({
      dataDir: inData('postgres'),
      password: state.databasePassword,
      isDurable,
      settings: options.databaseSettings ?? [],
      logFile: inData('postgres.log'),
      signal,
    });
    parts.push(postgres.part);
    const consoleDatabaseUrl = await prepareDatabase(postgres.url);

    const sandboxPort = await choosePort(state.sandboxPort ?? options.sandboxPort);
    const proofRoot = state.proofRoot ?? (await readNewestRoot(postgres.url));
    saveStackState(dataDir, { ...state, sandboxPort, ...(proofRoot !== undefined && { proofRoot }) });
    const consoleUrl = `http://${consoleHost}:${consolePort}`;
    const smtpPort = await choosePort(options.sandboxPort === 0 ? 0 : SMTP_PORT);
    const sandbox = await startSandboxProcess({
      port: sandboxPort,
      smtpPort,
      dataDir: inData('sandbox'),
      consoleUrl,
      transfers,
      settleMs,
      isWatched: mode === 'dev',
      logFile: logFile('sandbox'),
      signal,
    });
    parts.push(sandbox.part);

    const addresses = { consoleUrl, sandboxUrl: sandbox.url, databaseUrl: postgres.url, consoleDatabaseUrl };
    const environment = {
      ...consoleEnvironment({ ...addresses, sessionSecret: state.sessionSecret }),
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      // The sandbox receives webhooks at /_sandbox/webhooks.
      NOTIFY_PRIVATE_HOSTS: new URL(sandbox.url).host,
      ...(proofRoot !== undefined && { PROOF_ROOT: proofRoot }),
      ...env,
    };
    const console = await startConsole({
      port: consolePort,
      env: environment,
      mode,
      logFile: logFile('console'),
      signal,
    });
    parts.push(console.part);
    return { ...addresses, broken: Promise.race(parts.map((part) => part.ended.then(() => part))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Reads the fingerprint of the key list that was set up since the last start; undefined where there is none. */
async function readNewestRoot(databaseUrl: string): Promise<string | undefined> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ fingerprint: string }>(
      'select fingerprint from proof_roots order by at desc limit 1',
    );
    return rows[0]?.fingerprint;
  } finally {
    await client.end();
  }
}

async function choosePort(preferred: number): Promise<number> {
  return preferred !== 0 && (await isPortFree(preferred)) ? preferred : findFreePort();
}
