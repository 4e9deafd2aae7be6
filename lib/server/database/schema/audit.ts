import 'server-only';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '@/lib/server/database/schema/columns';

/**
 * The audit log, partitioned by ranges of `seq` (migration 0055). Triggers refuse changes and deletions (migration 0001).
 */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    action: text('action').notNull(),
    /** Null for an action of the console itself. */
    actorId: uuid('actor_id'),
    /** Subject of the entry, such as `request:...`, for lookups. */
    subject: text('subject').notNull(),
    /** The whole entry as JSON (AuditEntry), exactly as hashed. */
    entry: text('entry').notNull(),
    /** SHA-256 over the previous hash, seq, at and entry, each on a line. */
    hash: text('hash').notNull(),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    index('audit_log_action').on(table.action, table.seq),
    index('audit_log_actor').on(table.actorId, table.seq),
    index('audit_log_actor_action').on(table.actorId, table.action, table.seq),
    index('audit_log_subject').on(table.subject, table.seq),
    // Not validated for earlier entries (migration 0022).
    check(
      'audit_log_columns',
      sql`starts_with(entry, '{"action":' || to_json(action)::text || ',"subject":' || to_json(subject)::text
        || ',"actor":' || coalesce('{"id":"' || actor_id::text || '",', 'null'))`,
    ),
  ],
);

/** End of the audit chain. Its lock orders the entries of all processes, so it is taken last in a transaction. */
export const auditHead = pgTable(
  'audit_head',
  {
    id: integer('id').primaryKey().default(1),
    seq: bigint('seq', { mode: 'number' }).notNull().default(0),
    hash: text('hash').notNull(),
  },
  () => [check('audit_head_single', sql`id = 1`)],
);

/**
 * Ranges of the audit log that stand in files and no longer in the table (docs/operations.md#archives-of-the-audit-log).
 * Rows are written by the owner of the tables, and triggers refuse changes and deletions (migration 0055).
 */
export const auditArchives = pgTable(
  'audit_archives',
  {
    firstSeq: bigint('first_seq', { mode: 'number' }).primaryKey(),
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    /** Hash of the entry before the first. */
    previousHash: text('previous_hash').notNull(),
    lastHash: text('last_hash').notNull(),
    /** Name of the file, without its directory, and the SHA-256 of its bytes. */
    fileName: text('file_name').notNull(),
    fileSha256: text('file_sha256').notNull(),
    archivedAt: instant('archived_at').notNull().defaultNow(),
  },
  () => [check('audit_archives_range', sql`last_seq >= first_seq`)],
);
