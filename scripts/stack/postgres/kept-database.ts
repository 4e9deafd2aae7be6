import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { Part } from '@/scripts/stack/part';
import { refuseSecondServer, startPostgres } from '@/scripts/stack/postgres/postgres';
import { ensureTemplateDatabase } from '@/scripts/stack/postgres/template-database';

const DATA_DIR = '.data/test-db';
// Where the server of `npm run db:test` leaves its address for test runs.
const RECORD = path.join(DATA_DIR, 'running.json');

interface Running {
  url: string;
}

/** A database server that stays up between test runs. */
export interface KeptDatabase {
  broken: Promise<Part>;
  stop: () => Promise<void>;
}

/** Starts a database server for test runs of this checkout, empty each time, and leaves its address for them. */
export async function keepTestDatabase(signal: AbortSignal): Promise<KeptDatabase> {
  const postgres = path.resolve(DATA_DIR, 'postgres');
  refuseSecondServer(postgres);
  rmSync(DATA_DIR, { recursive: true, force: true });
  mkdirSync(DATA_DIR, { recursive: true });
  // PostgreSQL may run as another account, which must get through.
  chmodSync(DATA_DIR, 0o711);
  const logFile = path.resolve(DATA_DIR, 'postgres.log');
  const { url, part } = await startPostgres({ dataDir: postgres, isDurable: false, logFile, signal });
  const stop = async () => {
    rmSync(RECORD, { force: true });
    await part.stop();
  };
  try {
    await ensureTemplateDatabase(url);
    writeFileSync(RECORD, JSON.stringify({ url } satisfies Running), { mode: 0o600 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { broken: part.ended.then(() => part), stop };
}

/** Gives the address of the server that `npm run db:test` keeps up in this checkout; undefined where none answers. */
export async function findKeptDatabase(): Promise<string | undefined> {
  try {
    const { url } = JSON.parse(readFileSync(RECORD, 'utf8')) as Running;
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
    return url;
  } catch {
    // None was started, or it was killed and could not take its address away.
    return undefined;
  }
}
