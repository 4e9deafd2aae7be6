import 'server-only';
import { sql } from 'drizzle-orm';
import { bigint, check, customType, index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SETTLEMENT_EVENTS } from '@/lib/cases/contract';
import { people, withdrawalRequests } from '@/lib/server/database/schema';

// Compared byte by byte, as in the mirror.
const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const instant = (name: string) => timestamp(name, { withTimezone: true });
const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const personId = () =>
  uuid('person_id')
    .notNull()
    .references(() => people.id);
const at = () =>
  instant('at')
    .notNull()
    .default(sql`clock_timestamp()`);

/**
 * Notes of the desk on transfers. Triggers refuse changes and deletions (migration 0024). By the transfer's id without a
 * foreign key, since the mirror can be dropped and read again.
 */
export const caseNotes = pgTable(
  'case_notes',
  { id: id(), transferId: key('transfer_id').notNull(), personId: personId(), note: text('note').notNull(), at: at() },
  (table) => [
    index('case_notes_transfer').on(table.transferId, table.id),
    index('case_notes_text').using('gin', sql`fold_case(note) gin_trgm_ops`),
    check('case_notes_length', sql`char_length(note) between 1 and 2000`),
  ],
);

/** Problems of transfers that were settled or reopened. Triggers refuse changes and deletions (migration 0024). */
export const problemSettlements = pgTable(
  'problem_settlements',
  {
    id: id(),
    transferId: key('transfer_id').notNull(),
    event: text('event', { enum: SETTLEMENT_EVENTS }).notNull(),
    /** Fingerprint of the problem (SQL function `problem_fingerprint`); a settlement holds for this problem alone. */
    problem: text('problem').notNull(),
    personId: personId(),
    reason: text('reason').notNull(),
    at: at(),
  },
  (table) => [
    index('problem_settlements_transfer').on(table.transferId, table.id),
    check('problem_settlements_event', sql`event in ('SETTLED', 'REOPENED')`),
    check('problem_settlements_reason', sql`char_length(reason) between 1 and 300`),
  ],
);

/** Transfers, and requests that are not sent yet, whose completion a person wants to see. */
export const transferWatches = pgTable(
  'transfer_watches',
  {
    id: id(),
    personId: personId(),
    transferId: key('transfer_id'),
    requestId: uuid('request_id').references(() => withdrawalRequests.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the outcome was first shown to the person; null until then. */
    doneAt: instant('done_at'),
  },
  (table) => [
    uniqueIndex('transfer_watches_transfer').on(table.personId, table.transferId),
    uniqueIndex('transfer_watches_request').on(table.personId, table.requestId),
    check('transfer_watches_one', sql`num_nonnulls(transfer_id, request_id) = 1`),
  ],
);
