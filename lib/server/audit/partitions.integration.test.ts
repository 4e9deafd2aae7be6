import { readFileSync } from 'node:fs';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { verifyExport } from '@/scripts/audit/verify-export';
import { prepareDatabase } from '@/scripts/stack/console-role';
import { createTestDatabase } from '@/scripts/stack/test-database';
import { openPool } from '@/scripts/stack/test-pool';
import { caller } from '@/scripts/testing/caller';
import { loadDump } from '@/scripts/testing/schemas/dump';
import { migrateTo } from '@/scripts/testing/schemas/migrate-to';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { exportAudit } from '@/lib/server/audit/export';
import { extendAuditLog } from '@/lib/server/audit/partitions';
import { readAudit } from '@/lib/server/audit/read';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { prepareAuditLog } from '@/lib/server/database/prepare-audit-log';
import { inTransaction, pool } from '@/lib/server/database/client';

const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const RANGE = 20;
/** The console's own role. */
let role: Pool;

beforeAll(async () => {
  role = openPool({ connectionString: await prepareDatabase(running.databaseUrl), max: 4 });
  caller.sessionId = (await signInAs('admin', ['admin'])).sessionId;
  // Begins anew with small ranges, as the owner could.
  await pool().query(`
    create or replace function audit_range() returns bigint language sql immutable
      set search_path = pg_catalog, public, pg_temp as 'select ${RANGE}::bigint';
    alter table audit_log detach partition audit_log_from_5000001;
    alter table audit_log detach partition audit_log_from_1;
    drop table audit_log_from_5000001;
    alter table audit_log attach partition audit_log_from_1 for values from (1) to (21);
    select audit_add_last(21)`);
});
afterAll(() => role.end());

const ENTRY = { action: 'policy.changed', actor: null, subject: 'policy', origin: null } as const;
const append = () => inTransaction((transaction) => appendAudit(transaction, ENTRY));
const appendMany = (count: number) =>
  inTransaction((transaction) =>
    appendAudits(
      transaction,
      Array.from({ length: count }, () => ENTRY),
    ),
  );

async function listPartitions(): Promise<{ name: string; bounds: string; entries: number }[]> {
  const { rows } = await pool().query<{ name: string; bounds: string }>(
    `select relname as name, pg_get_expr(relpartbound, c.oid) as bounds from pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent = 'audit_log'::regclass order by length(relname), relname`,
  );
  return Promise.all(
    rows.map(async (row) => {
      const counted = await pool().query<{ entries: number }>(`select count(*)::int as entries from ${row.name}`);
      return { ...row, entries: counted.rows[0]?.entries ?? 0 };
    }),
  );
}

const headSeq = async () => Number((await pool().query<{ seq: string }>('select seq from audit_head')).rows[0]?.seq);

async function verifyAll() {
  const exported = await exportAudit();
  if (!exported.ok) throw new Error('an administrator must be given the export');
  return verifyExport(exported.value);
}

describe('the partitions of the audit log', () => {
  it('are added ahead by the console’s role, which may not do so itself', async () => {
    await append();
    expect(await extendAuditLog()).toBe(0);
    expect(await listPartitions()).toHaveLength(2);
    await appendMany(10);
    const added = await Promise.all([1, 2, 3].map(() => role.query('select audit_extend() as added')));
    expect(added.flatMap(({ rows }) => rows.filter((row) => row.added !== null))).toEqual([
      { added: 'audit_log_from_41' },
    ]);
    expect(await listPartitions()).toMatchObject([
      { name: 'audit_log_from_1' },
      { name: 'audit_log_from_21', bounds: `FOR VALUES FROM ('21') TO ('41')`, entries: 0 },
      { name: 'audit_log_from_41', bounds: `FOR VALUES FROM ('41') TO (MAXVALUE)`, entries: 0 },
    ]);
  });

  it('take one chain across a boundary, alone, in a row and at once', async () => {
    while ((await headSeq()) < 19) await append();
    await appendMany(5);
    await Promise.all(Array.from({ length: 40 }, append));
    const [first, second, third] = await listPartitions();
    expect([first?.entries, second?.entries]).toEqual([RANGE, RANGE]);
    expect(third?.entries).toBe((await headSeq()) - 2 * RANGE);
    const verified = await verifyAll();
    expect(verified).toMatchObject({ isValid: true, entries: await headSeq() });
  });

  it('take every entry where nobody has added one, and are added then too', async () => {
    await appendMany(3 * RANGE);
    const full = (await listPartitions()).at(-1);
    expect(full).toMatchObject({ name: 'audit_log_from_41', bounds: expect.stringContaining('MAXVALUE') });
    await extendAuditLog();
    const [longer, last] = (await listPartitions()).slice(-2);
    expect(longer).toMatchObject({ name: 'audit_log_from_41', entries: full?.entries });
    expect(last).toMatchObject({ bounds: expect.stringContaining('MAXVALUE'), entries: 0 });
    expect(Number(last?.name.split('_').at(-1))).toBeGreaterThan((await headSeq()) + RANGE / 2);
    await extendAuditLog();
    expect(await listPartitions()).toHaveLength(4);
    expect(await verifyAll()).toMatchObject({ isValid: true });
  });

  it('are added while others append, and after a reader that held the table for long', async () => {
    await appendMany(RANGE);
    const reader = await pool().connect();
    onTestFinished(() => reader.release());
    await reader.query('begin; select from audit_log limit 1');
    await expect(extendAuditLog()).rejects.toMatchObject({ code: '55P03' });
    await reader.query('rollback');
    const before = (await listPartitions()).length;
    await Promise.all([...Array.from({ length: 30 }, append), extendAuditLog()]);
    expect(await listPartitions()).toHaveLength(before + 1);
    expect(await verifyAll()).toMatchObject({ isValid: true });
  });

  it('are not read further than a page needs', async () => {
    const { rows } = await pool().query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off) select * from audit_log where seq < ${RANGE} order by seq desc limit 5`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Sort');
    expect(plan).not.toContain('audit_log_from_21');
    const page = await readAudit({ before: String(RANGE + 5) });
    if (!page.ok) throw new Error('an administrator must be given the log');
    expect(page.value.items.map(({ seq }) => seq)).toEqual(
      Array.from({ length: RANGE + 4 }, (_, at) => RANGE + 4 - at),
    );
  });
});

describe('no entry of any partition', () => {
  it('is changed or deleted by the owner of the tables', async () => {
    const tables = ['audit_log', ...(await listPartitions()).map(({ name }) => name)];
    expect(tables.length).toBeGreaterThan(4);
    await pool().query(
      `insert into audit_log (seq, at, action, subject, entry, hash)
       values (1000000, now(), 'x', 'x', '{"action":"x","subject":"x","actor":null}', 'x')`,
    );
    for (const table of tables)
      for (const statement of [`update ${table} set hash = hash`, `delete from ${table}`, `truncate ${table}`])
        await expect(pool().query(statement)).rejects.toMatchObject({ code: '42501' });
    await expect(
      pool().query(
        `insert into audit_log (seq, at, action, subject, entry, hash) values (1000001, now(), 'x', 'x', '{}', 'x')`,
      ),
    ).rejects.toMatchObject({ code: '23514' });
    await pool().query(`
      alter table audit_log disable trigger user; delete from audit_log where seq = 1000000;
      alter table audit_log enable trigger user`);
  });

  it('is reached by the console’s role past its table, and no partition is created or detached by it', async () => {
    const name = 'audit_log_from_1';
    for (const statement of [
      `select from ${name}`,
      `insert into ${name} select * from audit_log limit 1`,
      `update ${name} set hash = hash`,
      `delete from ${name}`,
      `truncate ${name}`,
      `drop table ${name}`,
      `alter table audit_log detach partition ${name}`,
      `create table mine partition of audit_log for values from (-5) to (0)`,
      `alter table ${name} disable trigger all`,
      `select audit_add_last(99999)`,
      `insert into audit_archives (first_seq, last_seq, previous_hash, last_hash, file_name, file_sha256) values (1, 2, '', '', '', '')`,
      `create or replace function audit_range() returns bigint language sql as 'select 1::bigint'`,
    ])
      await expect(role.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a log of one table', () => {
  it('becomes a partition without being read again or copied, and a console of the version before goes on', async () => {
    const test = await createTestDatabase({ isEmpty: true });
    onTestFinished(() => test.drop());
    await migrateTo(test.url, 45);
    const owner = openPool({ connectionString: test.url });
    await loadDump(owner, readFileSync('scripts/testing/schemas/0045.sql', 'utf8'));
    const file = async () =>
      (
        await owner.query(
          `select pg_relation_filenode(oid) as file from pg_class where relname in ('audit_log', 'audit_log_from_1') and relkind = 'r'`,
        )
      ).rows;
    await migrateTo(test.url, 52);
    const before = await file();
    const rows = await owner.query('select * from audit_log order by seq');
    await owner.query(`grant select, insert on audit_log to countersign_console`);
    const client = new Client({ connectionString: test.url, options: '-c client_min_messages=debug1' });
    const messages: string[] = [];
    client.on('notice', ({ message }) => messages.push(message ?? ''));
    await client.connect();
    await prepareAuditLog(client);
    // A second attempt after one that failed between the two.
    await prepareAuditLog(client);
    const statements = readFileSync('lib/server/database/migrations/0055_audit_partitions.sql', 'utf8');
    await client.query('begin');
    for (const statement of statements.split('--> statement-breakpoint')) await client.query(statement);
    await client.query('commit');
    expect(messages).toContainEqual(
      'partition constraint for table "audit_log_from_1" is implied by existing constraints',
    );
    await client.end();
    expect(await file()).toEqual(before);
    expect((await owner.query('select * from audit_log order by seq')).rows).toEqual(rows.rows);
    const { rows: rights } = await owner.query(
      `select has_table_privilege('countersign_console', 'audit_log', 'insert') as whole,
         has_table_privilege('countersign_console', 'audit_log_from_1', 'select') as partition`,
    );
    expect(rights).toEqual([{ whole: true, partition: false }]);
    // Every index of the old table was taken over.
    const { rows: indexes } = await owner.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index where indrelid = 'audit_log_from_1'::regclass
       and exists (select from pg_inherits where inhrelid = indexrelid) order by 1`,
    );
    expect(indexes.map(({ name }) => name)).toEqual(
      ['action', 'actor', 'actor_action', 'at', 'pkey', 'subject'].map((name) => `audit_log_from_1_${name}`),
    );
    await owner.end();
  });
});
