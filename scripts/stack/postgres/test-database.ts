import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

/** A database of a test's own. */
export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** Makes a fresh database, migrated unless it is to be empty. A copy of a migrated one, so it takes milliseconds. */
export async function createTestDatabase({ isEmpty = false } = {}): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${isEmpty ? 'template0' : template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  // By force: a pool that a test left open must not keep the run from ending.
  return { url: url.href, drop: () => administer(`drop database ${name} with (force)`) };
}

async function administer(statement: string): Promise<void> {
  const url = new URL(inject('templateDatabaseUrl'));
  // Not to the template itself: nobody may be connected to what is being copied.
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
