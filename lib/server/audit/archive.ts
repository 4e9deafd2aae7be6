import 'server-only';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import { CHAIN_START } from '@/lib/audit/audit-log';
import { appendAudit } from '@/lib/server/database/append-audit';
import { commitDurably, type Transaction } from '@/lib/server/database/client';
import { checkMigrations } from '@/lib/server/database/start-check';
import { auditArchives } from '@/lib/server/database/schema/audit';
import { publishFile, writeLines } from '@/lib/server/audit/archive-file';
import { listNeeds, type Range } from '@/lib/server/audit/archive-needs';

interface ArchiveOptions {
  directory: string;
  /** Writes the file as gzip. */
  isCompressed?: boolean;
  /** Drops the partition; otherwise it is kept beside the log, in the schema `audit_archive`. */
  isDropped?: boolean;
  /** Age that the last entry must have; thirty days by default, as long as notices about entries are kept. */
  minAgeDays?: number;
  /** Verifies the file before anything in the database changes; throws where it does not have what it should. */
  verify: (file: string, expected: ArchiveContent) => Promise<void>;
}

/** What the file of an archive has: its entries, the hash before the first of them, and that of the last. */
export interface ArchiveContent {
  firstSeq: number;
  lastSeq: number;
  previousHash: string;
  lastHash: string;
}

/** Result of archiving: what was archived, or why nothing was. */
export type Archived =
  | { isArchived: true; firstSeq: number; lastSeq: number; lastHash: string; file: string; sha256: string }
  | { isArchived: false; reasons: string[] };

const MIN_AGE_DAYS = 30;
const LOCK = `hashtextextended('audit archive', 0)`;

/**
 * Archives the oldest complete partition of the audit log: writes its entries to a file, verifies the file, and only then
 * detaches the partition, records the archive and appends an entry about it, in one transaction. Takes a connection of
 * the tables' owner. What was interrupted is done again from the beginning. Throws where the file does not verify.
 */
export async function archiveOldest(client: Client, options: ArchiveOptions): Promise<Archived> {
  const { directory, isCompressed = false, minAgeDays = MIN_AGE_DAYS } = options;
  if ((await checkMigrations(client)) !== 'current')
    return { isArchived: false, reasons: ['The database is not at this version: run npm run migrate first.'] };
  const { rows: locks } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`);
  if (!locks[0]?.taken) return { isArchived: false, reasons: ['Another process is archiving.'] };
  try {
    const range = await findOldest(client);
    if (!range) return { isArchived: false, reasons: ['No range of the audit log is complete.'] };
    const reasons = await listNeeds(client, range, { minAgeDays });
    if (reasons.length > 0) return { isArchived: false, reasons };
    const previousHash = await readPreviousHash(client, range);
    mkdirSync(directory, { recursive: true });
    const name = `countersign-audit-${range.firstSeq}-${range.lastSeq}.jsonl${isCompressed ? '.gz' : ''}`;
    const unfinished = path.join(directory, `${name}.part`);
    const lastHash = await writeLines(client, range, { file: unfinished, isCompressed });
    await options.verify(unfinished, { ...range, previousHash, lastHash });
    const file = path.join(directory, name);
    const sha256 = await publishFile(unfinished, file);
    await detach(client, range, { previousHash, lastHash, name, sha256, isDropped: options.isDropped, minAgeDays });
    return { isArchived: true, firstSeq: range.firstSeq, lastSeq: range.lastSeq, lastHash, file, sha256 };
  } finally {
    await client.query(`select pg_advisory_unlock(${LOCK})`);
  }
}

async function findOldest(client: Client): Promise<Range | undefined> {
  const { rows } = await client.query<{ partition: string; first: string; end: string | null; head: string }>(
    `select c.relname as partition, substring(bound from 'FROM \\(''?(\\d+)') as first,
       substring(bound from 'TO \\(''?(\\d+)') as "end", (select seq from audit_head)::text as head
     from pg_inherits join pg_class c on c.oid = inhrelid, lateral (select pg_get_expr(c.relpartbound, c.oid) as bound) b
     where inhparent = 'public.audit_log'::regclass
     order by substring(bound from 'FROM \\(''?(\\d+)')::bigint limit 1`,
  );
  const [oldest] = rows;
  if (!oldest || oldest.end === null) return undefined;
  const range = { partition: oldest.partition, firstSeq: Number(oldest.first), lastSeq: Number(oldest.end) - 1 };
  return Number(oldest.head) >= range.lastSeq ? range : undefined;
}

async function readPreviousHash(client: Client, { firstSeq }: Range): Promise<string> {
  if (firstSeq === 1) return CHAIN_START;
  const { rows } = await client.query<{ hash: string }>(
    'select last_hash as hash from audit_archives where last_seq = $1',
    [firstSeq - 1],
  );
  if (!rows[0]) throw new Error(`audit_archives does not have the archive that ends at entry ${firstSeq - 1}`);
  return rows[0].hash;
}

interface Detached {
  previousHash: string;
  lastHash: string;
  name: string;
  sha256: string;
  isDropped: boolean | undefined;
  minAgeDays: number;
}

function detach(client: Client, range: Range, archived: Detached): Promise<void> {
  return drizzle(client).transaction(async (transaction) => {
    await commitDurably(transaction);
    // Before the entry, whose lock those wait for who hold the table: appends wait meanwhile.
    await transaction.execute(sql`set local lock_timeout = '2s'`);
    const table = sql.identifier(range.partition);
    await transaction.execute(sql`alter table audit_log detach partition ${table}`);
    const reasons = await listNeeds(client, range, archived);
    if (reasons.length > 0) throw new Error(`the entries are needed again: ${reasons.join(' ')}`);
    if (archived.isDropped) await transaction.execute(sql`drop table ${table}`);
    else await keepDetached(transaction, range.partition);
    await record(transaction, range, archived);
  });
}

/** Moves a detached partition out of reach of the console's role, and protects it as the log is. */
async function keepDetached(transaction: Transaction, partition: string): Promise<void> {
  const table = sql.identifier(partition);
  await transaction.execute(sql`create schema if not exists audit_archive`);
  await transaction.execute(sql`alter table ${table} set schema audit_archive`);
  // The trigger of the log left with it; the one against truncation is the partition's own.
  await transaction.execute(
    sql`create trigger audit_archive_append_only before update or delete on audit_archive.${table}
      for each row execute function refuse_change()`,
  );
}

async function record(transaction: Transaction, range: Range, archived: Detached): Promise<void> {
  const { firstSeq, lastSeq } = range;
  const { previousHash, lastHash, name: fileName, sha256: fileSha256 } = archived;
  await transaction.insert(auditArchives).values({ firstSeq, lastSeq, previousHash, lastHash, fileName, fileSha256 });
  await appendAudit(transaction, {
    action: 'audit.archived',
    actor: null,
    subject: 'audit',
    origin: null,
    after: { firstSeq, lastSeq, lastHash, fileName, fileSha256 },
  });
}
