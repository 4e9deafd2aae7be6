import 'server-only';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { singleton } from '@/lib/server/runtime/singleton';

/** A file of lib/server/database/sql, as it is applied. */
interface SqlFile {
  name: string;
  text: string;
  hash: string;
}

// From the root of the program, wherever the bundler puts this module.
const FOLDER = path.resolve('lib/server/database/sql');

// Below the second after which PostgreSQL ends one of two transactions that wait for each other: it could be one of a
// running console, which records the outcome of a send. A file takes the locks of many tables.
const LOCK_TIMEOUT = '500ms';
const PAUSE_MS = 200;
const MAX_WAIT_MS = 120_000;
// https://www.postgresql.org/docs/15/errcodes-appendix.html
const LOCK_NOT_AVAILABLE = '55P03';

/** What columns and indexes are computed with, which tables need before they are made. */
const BEFORE_TABLES = ['columns'];
/** In this order: a trigger needs its function, and most call `refuse_change`. */
const AFTER_TABLES = [
  'kept',
  'audit',
  'people',
  'requests',
  'decisions',
  'sends',
  'mirror',
  'settings',
  'proof',
  'planned',
];

const read = (name: string): SqlFile => {
  const text = readFileSync(path.join(FOLDER, `${name}.sql`), 'utf8');
  return { name, text, hash: createHash('sha256').update(text).digest('hex') };
};
const files = () =>
  singleton('database.sql-files', () => ({ before: BEFORE_TABLES.map(read), after: AFTER_TABLES.map(read) }));

// What was applied, in order; never changed, so that a version sees that a newer one was here.
const CREATE_TABLE = `
  create schema if not exists drizzle;
  create table if not exists drizzle.sql_files (
    seq bigint generated always as identity primary key,
    name text not null,
    hash text not null,
    applied_at timestamp with time zone not null default clock_timestamp()
  )`;

/**
 * Applies the files that differ from what was applied last: functions, triggers, views and rights, each defined once
 * and replaced as a whole. Each file is one transaction. Call with the lock of migrating. Gives the number of files
 * applied.
 */
export async function applySqlFiles(client: Client, when: 'before' | 'after'): Promise<number> {
  await client.query(CREATE_TABLE);
  const last = await readLast(client);
  const due = files()[when].filter(({ name, hash }) => last.get(name)?.at(-1) !== hash);
  const until = performance.now() + MAX_WAIT_MS;
  for (const file of due)
    while (!(await applyFile(client, file))) {
      if (performance.now() > until)
        throw new Error(`other transactions hold the tables of ${file.name}.sql; run this again once they have ended`);
      await sleep(PAUSE_MS);
    }
  return due.length;
}

/** Applies a file; false where a running console has a table of it for longer than `LOCK_TIMEOUT`. */
async function applyFile(client: Client, { name, text, hash }: SqlFile): Promise<boolean> {
  await client.query('begin');
  try {
    // A function may name what a later file defines.
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'; set local check_function_bodies = off; ${text}`);
    await client.query('insert into drizzle.sql_files (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}

/** Compares what was applied with the files of this version; `ahead` where another version applied its own since. */
export async function compareSqlFiles(pool: Pick<Pool, 'query'>): Promise<'current' | 'behind' | 'ahead'> {
  const applied = await readLast(pool);
  const states = [...files().before, ...files().after].map(({ name, hash }) => {
    const hashes = applied.get(name) ?? [];
    if (hashes.at(-1) === hash) return 'current';
    return hashes.includes(hash) ? 'ahead' : 'behind';
  });
  return (['ahead', 'behind'] as const).find((state) => states.includes(state)) ?? 'current';
}

/** Reads the hashes of each file that was applied, in order. */
async function readLast(pool: Pick<Pool, 'query'>): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ name: string; hashes: string[] }>(
    'select name, array_agg(hash order by seq) as hashes from drizzle.sql_files group by name',
  );
  return new Map(rows.map(({ name, hashes }) => [name, hashes]));
}
