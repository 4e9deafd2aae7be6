import 'server-only';
import { sql } from 'drizzle-orm';
import { bigint, check, index, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SUSPENSION_EVENTS } from '@/lib/identity/suspensions';
import { PROPOSAL_KINDS, PROPOSAL_STATES } from '@/lib/proposals/proposals';
import { at, instant, oneOf } from '@/lib/server/database/schema/columns';
import { people, personId } from '@/lib/server/database/schema/people';

/** Changes that take two people: one proposes, another confirms (lib/proposals/proposals). */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: PROPOSAL_KINDS }).notNull(),
    /** Subject of the change: the id of a request, or the kind where only one subject exists. */
    subject: text('subject').notNull(),
    payload: json('payload').notNull(),
    comment: text('comment').notNull(),
    proposedBy: uuid('proposed_by')
      .notNull()
      .references(() => people.id),
    proposedAt: instant('proposed_at').notNull().defaultNow(),
    state: text('state', { enum: PROPOSAL_STATES }).notNull().default('OPEN'),
    decidedBy: uuid('decided_by').references(() => people.id),
    decidedAt: instant('decided_at'),
    decisionComment: text('decision_comment').notNull().default(''),
    /** What an analysis of the payload found when it was proposed, as sentences; null where there was none. */
    analysis: json('analysis'),
  },
  (table) => [
    uniqueIndex('proposals_one_open')
      .on(table.kind, table.subject)
      .where(sql`state = 'OPEN'`),
    index('proposals_subject').on(table.kind, table.subject, table.proposedAt),
    check('proposals_kind', oneOf('kind', PROPOSAL_KINDS)),
    check('proposals_state', oneOf('state', PROPOSAL_STATES)),
    check('proposals_two_people', sql`state <> 'CONFIRMED' or (decided_by is not null and decided_by <> proposed_by)`),
  ],
);

/** Suspensions and their ends; a person is suspended where the last event says so (SQL function `is_suspended`). */
export const personSuspensions = pgTable(
  'person_suspensions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: personId(),
    event: text('event', { enum: SUSPENSION_EVENTS }).notNull(),
    /** The administrator; null where the company's directory deactivated the account. */
    byPersonId: uuid('by_person_id').references(() => people.id),
    reason: text('reason').notNull(),
    /** The proposal by which two people lifted the suspension; null for a suspension. */
    proposalId: uuid('proposal_id').references(() => proposals.id),
    at: at(),
  },
  (table) => [
    index('person_suspensions_person').on(table.personId, table.id),
    uniqueIndex('person_suspensions_proposal')
      .on(table.proposalId)
      .where(sql`proposal_id is not null`),
    check('person_suspensions_event', oneOf('event', SUSPENSION_EVENTS)),
    check('person_suspensions_not_own', sql`by_person_id <> person_id`),
    check('person_suspensions_directory', sql`by_person_id is not null or event = 'SUSPENDED'`),
    check('person_suspensions_two_lift', sql`(event = 'LIFTED') = (proposal_id is not null)`),
  ],
);
