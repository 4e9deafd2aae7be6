import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { initialisePostgres } from '@/scripts/stack/postgres/initialise-postgres';
import { startPart, type Part } from '@/scripts/stack/part';
import { findFreePort } from '@/scripts/stack/ports';
import {
  findPostgresAccount,
  findPostgresBinaries,
  type PostgresBinaries,
} from '@/scripts/stack/postgres/postgres-binaries';
import { waitUntilReady } from '@/scripts/stack/wait-until-ready';

interface PostgresOptions {
  /** Created if missing, and never deleted. */
  dataDir: string;
  /** Any free port by default. */
  port?: number;
  /** Password of the administrator, set when the directory is created. */
  password?: string;
  /** False for data that is thrown away: several times faster. */
  isDurable?: boolean;
  /** Further settings of the server, as `name=value`. */
  settings?: string[];
  /** Of another version than the embedded one. */
  binaries?: PostgresBinaries;
  logFile: string;
  signal?: AbortSignal | undefined;
}

export interface RunningPostgres {
  /** Address of the database `countersign`. */
  url: string;
  part: Part;
}

/** Starts an embedded PostgreSQL on 127.0.0.1; a new directory gets an empty database named countersign. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, isDurable = true, logFile, signal } = options;
  const password = options.password ?? randomBytes(18).toString('base64url');
  const binaries = options.binaries ?? (await findPostgresBinaries());
  refuseSecondServer(dataDir);
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await initialisePostgres(binaries, dataDir, password);

  const port = options.port ?? (await findFreePort());
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=400'];
  settings.push(...(options.settings ?? []));
  // Data that is thrown away does not need to be flushed to disk.
  if (!isDurable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  const part = startPart({
    name: 'PostgreSQL',
    command: binaries.postgres,
    args: ['-D', dataDir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    logFile,
    // Fast shutdown: does not wait for clients to disconnect.
    stopSignal: 'SIGINT',
    ...findPostgresAccount(dataDir),
  });
  const address = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  try {
    await waitUntilReady(part, () => ensureDatabase(address('postgres')), signal);
  } catch (error) {
    await part.stop();
    throw error;
  }
  return { url: address('countersign'), part };
}

async function ensureDatabase(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query(`select 1 from pg_database where datname = 'countersign'`);
    if (found.rowCount === 0) await client.query('create database countersign');
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Throws an error if a server already runs on a data directory. */
export function refuseSecondServer(dataDir: string): void {
  const file = path.join(dataDir, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (!isPostgres(pid)) return;
  throw new Error(
    `A database server already uses ${path.relative(process.cwd(), dataDir)} (process ${pid}). ` +
      'Stop the program that started that server, or end the process.',
  );
}

// The process id may have been reused. Only Linux tells cheaply; elsewhere PostgreSQL checks itself.
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}
