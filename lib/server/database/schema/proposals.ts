import 'server-only';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ApproverGroup } from '@/lib/approver-groups/approver-groups';
import { SUSPENSION_EVENTS } from '@/lib/identity/suspensions';
import type { Registry } from '@/lib/networks/assets';
import type { PolicyRule } from '@/lib/policy/rules';
import type { ProfileName } from '@/lib/profiles/find-name';
import { PROPOSAL_KINDS, PROPOSAL_STATES } from '@/lib/proposals/proposals';
import type { ProfileRight } from '@/lib/rights/profile-rights';
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
    byPersonId: uuid('by_person_id')
      .notNull()
      .references(() => people.id),
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
    check('person_suspensions_two_lift', sql`(event = 'LIFTED') = (proposal_id is not null)`),
  ],
);

/** Versions of the registry of assets and networks; the highest number is in force. No row: the built-in registry. */
export const registryVersions = pgTable('directory_versions', {
  version: integer('version').primaryKey(),
  /** Registry (lib/networks/assets). */
  registry: json('directory').$type<Registry>().notNull(),
  proposalId: uuid('proposal_id').references(() => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});

/** Versions of the policy; the highest number is in force. */
export const policyVersions = pgTable(
  'policy_versions',
  {
    version: integer('version').primaryKey(),
    /** PolicyRule[] (lib/policy/rules). */
    rules: json('rules').$type<PolicyRule[]>().notNull(),
    /** The proposal that changed the policy; null for the console's default policies. */
    proposalId: uuid('proposal_id').references(() => proposals.id),
    activeFrom: instant('active_from').notNull().defaultNow(),
    /** False for versions from before limits matched assets without one (lib/policy/policy-warnings). */
    failsClosed: boolean('fails_closed').notNull().default(true),
  },
  () => [
    // Not checked for rows from before every withdrawal took an approval.
    check(
      'policy_versions_at_least_one',
      sql`not jsonb_path_exists(rules::jsonb, '$[*].then ? (@.kind == "approve" && (!(@.count >= 1) || (@.count >= 1) is unknown))')`,
    ),
  ],
);

/** Versions of the list of profiles from which others may send; the highest number is in force. */
export const externalProfiles = pgTable('external_profiles', {
  version: integer('version').primaryKey(),
  /** In canonical form (lib/text/uuid). */
  profiles: text('profiles').array().notNull(),
  proposalId: uuid('proposal_id').references(() => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});

/** Versions of the names of profiles; the highest number is in force. No row: no profile has a name. */
export const profileNames = pgTable('profile_names', {
  version: integer('version').primaryKey(),
  names: json('names').$type<ProfileName[]>().notNull(),
  proposalId: uuid('proposal_id').references(() => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});

/** Versions of who may use which profiles; the highest number is in force. No row: everybody may use all. */
export const profileRights = pgTable('profile_rights', {
  version: integer('version').primaryKey(),
  rights: json('rights').$type<ProfileRight[]>().notNull(),
  proposalId: uuid('proposal_id').references(() => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});

/** Versions of the groups of approvers; the highest number is in force. No row: there is none. */
export const approverGroups = pgTable('approver_groups', {
  version: integer('version').primaryKey(),
  groups: json('groups').$type<ApproverGroup[]>().notNull(),
  proposalId: uuid('proposal_id').references(() => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});
