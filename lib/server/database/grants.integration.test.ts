import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getTableName, isTable } from 'drizzle-orm';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELETABLE, FIXED_COLUMNS, NOT_INSERTED } from '@/lib/server/database/grants';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { checkMigrations, ownsTables } from '@/lib/server/database/start-check';
import { createTestDatabase, type TestDatabase } from '@/scripts/stack/postgres/test-database';
import { openPool } from '@/scripts/stack/postgres/test-pool';

const SCHEMA = 'lib/server/database/schema';
/** The names of the tables in the database, by their names in the source. */
const tableNames = new Map((await Promise.all(readdirSync(SCHEMA).map(readTables))).flat());
const WRITE = `insert into worker_leases (name, holder, lease_until) values ('grants', gen_random_uuid(), now()) on conflict (name) do update set holder = excluded.holder`;
// Two roles of one database: the one that owns the tables and migrates, and the one that a console runs as.
const roles = {
  owner: `owner_${randomBytes(6).toString('hex')}`,
  console: `console_${randomBytes(6).toString('hex')}`,
};
let test: TestDatabase;
let administrator: Pool;
let owner: Pool;
let console: Pool;
let ownerUrl: string;
let consoleUrl: string;

beforeAll(async () => {
  test = await createTestDatabase({ isEmpty: true });
  administrator = openPool({ connectionString: test.url });
  for (const role of Object.values(roles))
    await administrator.query(`create role ${role} login password 'of-this-test-alone'`);
  await administrator.query(`alter database ${new URL(test.url).pathname.slice(1)} owner to ${roles.owner}`);
  ownerUrl = addressOf(roles.owner);
  consoleUrl = addressOf(roles.console);
  owner = openPool({ connectionString: ownerUrl });
  console = openPool({ connectionString: consoleUrl, max: 2 });
});

afterAll(async () => {
  await console.end();
  await owner.end();
  await administrator.query(`alter database ${new URL(test.url).pathname.slice(1)} owner to current_user`);
  for (const role of Object.values(roles)) await administrator.query(`drop owned by ${role}; drop role ${role}`);
  await administrator.end();
  await test.drop();
});

function addressOf(role: string): string {
  const url = new URL(test.url);
  url.username = role;
  url.password = 'of-this-test-alone';
  return url.href;
}

/** Lists the tables of which no row is ever updated, as their triggers say. */
async function keptTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where tgfoid = 'refuse_change()'::regprocedure and tgtype & 16 <> 0 order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Lists the tables of which the role lacks a right. */
async function tablesWithout(right: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and not has_table_privilege($1, oid, $2) order by relname`,
    [roles.console, right],
  );
  return rows.map(({ name }) => name);
}

describe('the role of a console', () => {
  it('is told apart while it has no rights yet, and has them once the owner has migrated', async () => {
    await migrateDatabase(ownerUrl);
    expect(await checkMigrations(console)).toBe('denied');
    await expect(migrateDatabase(consoleUrl)).rejects.toThrow('DATABASE_OWNER_URL');
    expect(await migrateDatabase(consoleUrl, { ownerUrl })).toEqual({ applied: 0 });
    expect(await checkMigrations(console)).toBe('current');
    expect([await ownsTables(console), await ownsTables(owner)]).toEqual([false, true]);
  });

  it('reads every table, and inserts, updates and deletes only what a console does', async () => {
    const { rows } = await owner.query<Record<'name' | 'right', string>>(
      `select relname as name, p.right from pg_class, (values ('select'), ('insert'), ('delete'), ('update')) p ("right")
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and case p.right
         when 'update' then has_any_column_privilege($1, oid, p.right) else has_table_privilege($1, oid, p.right) end`,
      [roles.console],
    );
    const every = await tablesWithout('truncate');
    const listed = (right: string) => rows.flatMap((row) => (row.right === right ? [row.name] : [])).toSorted();
    const kept = await keptTables();
    expect(kept).toEqual(expect.arrayContaining(['audit_log', 'decisions', 'request_versions', 'setting_versions']));
    expect(listed('select')).toEqual(every);
    expect(listed('insert')).toEqual(every.filter((table) => !NOT_INSERTED.some((name) => name === table)));
    expect(listed('delete')).toEqual([...DELETABLE]);
    expect(listed('update')).toEqual(every.filter((table) => !kept.includes(table)));
  });

  it('only reads the view of the policy, by its own rights', async () => {
    await console.query('select version from policy_versions');
    await expect(console.query(`insert into policy_versions (version, rules) values (99, '[]')`)).rejects.toThrow(
      'permission denied for view',
    );
    await expect(console.query('update policy_versions set version = 99')).rejects.toThrow(
      'permission denied for view',
    );
    await expect(console.query('delete from policy_versions')).rejects.toThrow('permission denied for view');
  });

  it('has indexes of the mirror dropped and built by functions of the owner, which nobody else may call', async () => {
    const { rows } = await console.query(
      'select mirror_defer_indexes() > 0 as dropped, mirror_missing_indexes() > 0 as missing',
    );
    expect(rows).toEqual([{ dropped: true, missing: true }]);
    await expect(console.query('drop index mirror_transfers_ref')).rejects.toThrow('must be owner');
    let built: string | null;
    do ({ built } = (await console.query<{ built: string | null }>('select mirror_build_index() as built')).rows[0]!);
    while (built !== null);
    const open = await owner.query(
      `select proname from pg_proc where proname = any ('{mirror_defer_indexes,mirror_build_index}')
       and (has_function_privilege('pg_monitor', oid, 'execute') or not has_function_privilege($1, oid, 'execute'))`,
      [roles.console],
    );
    expect(open.rows).toEqual([]);
  });

  it('updates no column that says what a row is about, and every other', async () => {
    const { rows } = await owner.query<{ table: string; column: string }>(
      `select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
         and relname <> all ($2) and not has_column_privilege($1, pg_class.oid, attname, 'update')
       order by relname, attnum`,
      [roles.console, await keptTables()],
    );
    const withheld = rows.map(({ table, column }) => `${table}.${column}`).toSorted();
    const fixed = Object.entries(FIXED_COLUMNS).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    );
    expect(withheld).toEqual(fixed.toSorted());
  });

  it('deletes from every table from which the source deletes', () => {
    const files = readdirSync('lib/server', { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    const found = sources.flatMap((file) => {
      const source = readFileSync(path.join('lib/server', file), 'utf8');
      return [
        ...[...source.matchAll(/\.delete\((\w+)\)/g)].flatMap(([, name = '']) => tableNames.get(name) ?? []),
        ...[...source.matchAll(/delete from (\w+)/g)].map(([, name = '']) => name),
      ];
    });
    expect([...new Set(found)].toSorted()).toEqual([...DELETABLE]);
  });

  it.each([
    `update audit_log set action = action`,
    `delete from decisions`,
    `truncate audit_log`,
    `truncate sends`,
    `delete from send_attempts`,
    `update send_attempts set fence = 0`,
    `update withdrawal_requests set created_at = now()`,
    `update sessions set authenticated_at = now()`,
    `update people set subject = 'another'`,
    `update proposals set payload = '{}'`,
    `update proof_entries set statement = statement`,
    `delete from proof_entries`,
    `delete from proof_roots`,
    `update proof_challenges set statement = ''`,
    `update proof_set_up_members set record = ''`,
    `insert into stop_switch (id) values (2)`,
    `insert into sign_ins (person_id, roles, identity_keys, at) values (gen_random_uuid(), '{}', '{}', now())`,
    `create temporary table decisions (id int)`,
    `alter table decisions disable trigger all`,
    `alter table request_versions drop constraint request_versions_sha256`,
    `drop trigger audit_log_append_only on audit_log`,
    `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$`,
    `set session_replication_role = replica`,
    `create table mine (id int)`,
    `create function drizzle.mine() returns int language sql as 'select 1'`,
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
    `copy (select 1) to program 'true'`,
    `select pg_read_file('postgresql.conf')`,
  ])('may not: %s', async (statement) => {
    await expect(console.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('keeps its rights while the database is migrated again', async () => {
    const done = new AbortController();
    const work = async () => {
      let count = 0;
      for (; !done.signal.aborted; count += 1) await console.query(WRITE);
      return count;
    };
    const working = work();
    for (let turn = 0; turn < 5; turn += 1) await migrateDatabase(consoleUrl, { ownerUrl });
    done.abort();
    expect(await working).toBeGreaterThan(0);
  });
});

it('a role that is not there is named', async () => {
  await expect(migrateDatabase(addressOf('nobody_here'), { ownerUrl })).rejects.toThrow(
    'DATABASE_URL names the role nobody_here, which the database does not have.',
  );
});

/** Gives the tables of a file of the schema, as pairs of their names in the source and in the database. */
async function readTables(file: string): Promise<[string, string][]> {
  const exported = (await import(path.resolve(SCHEMA, file))) as Record<string, unknown>;
  return Object.entries(exported).flatMap(([name, value]) => (isTable(value) ? [[name, getTableName(value)]] : []));
}
