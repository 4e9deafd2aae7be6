import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFile } from '@/scripts/audit/read-file';
import { verifyArchive } from '@/scripts/audit/verify-archive';
import { type Verification, verifyExports } from '@/scripts/audit/verify-export';
import { prepareDatabase } from '@/scripts/stack/console-role';
import { openPool } from '@/scripts/stack/test-pool';
import { caller } from '@/scripts/testing/caller';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { addCast, addWithdrawal } from '@/scripts/testing/withdrawals';
import { archiveOldest } from '@/lib/server/audit/archive';
import { exportAudit } from '@/lib/server/audit/export';
import { extendAuditLog } from '@/lib/server/audit/partitions';
import { readAudit } from '@/lib/server/audit/read';
import { appendAudit, appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction, pool } from '@/lib/server/database/client';
import { planNotices } from '@/lib/server/notifications/plan';

const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const RANGE = 20;
const directory = mkdtempSync(path.join(tmpdir(), 'countersign-archives-'));
/** The owner of the tables, and the console's own role. */
let owner: Client;
let role: Pool;
let requestId = '';

beforeAll(async () => {
  role = openPool({ connectionString: await prepareDatabase(running.databaseUrl), max: 2 });
  owner = new Client({ connectionString: running.databaseUrl });
  await owner.connect();
  // Small ranges, as the owner could set them.
  await owner.query(`
    create or replace function audit_range() returns bigint language sql immutable
      set search_path = pg_catalog, public, pg_temp as 'select ${RANGE}::bigint';
    alter table audit_log detach partition audit_log_from_5000001;
    alter table audit_log detach partition audit_log_from_1;
    drop table audit_log_from_5000001;
    alter table audit_log attach partition audit_log_from_1 for values from (1) to (21);
    select audit_add_last(21)`);
  caller.sessionId = (await signInAs('admin', ['admin'])).sessionId;
});
afterAll(async () => {
  await owner.end();
  await role.end();
  rmSync(directory, { recursive: true });
});

const archive = (change: object = {}) =>
  archiveOldest(owner, { directory, minAgeDays: 0, verify: verifyArchive, ...change });

const ENTRY = { action: 'policy.changed', actor: null, subject: 'policy', origin: null } as const;
const append = () => inTransaction((transaction) => appendAudit(transaction, ENTRY));
const crash = () => Promise.reject(new Error('the process died'));

async function appendMany(count: number): Promise<void> {
  await inTransaction((transaction) =>
    appendAudits(
      transaction,
      Array.from({ length: count }, () => ENTRY),
    ),
  );
  await extendAuditLog();
}

async function planAll(): Promise<void> {
  while ((await planNotices()) > 0);
}

async function exportToFile(): Promise<string> {
  const exported = await exportAudit();
  if (!exported.ok) throw new Error('an administrator must be given the export');
  const file = path.join(directory, 'export.jsonl');
  writeFileSync(file, await new Response(exported.value).text());
  return file;
}

const verifyFiles = (...files: string[]): Promise<Verification> => verifyExports(files.map(readFile));
const archives = () =>
  readdirSync(directory)
    .filter((name) => name.startsWith('countersign-audit-'))
    .map((name) => path.join(directory, name));
const countRows = async (table: string) =>
  (await owner.query<{ rows: number }>(`select count(*)::int as rows from ${table}`)).rows[0]?.rows;

describe('a range of the audit log', () => {
  it('is archived only when it is complete', async () => {
    ({ id: requestId } = await addWithdrawal(pool(), await addCast(pool()), 1, { isApproved: true }));
    const entry = { ...ENTRY, action: 'request.made', subject: `request:${requestId}` } as const;
    await inTransaction((transaction) => appendAudit(transaction, entry));
    await appendMany(10);
    expect(await archive()).toEqual({ isArchived: false, reasons: ['No range of the audit log is complete.'] });
    await appendMany(30);
  });

  it('stays while it is young, while notifications have not read it, and while a request in it can be sent', async () => {
    expect(await archive({ minAgeDays: undefined })).toEqual({
      isArchived: false,
      reasons: [
        expect.stringContaining('less than 30 days ago'),
        '1 request with entries up to 20 can still be sent.',
        'Notifications have read the log only up to entry 0: start a console whose workers are on.',
      ],
    });
    await planAll();
    await owner.query('set session_replication_role = replica');
    await owner.query(`update withdrawal_requests set state = 'CANCELLED' where id = $1`, [requestId]);
    await owner.query('delete from sends where request_id = $1', [requestId]);
    const [notice] = (
      await owner.query<{ id: string }>(
        `insert into notices (source, kind, path, at) values ('policy-changed audit:7', 'change-waits', '/', now()) returning id`,
      )
    ).rows;
    await owner.query(
      `insert into notice_deliveries (notice_id, person_id, channel, due_at) select $1, id, 'mail', now() from people limit 1`,
      [notice?.id],
    );
    await owner.query(`set session_replication_role = origin`);
    expect(await archive()).toEqual({
      isArchived: false,
      reasons: ['1 notification about these entries must be delivered first.'],
    });
    await owner.query('delete from notice_deliveries');
    expect(archives()).toEqual([]);
  });

  it('stays where writing was cut off before the partition was detached, and is archived by the next attempt', async () => {
    const before = await countRows('audit_log');
    await expect(archive({ verify: crash })).rejects.toThrow('the process died');
    expect(await countRows('audit_log')).toBe(before);
    expect(await countRows('audit_archives')).toBe(0);
    const archived = await archive();
    expect(archived).toMatchObject({ isArchived: true, firstSeq: 1, lastSeq: RANGE });
    // One entry more: the one about the archive.
    expect(await countRows('audit_log')).toBe((before ?? 0) - RANGE + 1);
    expect(archives()).toHaveLength(1);
    const [file = ''] = archives();
    const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
    const { rows } = await owner.query(
      'select first_seq::int, last_seq::int, file_name, file_sha256 from audit_archives',
    );
    expect(rows).toEqual([{ first_seq: 1, last_seq: RANGE, file_name: path.basename(file), file_sha256: sha256 }]);
    expect(archived).toMatchObject({ file, sha256 });
  });

  it('is kept beside the log, where nobody changes it and the console does not read it', async () => {
    expect(await countRows('audit_archive.audit_log_from_1')).toBe(RANGE);
    for (const statement of ['update % set hash = hash', 'delete from %', 'truncate %'])
      await expect(owner.query(statement.replace('%', 'audit_archive.audit_log_from_1'))).rejects.toMatchObject({
        code: '42501',
      });
    await expect(role.query('select from audit_archive.audit_log_from_1')).rejects.toMatchObject({ code: '42501' });
    await expect(role.query('delete from audit_archives')).rejects.toMatchObject({ code: '42501' });
    await expect(owner.query('delete from audit_archives')).rejects.toMatchObject({ code: '42501' });
  });

  it('is followed by an export that continues it, and named by the page and the export', async () => {
    const file = await exportToFile();
    const [first = ''] = archives();
    const whole = await verifyFiles(first, file);
    expect(whole).toMatchObject({ isValid: true, firstSeq: 1 });
    const rest = await verifyFiles(file);
    expect(rest).toMatchObject({ isValid: true, firstSeq: RANGE + 1 });
    if (!whole.isValid || !rest.isValid) throw new Error('both must be valid');
    // Without the archive, the first entry is not checked.
    expect([whole.entries, rest.entries]).toEqual([whole.lastSeq, whole.lastSeq - RANGE - 1]);
    const page = await readAudit({});
    if (!page.ok) throw new Error('an administrator must be given the log');
    const { archived, items } = page.value;
    expect(archived).toMatchObject({ lastSeq: RANGE, lastHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(items[0]?.entry).toMatchObject({ action: 'audit.exported', after: { archived } });
    expect(items.map(({ entry }) => entry.action)).toContain('audit.archived');
    const known = await verifyExports([readFile(file)], { heads: [{ seq: RANGE, hash: archived?.lastHash ?? '' }] });
    expect(known).toMatchObject({ isValid: true, entries: whole.lastSeq - RANGE });
  });

  it('is archived after the one before, packed and dropped, while others append', async () => {
    await appendMany(RANGE);
    await planAll();
    const [archived] = await Promise.all([
      archive({ isCompressed: true, isDropped: true }),
      ...Array.from({ length: 30 }, append),
    ]);
    expect(archived).toMatchObject({ isArchived: true, firstSeq: RANGE + 1, lastSeq: 2 * RANGE });
    const { rows } = await owner.query(`select to_regclass('audit_archive.audit_log_from_21') as kept`);
    expect(rows).toEqual([{ kept: null }]);
    const files = archives().toSorted((a, b) => readSeq(a) - readSeq(b));
    expect(files[1]).toMatch(/\.jsonl\.gz$/);
    expect(await verifyFiles(...files, await exportToFile())).toMatchObject({ isValid: true, firstSeq: 1 });
    expect(await verifyFiles(...files.toReversed())).toMatchObject({ isValid: false, file: 1, line: 1 });
  });

  it('is not archived where its entries were changed, or a file of its name has other bytes', async () => {
    await appendMany(2 * RANGE);
    await planAll();
    await owner.query('set session_replication_role = replica');
    await owner.query(`update audit_log set entry = replace(entry, '"origin":null', '"origin":"x"') where seq = 50`);
    await expect(archive()).rejects.toThrow('Entry 50 or the entry before it was changed.');
    await owner.query(`update audit_log set entry = replace(entry, '"origin":"x"', '"origin":null') where seq = 50`);
    await owner.query('set session_replication_role = origin');
    const foreign = path.join(directory, `countersign-audit-${2 * RANGE + 1}-${3 * RANGE}.jsonl`);
    writeFileSync(foreign, 'of somebody else');
    await expect(archive()).rejects.toThrow('is there already and differs');
    expect(readFileSync(foreign, 'utf8')).toBe('of somebody else');
    rmSync(foreign);
    expect(await archive()).toMatchObject({ isArchived: true, firstSeq: 2 * RANGE + 1 });
    expect(existsSync(foreign)).toBe(true);
  });
});

const readSeq = (file: string) => Number(/audit-(\d+)-/.exec(file)?.[1]);
