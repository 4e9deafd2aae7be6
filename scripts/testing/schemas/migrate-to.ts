import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { applySqlFiles } from '@/lib/server/database/sql-files';

const MIGRATIONS = path.resolve('lib/server/database/migrations');

/** Migrates an empty database as far as an earlier version did: up to and including the migration of this number. */
export async function migrateTo(databaseUrl: string, lastMigration: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-migrations-'));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    copyMigrations(folder, lastMigration);
    await applySqlFiles(client, 'before');
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
}

function copyMigrations(folder: string, lastMigration: number): void {
  const journal = JSON.parse(readFileSync(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number; tag: string }[];
  };
  const entries = journal.entries.filter(({ idx }) => idx <= lastMigration);
  mkdirSync(path.join(folder, 'meta'));
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) symlinkSync(path.join(MIGRATIONS, `${tag}.sql`), path.join(folder, `${tag}.sql`));
}
