import 'server-only';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '@/lib/server/database/schema/columns';

/** The audit log. Triggers refuse changes and deletions (sql/kept.sql). */
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
