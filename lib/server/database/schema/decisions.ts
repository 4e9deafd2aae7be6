import 'server-only';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { MAX_DELEGATION_DAYS } from '@/lib/delegation/delegations';
import type { Role } from '@/lib/identity/roles';
import { APPROVING_ROLES } from '@/lib/policy/rules';
import { VERDICTS } from '@/lib/requests/decisions';
import { HASTE_REASONS } from '@/lib/requests/haste';
import { at, instant, oneOf } from '@/lib/server/database/schema/columns';
import { people, personId } from '@/lib/server/database/schema/people';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';

/**
 * Delegations: for a span of time, the delegate decides for the delegator in one role. Triggers refuse changes other
 * than an early end, deletions, and circles.
 */
export const delegations = pgTable(
  'delegations',
  {
    id: uuid('id').primaryKey(),
    delegatorId: uuid('delegator_id')
      .notNull()
      .references(() => people.id),
    delegateId: uuid('delegate_id')
      .notNull()
      .references(() => people.id),
    role: text('role', { enum: APPROVING_ROLES }).notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    endedBy: uuid('ended_by').references(() => people.id),
  },
  (table) => [
    unique('delegations_people').on(table.id, table.delegatorId, table.delegateId),
    index('delegations_delegator').on(table.delegatorId, table.endsAt),
    index('delegations_delegate').on(table.delegateId, table.endsAt),
    check('delegations_two', sql`delegator_id <> delegate_id`),
    check('delegations_role', oneOf('role', APPROVING_ROLES)),
    check(
      'delegations_span',
      sql`ends_at > starts_at and ends_at <= starts_at + interval '${sql.raw(String(MAX_DELEGATION_DAYS))} days'`,
    ),
    check('delegations_reason', sql`char_length(reason) between 1 and 500`),
    check('delegations_ended', sql`(ended_at is null) = (ended_by is null)`),
  ],
);

/** Decisions on bytes. One per person and version, and never the requester's. */
export const decisions = pgTable(
  'decisions',
  {
    requestId: uuid('request_id').notNull(),
    version: integer('version').notNull(),
    personId: personId(),
    requesterId: uuid('requester_id').notNull(),
    /** Hash of the bytes that the person saw. */
    bodySha256: text('body_sha256').notNull(),
    verdict: text('verdict', { enum: VERDICTS }).notNull(),
    /** The address that the person confirmed, where similar addresses exist. */
    chosenAddress: text('chosen_address'),
    comment: text('comment').notNull().default(''),
    /** The person's roles at that moment. */
    roles: text('roles').array().$type<Role[]>().notNull(),
    /** Groups that the person, and the one they decided for, were members of at that moment. */
    groups: text('groups').array().notNull().default([]),
    decidedAt: instant('decided_at').notNull().defaultNow(),
    /** The delegation under which the person decided for another, and who that is. */
    delegationId: uuid('delegation_id'),
    forPersonId: uuid('for_person_id'),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.version, table.personId] }),
    // A trigger counts delegate and delegator as one, and asks whether the delegation is in force.
    foreignKey({
      columns: [table.delegationId, table.forPersonId, table.personId],
      foreignColumns: [delegations.id, delegations.delegatorId, delegations.delegateId],
      name: 'decisions_delegation',
    }),
    check(
      'decisions_for',
      sql`(delegation_id is null) = (for_person_id is null) and for_person_id <> requester_id and for_person_id <> person_id`,
    ),
    foreignKey({
      columns: [table.requestId, table.requesterId],
      foreignColumns: [withdrawalRequests.id, withdrawalRequests.requesterId],
      name: 'decisions_requester',
    }),
    foreignKey({
      columns: [table.requestId, table.version, table.bodySha256],
      foreignColumns: [requestVersions.requestId, requestVersions.version, requestVersions.bodySha256],
      name: 'decisions_bytes',
    }),
    index('decisions_person').on(table.personId, table.decidedAt),
    // For the search.
    index('decisions_comment')
      .using('gin', sql`fold_case(comment) gin_trgm_ops`)
      .where(sql`comment <> ''`),
    check('decisions_not_own', sql`person_id <> requester_id`),
    check('decisions_verdict', oneOf('verdict', VERDICTS)),
  ],
);

/** Decisions that were made in haste, one row each. Triggers refuse changes and deletions. */
export const hastyDecisions = pgTable(
  'hasty_decisions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: personId(),
    /** `request:<id>` or `group:<id>`, as in the audit log. */
    subject: text('subject').notNull(),
    reason: text('reason', { enum: HASTE_REASONS }).notNull(),
    /** For how long the browser showed what was decided on, as it says itself; null where it said nothing. */
    shownMs: integer('shown_ms'),
    at: at(),
  },
  (table) => [
    index('hasty_decisions_at').on(table.at),
    check('hasty_decisions_reason', oneOf('reason', HASTE_REASONS)),
    check('hasty_decisions_shown', sql`shown_ms >= 0`),
  ],
);

/** Approvals that were withdrawn; final for that person and version. */
export const approvalWithdrawals = pgTable(
  'approval_withdrawals',
  {
    requestId: uuid('request_id').notNull(),
    version: integer('version').notNull(),
    personId: uuid('person_id').notNull(),
    reason: text('reason').notNull().default(''),
    withdrawnAt: instant('withdrawn_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.version, table.personId] }),
    foreignKey({
      columns: [table.requestId, table.version, table.personId],
      foreignColumns: [decisions.requestId, decisions.version, decisions.personId],
      name: 'approval_withdrawals_decision',
    }),
    index('approval_withdrawals_reason')
      .using('gin', sql`fold_case(reason) gin_trgm_ops`)
      .where(sql`reason <> ''`),
  ],
);

/** The facts of each vote from which lib/requests/votes.ts decides whether the vote counts (view). */
export const voteFacts = pgView('vote_facts', {
  requestId: uuid('request_id').notNull(),
  version: integer('version').notNull(),
  personId: uuid('person_id').notNull(),
  verdict: text('verdict', { enum: VERDICTS }).notNull(),
  roles: text('roles').array().$type<Role[]>().notNull(),
  ageS: doublePrecision('age_s').notNull(),
  signInAgeS: doublePrecision('sign_in_age_s'),
  hadRole: boolean('had_role').notNull(),
  hasLostRole: boolean('has_lost_role').notNull(),
  wasSuspended: boolean('was_suspended').notNull(),
  withdrawnAt: instant('withdrawn_at'),
  withdrawalReason: text('withdrawal_reason'),
  isRequester: boolean('is_requester').notNull(),
  isEarlierVoter: boolean('is_earlier_voter').notNull(),
  forPersonId: uuid('for_person_id'),
  lacksDelegation: boolean('lacks_delegation').notNull(),
}).existing();
