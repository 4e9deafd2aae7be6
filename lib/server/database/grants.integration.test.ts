import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { checkMigrations, ownsTables } from '@/lib/server/database/start-check';
import { createTestDatabase, type TestDatabase } from '@/scripts/stack/test-database';
import { openPool } from '@/scripts/stack/test-pool';

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

/** The tables of which the role lacks a right. */
async function tablesWithout(right: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and not has_table_privilege($1, oid, $2) order by relname`,
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

  it('reads and writes all tables, and changes or deletes nothing of what stays as it was', async () => {
    expect(await tablesWithout('select')).toEqual([]);
    expect(await tablesWithout('insert')).toEqual(['sign_ins']);
    const kept = [
      'approval_withdrawals',
      'audit_log',
      'decisions',
      'directory_versions',
      'external_profiles',
      'pair_releases',
      'person_suspensions',
      'policy_versions',
      'request_groups',
      'request_versions',
      'restore_epochs',
      'sign_ins',
    ];
    expect(await tablesWithout('update')).toEqual(kept);
    expect(await tablesWithout('delete')).toEqual(['audit_head', ...kept, 'stop_switch', 'transfer_alarms'].toSorted());
  });

  it.each([
    `update audit_log set action = action`,
    `delete from decisions`,
    `truncate audit_log`,
    `truncate sends`,
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
