import 'server-only';
import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SETTLEMENT_EVENTS } from '@/lib/cases/contract';
import { COMMENT_KINDS } from '@/lib/requests/conversation';
import { personId } from '@/lib/server/database/schema/people';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { at, instant, key } from '@/lib/server/database/schema/columns';

const id = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/**
 * Notes of the desk on transfers. Triggers refuse changes and deletions. By the transfer's id without a
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

/** Problems of transfers that were settled or reopened. Triggers refuse changes and deletions. */
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

/** What people said about a request: comments, questions and their answers. Triggers refuse changes. */
export const requestComments = pgTable(
  'request_comments',
  {
    id: id(),
    requestId: uuid('request_id').notNull(),
    version: integer('version').notNull(),
    personId: personId(),
    kind: text('kind', { enum: COMMENT_KINDS }).notNull(),
    /** The question that is answered or withdrawn. */
    questionId: bigint('question_id', { mode: 'number' }),
    body: text('body').notNull(),
    at: at(),
  },
  (table) => [
    foreignKey({
      columns: [table.requestId, table.version],
      foreignColumns: [requestVersions.requestId, requestVersions.version],
      name: 'request_comments_version',
    }),
    foreignKey({ columns: [table.questionId], foreignColumns: [table.id], name: 'request_comments_answered' }),
    index('request_comments_request').on(table.requestId, table.id),
    index('request_comments_text').using('gin', sql`fold_case(body) gin_trgm_ops`),
    index('request_comments_of_question')
      .on(table.questionId)
      .where(sql`question_id is not null`),
    check('request_comments_kind', sql`kind in ('COMMENT', 'QUESTION', 'ANSWER', 'WITHDRAWN')`),
    check('request_comments_question', sql`(kind in ('ANSWER', 'WITHDRAWN')) = (question_id is not null)`),
    check(
      'request_comments_body',
      sql`case when kind = 'WITHDRAWN' then body = '' else char_length(body) between 1 and 1000 end`,
    ),
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
