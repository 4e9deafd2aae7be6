import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { migrateDatabase } from '@/lib/server/database/migrate';

const FOLDERS = ['lib/server/database/migrations', 'lib/server/database/sql'];
// Any number: two test runs on one server may begin at once.
const LOCK = 5_041_882_117;

/**
 * Gives the address of a migrated database on a server, and makes it where there is none of these very migrations yet.
 * Nothing writes to it: tests copy it, which takes milliseconds.
 */
export async function ensureTemplateDatabase(serverUrl: string): Promise<string> {
  const name = `template_${hashMigrations()}`;
  const server = new Client({ connectionString: serverUrl, connectionTimeoutMillis: 10_000 });
  server.on('error', () => undefined);
  await server.connect();
  try {
    await server.query('select pg_advisory_lock($1)', [LOCK]);
    const found = await server.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) {
      // Renamed when whole, so that an interrupted attempt is never taken for a template.
      await server.query(`drop database if exists ${name}_unfinished with (force)`);
      await server.query(`create database ${name}_unfinished`);
      await migrateDatabase(addressOf(serverUrl, `${name}_unfinished`));
      await server.query(`alter database ${name}_unfinished rename to ${name}`);
    }
  } finally {
    await server.end();
  }
  return addressOf(serverUrl, name);
}

function hashMigrations(): string {
  const hash = createHash('sha256');
  for (const entry of FOLDERS.flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    hash.update(`\n${file}\n`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function addressOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
