// A database is saved and restored with the programs of Debian's PostgreSQL, where it is installed, and as a copy where
// it is not; then rows and rules go missing from further copies, as the owner of a database could take them.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBackup, describeBackup } from '@/lib/server/backup/check-backup';
import { pool } from '@/lib/server/database/client';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { prepareDatabase } from '@/scripts/stack/postgres/console-role';
import { type RunningPostgres, startPostgres } from '@/scripts/stack/postgres/postgres';
import { findDebianPostgres } from '@/scripts/stack/postgres/postgres-binaries';
import { samplePdf } from '@/scripts/stack/sample-files';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { putPolicyWithoutSums } from '@/scripts/testing/data/policy';
import { makeAs } from '@/scripts/testing/data/requests';
import { uploadFile } from '@/scripts/testing/data/upload';
import { as } from '@/scripts/testing/people/caller';
import { setUpSettings, signInAs } from '@/scripts/testing/test-process';
import { resetSingletons } from '@/scripts/testing/singletons';

const debian = findDebianPostgres();
const directory = mkdtempSync(path.join(tmpdir(), 'countersign-backup-'));
// PostgreSQL may run under another account, which must be able to enter.
chmodSync(directory, 0o711);
let server: RunningPostgres;
let copies = 0;

beforeAll(async () => {
  server = await startPostgres({
    dataDir: path.join(directory, 'data'),
    isDurable: false,
    logFile: path.join(directory, 'log'),
    ...(debian && { binaries: debian }),
  });
  await prepareDatabase(server.url);
});
setUpSettings(() => ({ DATABASE_URL: server.url }));
afterAll(async () => {
  await resetSingletons();
  await server.part.stop();
  rmSync(directory, { recursive: true, force: true });
});

const at = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href;

async function run(database: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: at(database) });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Restores the database under another name, by a dump or as a copy. */
async function restore(from: string): Promise<string> {
  const name = `restored_${(copies += 1)}`;
  if (!debian || from !== 'countersign') {
    await run('postgres', `create database ${name} template ${from}`);
    return name;
  }
  const file = path.join(directory, 'countersign.dump');
  await run('postgres', `create database ${name}`);
  await promisify(execFile)(debian.pgDump, ['--format=custom', `--file=${file}`, at(from)]);
  await promisify(execFile)(debian.pgRestore, ['--no-owner', '--no-privileges', `--dbname=${at(name)}`, file]);
  return name;
}

/** Gives the faults that are found in a copy after these statements, without triggers. */
async function findFaults(from: string, ...statements: string[]): Promise<string[]> {
  const name = await restore(from);
  await run(name, 'set session_replication_role = replica', ...statements);
  return (await checkBackup(at(name))).flatMap(({ faults }) => faults);
}

it('finds a restored database whole, and whatever is missing from it', async () => {
  await putPolicyWithoutSums();
  const [asker, one, two] = [
    await signInAs('finance', ['finance']),
    await signInAs('approver-one', ['approver']),
    await signInAs('approver-two', ['approver']),
  ];
  const [id] = [await makeAs(asker), await makeAs(asker)];
  await approveRequest(id, one.person, two.person);
  expect((await claimSend())?.requestId).toBe(id);
  as(asker);
  await uploadFile('invoice.pdf', samplePdf());
  // A database that is copied has no connections.
  await pool().end();
  const whole = await restore('countersign');

  const checks = await checkBackup(at(whole));
  expect(checks.flatMap(({ faults }) => faults)).toEqual([]);
  expect(describeBackup(checks)).toMatch(
    /^ok {5}Schema: .*\nok {5}Audit log: \d+ entries to .*, \d+:[0-9a-f]{64}; no head/,
  );
  expect(describeBackup(checks)).toContain(
    '\nok     Requests: 2 in the table and in the audit log\nok     Decisions: 2 ',
  );
  expect(describeBackup(checks)).toContain('\nok     Sends: 1 in the table');
  expect(describeBackup(checks)).toContain('\nok     Files: 1, each by its SHA-256\nThe backup is whole.');

  const subject = `request:${id}`;
  const disable = `alter table decisions disable trigger decisions_in_time`;
  expect(await findFaults(whole, `drop trigger sends_stepped on sends`, `drop index sends_due`, disable)).toEqual([
    expect.stringMatching(/^table decisions has switched off: CREATE TRIGGER decisions_in_time /),
    expect.stringMatching(/^table sends lacks: CREATE INDEX sends_due /),
    expect.stringMatching(/^table sends lacks: CREATE TRIGGER sends_stepped /),
  ]);
  const rows = [
    `update audit_log set at = at + interval '1 microsecond' where seq = 3`,
    `delete from decisions`,
    `delete from send_attempts`,
    `update attachment_chunks set bytes = overlay(bytes placing '\\x00' from 9)`,
  ];
  expect(await findFaults(whole, ...rows)).toEqual([
    'Entry 3 does not continue the one before it.',
    `${subject}: 0 in the table, 2 in the audit log`,
    `${subject}: 0 in the table, 1 in the audit log`,
    expect.stringContaining('is not as it was uploaded'),
  ]);
  expect(await findFaults(whole, `delete from audit_log where seq = (select seq from audit_head)`)).toEqual([
    'The log does not end where audit_head says.',
  ]);
  const absent = `2:${'0'.repeat(12)}`;
  expect((await checkBackup(at(whole), ['3:zz', absent]))[1]?.faults).toEqual([
    '3:zz is no head: give SEQ:HASH, at least 12 digits of the hash.',
    `The log does not contain the head ${absent}.`,
  ]);
});
