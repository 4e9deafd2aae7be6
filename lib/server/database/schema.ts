import 'server-only';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  pgView,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { VERDICTS, REQUEST_STATES } from '@/lib/requests/decisions';
import { MAX_DELEGATION_DAYS } from '@/lib/delegation/delegations';
import { HASTE_REASONS } from '@/lib/requests/haste';
import { GROUP_KINDS } from '@/lib/requests/groups';
import type { PolicyFacts } from '@/lib/policy/facts';
import { APPROVING_ROLES, type PolicyRule } from '@/lib/policy/rules';
import { PROPOSAL_KINDS, PROPOSAL_STATES } from '@/lib/proposals/proposals';
import { RECIPIENT_STATES } from '@/lib/recipients/recipients';
import { ADDRESS_ENTRIES } from '@/lib/withdrawals/address-entry';
import type { Beneficiary } from '@/lib/withdrawals/beneficiary';
import type { Role } from '@/lib/identity/roles';
import { SUSPENSION_EVENTS } from '@/lib/identity/suspensions';
import type { OptionalField } from '@/lib/sends/compare-transfer';
import { SEND_STATES, type WalkReport, type HoldReason, type SendReason } from '@/lib/sends/send-machine';
import type { SendSettings } from '@/lib/sends/send-settings';
import { TRANSFER_ALARM_KINDS, type TransferAlarmDetail } from '@/lib/transfer-watch/transfer-alarm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { Registry } from '@/lib/networks/assets';
import type { ProfileName } from '@/lib/profiles/find-name';
import type { ApproverGroup } from '@/lib/approver-groups/approver-groups';
import type { GroupNeed } from '@/lib/approver-groups/needs';
import type { ProfileRight } from '@/lib/rights/profile-rights';
import type { CostCheck } from '@/lib/sends/cost';
import type { AttemptEvidence } from '@/lib/sends/explain-send';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
// Compared byte by byte, as in the mirror.
const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const instant = (name: string) => timestamp(name, { withTimezone: true });
const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);

/** People who have signed in. Issuer and subject identify a person; name and e-mail are labels. */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    /** Roles stated at the last sign-in, for lists of approvers. The session decides what a person can do now. */
    roles: text('roles').array().$type<Role[]>().notNull().default([]),
    /** True if the identity provider had verified the e-mail address at the last sign-in. */
    isEmailVerified: boolean('email_verified').notNull().default(false),
    /** The value of OIDC_PERSON_CLAIM at the last sign-in; null where the claim is not set or not stated. */
    personClaim: text('person_claim'),
    /** Values of the groups claim at the last sign-in, for groups that the identity provider keeps. */
    claimedGroups: text('claimed_groups').array().notNull().default([]),
    /** Keys that two accounts of one person share (lib/identity/same-person.ts). */
    identityKeys: text('identity_keys').array().notNull().default([]),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('people_issuer_subject').on(table.issuer, table.subject),
    index('people_identity_keys').using('gin', table.identityKeys),
    index('people_name_key').on(sql`name_key(name)`),
  ],
);

/** Sign-ins, with the roles and identity keys of that moment. Written by a trigger on sessions (migration 0018). */
export const signIns = pgTable(
  'sign_ins',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    roles: text('roles').array().$type<Role[]>().notNull(),
    identityKeys: text('identity_keys').array().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('sign_ins_person').on(table.personId, table.at),
    index('sign_ins_identity_keys').using('gin', table.identityKeys),
  ],
);

/** Suspensions and their ends; a person is suspended where the last event says so (SQL function `is_suspended`). */
export const personSuspensions = pgTable(
  'person_suspensions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    event: text('event', { enum: SUSPENSION_EVENTS }).notNull(),
    byPersonId: uuid('by_person_id')
      .notNull()
      .references(() => people.id),
    reason: text('reason').notNull(),
    /** The proposal by which two people lifted the suspension; null for a suspension. */
    proposalId: uuid('proposal_id').references((): AnyPgColumn => proposals.id),
    at: instant('at')
      .notNull()
      .default(sql`clock_timestamp()`),
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

/** One row per sign-in. The cookie carries the id; the table has only its hash, so a leaked table opens no session. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    roles: text('roles').array().$type<Role[]>().notNull(),
    /** When the identity provider saw the person, which may be before this session began. */
    authenticatedAt: instant('authenticated_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    seenAt: instant('seen_at').notNull().defaultNow(),
    endsAt: instant('ends_at').notNull(),
    /** The audit log says who ended the session and why. */
    endedAt: instant('ended_at'),
    /** Origin of the sign-in, as far as it is known (Origin). */
    address: text('address'),
    agent: text('agent'),
  },
  (table) => [
    index('sessions_person').on(table.personId),
    index('sessions_not_ended')
      .on(table.createdAt)
      .where(sql`ended_at is null`),
  ],
);

/**
 * Use of each rate limit (lib/http/rate-limits), by person or address and kind of call. Unlogged (migration 0013):
 * cheap to write, and worth nothing after a crash.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  /** Time until which earlier calls count. */
  spentUntil: instant('spent_until').notNull(),
});

/** Refusals that repeat: when one of a kind was last recorded, and how many since then were only counted. */
export const refusals = pgTable('refusals', {
  key: text('key').primaryKey(),
  /** The recorded entry (AuditEntry). */
  entry: json('entry').$type<AuditEntry>().notNull(),
  writtenAt: instant('written_at').notNull().defaultNow(),
  unwritten: integer('unwritten').notNull().default(0),
});

/** Requests: requester, reference and state. The content is in their versions. */
export const withdrawalRequests = pgTable(
  'withdrawal_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    refId: text('ref_id').notNull(),
    requesterId: uuid('maker_id')
      .notNull()
      .references(() => people.id),
    /** The current version; approvals of other versions do not count. */
    version: integer('version').notNull().default(1),
    /** The group that the request was created in, and its position there, from 0. Never changes. */
    groupId: uuid('group_id').references((): AnyPgColumn => requestGroups.id),
    groupPosition: integer('group_position'),
    /** Number of restores of the database before the request was made (restoreEpochs); set by the database itself. */
    epoch: integer('epoch').notNull().default(0),
    state: text('state', { enum: REQUEST_STATES }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('withdrawal_requests_ref_id').on(table.refId),
    // So that a decision can reference the requester, and be refused if it is the requester's own.
    unique('withdrawal_requests_maker').on(table.id, table.requesterId),
    // In lower case and by bytes: a search finds a reference in any case, and by its beginning.
    index('withdrawal_requests_ref_key').on(sql`(lower(ref_id) collate "C")`),
    // Ascending, for lists in both directions: drizzle writes a descending index with nulls last, which no list asks for.
    index('withdrawal_requests_created').on(table.createdAt, table.id),
    index('withdrawal_requests_maker_created').on(table.requesterId, table.createdAt, table.id),
    index('withdrawal_requests_awaiting')
      .on(table.createdAt, table.id)
      .where(sql`state = 'AWAITING_APPROVAL'`),
    // For the list of withdrawals (migration 0027): a batch is one row, at its first request.
    index('withdrawal_requests_state_created').on(table.state, table.createdAt, table.id),
    index('withdrawal_requests_heads')
      .on(table.createdAt, table.id)
      .where(sql`group_position is null or group_position < 2`),
    index('withdrawal_requests_maker_heads')
      .on(table.requesterId, table.createdAt, table.id)
      .where(sql`group_position is null or group_position < 2`),
    index('withdrawal_requests_ref_text').using('gin', sql`lower(ref_id) gin_trgm_ops`),
    index('withdrawal_requests_returned')
      .on(table.requesterId, table.updatedAt)
      .where(sql`state in ('REJECTED', 'EXPIRED')`),
    uniqueIndex('withdrawal_requests_group')
      .on(table.groupId, table.groupPosition)
      .where(sql`group_id is not null`),
    check('withdrawal_requests_state', oneOf('state', REQUEST_STATES)),
    check('withdrawal_requests_grouped', sql`(group_id is null) = (group_position is null)`),
  ],
);

/** The content of a request, one row per edit. The bytes are built once, then hashed, shown, approved and sent. */
export const requestVersions = pgTable(
  'request_versions',
  {
    requestId: uuid('request_id')
      .notNull()
      .references(() => withdrawalRequests.id),
    version: integer('version').notNull(),
    /** Key of the form that created the version; the same form creates it once. */
    formKey: uuid('form_key').notNull(),
    body: bytes('body').notNull(),
    bodySha256: text('body_sha256').notNull(),
    /** Reason for the withdrawal; never sent. */
    note: text('note').notNull().default(''),
    /** The list of files under this version (lib/proof/attachments.ts); null for none. Never sent. */
    attachments: text('attachments'),
    /** Key of the recipient (lib/recipients/recipients), to find earlier payments. */
    recipientKey: text('recipient_key').notNull(),
    /** The policy version at creation, and what it requires. A later policy changes nothing here. */
    policyVersion: integer('policy_version')
      .notNull()
      .references(() => policyVersions.version),
    ruleNumber: integer('rule_number').notNull(),
    requiredApprovals: integer('required_approvals').notNull(),
    requiredRole: text('required_role', { enum: APPROVING_ROLES }).notNull(),
    /** What members of groups give, of the approvals required. */
    requiredGroups: json('required_groups').$type<GroupNeed[]>().notNull().default([]),
    /** Facts that the policy was given besides the body (PolicyFacts). */
    facts: json('facts').$type<PolicyFacts>().notNull(),
    /** How the address was entered (AddressEntry), and the entry of the address book that it came from. */
    addressEntry: text('address_entry', { enum: ADDRESS_ENTRIES }),
    recipientId: uuid('recipient_id').references((): AnyPgColumn => recipients.id),
    /** Recipient checks at creation (RecipientChecks), as the requester saw them. */
    checks: json('checks').$type<RecipientChecks>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The order in which versions were saved; limits over time count what was saved earlier (migration 0041). */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    /** The time before which the policy lets the withdrawal not leave; null where it does not wait. */
    notBefore: instant('not_before'),
    /** The time at which the version counts against limits over time. */
    countsAt: instant('counts_at')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(not_before, created_at)`),
    /** Members of the body, computed by the database for the list (migration 0027); empty where the body has none. */
    asset: key('asset')
      .notNull()
      .generatedAlwaysAs(sql`request_member(body, 'asset')`),
    network: key('network')
      .notNull()
      .generatedAlwaysAs(sql`request_member(body, 'crypto_network')`),
    profileId: key('profile_id')
      .notNull()
      .generatedAlwaysAs(sql`request_member(body, 'profile_id')`),
    /** The fixed value (`fixedValueOf`), -1 where the body has none, and the asset that it is counted in. */
    fixedAsset: key('fixed_asset')
      .notNull()
      .generatedAlwaysAs(sql`request_fixed_asset(body)`),
    fixedAmount: numeric('fixed_amount')
      .notNull()
      .generatedAlwaysAs(sql`request_fixed_amount(body)`),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.version] }),
    unique('request_versions_form_key').on(table.formKey),
    uniqueIndex('request_versions_position').on(table.position),
    index('request_versions_counts_at').on(table.countsAt),
    unique('request_versions_hash').on(table.requestId, table.version, table.bodySha256),
    // By bytes, so that all memos of one address are found by the beginning of the key.
    index('request_versions_recipient').on(table.recipientKey.op('text_pattern_ops'), table.createdAt),
    // For the search (migration 0023): every text on a line of its own, the address, and the amount with its asset.
    index('request_versions_text').using('gin', sql`request_text(body, note) gin_trgm_ops`),
    index('request_versions_address').on(sql`(request_address(body) collate "C")`),
    index('request_versions_money').on(sql`request_money(body)`),
    // For the list (migration 0027): each filter, and the order by amount within each asset, both ways.
    index('request_versions_asset').on(table.asset),
    index('request_versions_network').on(table.network),
    index('request_versions_profile_id').on(table.profileId),
    index('request_versions_smallest').on(table.fixedAsset, table.fixedAmount, table.requestId),
    index('request_versions_largest').on(table.fixedAsset, sql`(-fixed_amount)`, table.requestId),
    index('request_versions_fixed_amount').on(table.fixedAmount),
    // Neither the bytes nor the hash can change alone, and not both under an approval
    // (docs/specification/threats.md#sending).
    check('request_versions_sha256', sql`body_sha256 = encode(sha256(body), 'hex')`),
    check('request_versions_attachments', sql`json_array_length(attachments::json) between 1 and 5`),
    // To find earlier uses of a profile.
    index('request_versions_profile').on(sql`(facts->>'profileId')`),
    check('request_versions_required', sql`required_approvals between 0 and 250`),
    // Not checked for rows from before every withdrawal took an approval.
    check('request_versions_at_least_one', sql`required_approvals >= 1`),
  ],
);

/** Requests that follow one that was never paid (docs/specification/send-protocol.md#requested-again); one each. */
export const requestFollowUps = pgTable(
  'request_follow_ups',
  {
    requestId: uuid('request_id')
      .primaryKey()
      .references(() => withdrawalRequests.id),
    followsId: uuid('follows_id')
      .notNull()
      .references(() => withdrawalRequests.id),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    unique('request_follow_ups_follows').on(table.followsId),
    check('request_follow_ups_not_itself', sql`request_id <> follows_id`),
  ],
);

/** Returned requests that their requesters marked as done, by version: a changed request can be returned again. */
export const returnedDismissals = pgTable(
  'returned_dismissals',
  {
    requestId: uuid('request_id').notNull(),
    version: integer('version').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.version] }),
    foreignKey({
      columns: [table.requestId, table.version],
      foreignColumns: [requestVersions.requestId, requestVersions.version],
      name: 'returned_dismissals_version',
    }),
  ],
);

/**
 * Delegations: for a span of time, the delegate decides for the delegator in one role. Triggers refuse changes other
 * than an early end, deletions, and circles (migration 0037).
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
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    requesterId: uuid('maker_id').notNull(),
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
    /** The delegation under which the person decided for somebody, and who that is. */
    delegationId: uuid('delegation_id'),
    forPersonId: uuid('for_person_id'),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.version, table.personId] }),
    // A trigger counts delegate and delegator as one, and asks whether the delegation is in force (migration 0037).
    foreignKey({
      columns: [table.delegationId, table.forPersonId, table.personId],
      foreignColumns: [delegations.id, delegations.delegatorId, delegations.delegateId],
      name: 'decisions_delegation',
    }),
    check(
      'decisions_for',
      sql`(delegation_id is null) = (for_person_id is null) and for_person_id <> maker_id and for_person_id <> person_id`,
    ),
    foreignKey({
      columns: [table.requestId, table.requesterId],
      foreignColumns: [withdrawalRequests.id, withdrawalRequests.requesterId],
      name: 'decisions_maker',
    }),
    foreignKey({
      columns: [table.requestId, table.version, table.bodySha256],
      foreignColumns: [requestVersions.requestId, requestVersions.version, requestVersions.bodySha256],
      name: 'decisions_bytes',
    }),
    index('decisions_person').on(table.personId, table.decidedAt),
    check('decisions_not_own', sql`person_id <> maker_id`),
    check('decisions_verdict', oneOf('verdict', VERDICTS)),
  ],
);

/** Decisions that were made in haste, one row each. Triggers refuse changes and deletions (migration 0030). */
export const hastyDecisions = pgTable(
  'hasty_decisions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: uuid('person_id')
      .notNull()
      .references(() => people.id),
    /** `request:<id>` or `group:<id>`, as in the audit log. */
    subject: text('subject').notNull(),
    reason: text('reason', { enum: HASTE_REASONS }).notNull(),
    /** For how long the browser showed what was decided on, as it says itself; null where it said nothing. */
    shownMs: integer('shown_ms'),
    at: instant('at')
      .notNull()
      .default(sql`clock_timestamp()`),
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
  ],
);

/** The facts of each vote from which lib/requests/votes.ts decides whether the vote counts (view, migration 0018). */
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

/** Groups of requests created together: a test payment and its remainder, or a batch (lib/requests/groups). */
export const requestGroups = pgTable(
  'request_groups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: GROUP_KINDS }).notNull(),
    requesterId: uuid('maker_id')
      .notNull()
      .references(() => people.id),
    name: text('name').notNull().default(''),
    /** Key of the form or sheet that created the group; the same one creates it once. */
    formKey: uuid('form_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('request_groups_form_key').on(table.formKey),
    check('request_groups_kind', oneOf('kind', GROUP_KINDS)),
  ],
);

/** Confirmations that a test payment arrived, which release the remainder. */
export const pairReleases = pgTable('pair_releases', {
  groupId: uuid('group_id')
    .primaryKey()
    .references(() => requestGroups.id),
  confirmedBy: uuid('confirmed_by')
    .notNull()
    .references(() => people.id),
  /** How the person knows. */
  comment: text('comment').notNull(),
  confirmedAt: instant('confirmed_at').notNull().defaultNow(),
});

/** Progress of a batch that is being created, for display only. Written outside of the transaction that creates it. */
export const batchProgress = pgTable('batch_progress', {
  batchKey: uuid('batch_key').primaryKey(),
  requesterId: uuid('maker_id').notNull(),
  done: integer('done').notNull(),
  count: integer('count').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** The address book: recipients that withdrawals can name. Earlier values are in the proposals that changed them. */
export const recipients = pgTable(
  'recipients',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    state: text('state', { enum: RECIPIENT_STATES }).notNull().default('ACTIVE'),
    name: text('name').notNull(),
    network: text('network').notNull(),
    /** The address, as it is sent. */
    address: text('address').notNull(),
    memo: text('memo'),
    /** Key of the recipient, as in requests (`recipientKey`). */
    recipientKey: text('recipient_key').notNull(),
    /** The address in normal form (lib/addresses), for lookups. */
    normalAddress: text('normal_address').notNull(),
    note: text('note').notNull().default(''),
    /** Profiles that may pay this recipient; empty for all. */
    profiles: text('profiles').array().notNull().default([]),
    /** Beneficiary of withdrawals to the recipient, as it is sent; `json`, which keeps the order of its members. */
    beneficiary: json('beneficiary').$type<Beneficiary>(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => people.id),
    /** The proposal that added the entry. */
    proposalId: uuid('proposal_id')
      .notNull()
      .references((): AnyPgColumn => proposals.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('recipients_one_active')
      .on(table.recipientKey)
      .where(sql`state = 'ACTIVE'`),
    index('recipients_by_name').on(sql`lower(name)`, table.id),
    index('recipients_by_address').on(table.normalAddress),
    index('recipients_name_text').using('gin', sql`fold_case(name) gin_trgm_ops`),
    check('recipients_state', oneOf('state', RECIPIENT_STATES)),
    check('recipients_beneficiary', sql`beneficiary IS NULL OR json_typeof(beneficiary) = 'object'`),
  ],
);

/**
 * Addresses that this console paid or saved, to compare others with. Addresses of incoming transfers are left out,
 * since anyone can cause those.
 */
export const knownAddresses = pgTable(
  'known_addresses',
  {
    /**
     * Family of the network (lib/networks/networks), or its id without one: an address is one recipient on all EVM
     * networks.
     */
    family: text('family').notNull(),
    /** In normal form (lib/addresses). */
    address: text('address').notNull(),
    /** Every address that resembles this one shares an element of it (lib/addresses, `computeSignature`). */
    signature: text('signature').array().notNull(),
    /** Network of the latest payment or entry. */
    network: text('network').notNull(),
    /** When a payment to the address was last seen as completed; null for none. */
    lastPaidAt: instant('last_paid_at'),
    knownSince: instant('known_since').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.family, table.address] }),
    // Without the list of pending entries, which every search would have to read through.
    index('known_addresses_signature').using('gin', table.signature).with({ fastupdate: false }),
  ],
);

/** Versions of the registry of assets and networks; the highest number is in force. No row: the built-in registry. */
export const registryVersions = pgTable('directory_versions', {
  version: integer('version').primaryKey(),
  /** Registry (lib/networks/assets). */
  registry: json('directory').$type<Registry>().notNull(),
  proposalId: uuid('proposal_id').references((): AnyPgColumn => proposals.id),
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
    proposalId: uuid('proposal_id').references((): AnyPgColumn => proposals.id),
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

/** The stop switch: one row, read inside every claim and again right before the bytes leave. */
export const stopSwitch = pgTable(
  'stop_switch',
  {
    id: integer('id').primaryKey().default(1),
    isStopped: boolean('is_stopped').notNull().default(false),
    reason: text('reason').notNull().default(''),
    /** Null where the console stopped sending by itself. */
    changedBy: uuid('changed_by').references(() => people.id),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  () => [check('stop_switch_single', sql`id = 1`)],
);

/** Restores from a backup, with the end of the backup's audit log; written by `npm run after-restore`. */
export const restoreEpochs = pgTable(
  'restore_epochs',
  {
    number: integer('number').primaryKey(),
    restoredAt: instant('restored_at')
      .notNull()
      .default(sql`clock_timestamp()`),
    auditSeq: bigint('audit_seq', { mode: 'number' }).notNull(),
    auditHash: text('audit_hash').notNull(),
  },
  () => [check('restore_epochs_number', sql`number > 0`)],
);

/** Transfers that the watcher has not yet compared with requests and sends; filled with the mirror. */
export const transferWatch = pgTable(
  'transfer_watch',
  {
    transferId: key('transfer_id').primaryKey(),
    queuedAt: instant('queued_at').notNull().defaultNow(),
  },
  (table) => [index('transfer_watch_queued').on(table.queuedAt, table.transferId)],
);

/** Time from which withdrawals without a request raise an alarm: the end of the first full check of the mirror. */
export const watchState = pgTable(
  'watch_state',
  {
    id: integer('id').primaryKey().default(1),
    foreignSince: instant('foreign_since'),
  },
  () => [check('watch_state_single', sql`id = 1`)],
);

/** Transfers that no request explains (lib/transfer-watch/transfer-alarm), until two people mark them as known. */
export const transferAlarms = pgTable(
  'transfer_alarms',
  {
    transferId: key('transfer_id').primaryKey(),
    kind: text('kind', { enum: TRANSFER_ALARM_KINDS }).notNull(),
    /** The request with the reference of the transfer, or whose send is recorded with it. */
    requestId: uuid('request_id').references(() => withdrawalRequests.id),
    detail: json('detail').$type<TransferAlarmDetail>().notNull(),
    raisedAt: instant('raised_at').notNull().defaultNow(),
    /** The proposal by which two people marked the transfer as known. */
    knownBy: uuid('known_by').references(() => proposals.id),
  },
  (table) => [
    check('transfer_alarms_kind', oneOf('kind', TRANSFER_ALARM_KINDS)),
    check('transfer_alarms_request', sql`(kind = 'foreign') = (request_id is null)`),
    index('transfer_alarms_open')
      .on(table.raisedAt, table.transferId)
      .where(sql`known_by is null`),
    index('transfer_alarms_by_request')
      .on(table.requestId)
      .where(sql`request_id is not null`),
  ],
);

/** Versions of the list of profiles from which others may send; the highest number is in force. */
export const externalProfiles = pgTable('external_profiles', {
  version: integer('version').primaryKey(),
  /** In canonical form (lib/text/uuid). */
  profiles: text('profiles').array().notNull(),
  proposalId: uuid('proposal_id').references((): AnyPgColumn => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});

/** Versions of the names of profiles; the highest number is in force. No row: no profile has a name. */
export const profileNames = pgTable('profile_names', {
  version: integer('version').primaryKey(),
  names: json('names').$type<ProfileName[]>().notNull(),
  proposalId: uuid('proposal_id').references((): AnyPgColumn => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});

/** Versions of who may use which profiles; the highest number is in force. No row: everybody may use all. */
export const profileRights = pgTable('profile_rights', {
  version: integer('version').primaryKey(),
  rights: json('rights').$type<ProfileRight[]>().notNull(),
  proposalId: uuid('proposal_id').references((): AnyPgColumn => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});

/** Versions of the groups of approvers; the highest number is in force. No row: there is none. */
export const approverGroups = pgTable('approver_groups', {
  version: integer('version').primaryKey(),
  groups: json('groups').$type<ApproverGroup[]>().notNull(),
  proposalId: uuid('proposal_id').references((): AnyPgColumn => proposals.id),
  activeFrom: instant('active_from').notNull().defaultNow(),
});

/** Leases for work that one process does at a time, such as walking the whole list. */
export const workerLeases = pgTable('worker_leases', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  leaseUntil: instant('lease_until').notNull(),
});

/** Console processes on this database, with their send settings. */
export const consoleProcesses = pgTable('console_processes', {
  id: uuid('id').primaryKey(),
  sendSettings: jsonb('send_settings').$type<SendSettings>().notNull(),
  seenAt: instant('seen_at').notNull().defaultNow(),
});

/** Sends: at most one per request, from its approval on. */
export const sends = pgTable(
  'sends',
  {
    requestId: uuid('request_id')
      .primaryKey()
      .references(() => withdrawalRequests.id),
    state: text('state', { enum: SEND_STATES }).notNull().default('QUEUED'),
    /** Number of claims. A worker whose lease has ended has an older fence and can record nothing. */
    fence: integer('fence').notNull().default(0),
    leaseUntil: instant('lease_until'),
    nextAt: instant('next_at').notNull().defaultNow(),
    /** True if an attempt may have gone through without a known outcome. */
    isAmbiguous: boolean('is_ambiguous').notNull().default(false),
    /** Attempts that may have reached the service; at most SEND_MAX_ATTEMPTS without a person's decision. */
    posts: integer('posts').notNull().default(0),
    /** Complete walks without this reference since the last attempt, time of the next walk, and the latest report. */
    misses: integer('misses').notNull().default(0),
    reconcileAt: instant('reconcile_at'),
    lastWalk: json('last_walk').$type<WalkReport>(),
    /** Reason of a hold (HoldReason). */
    hold: json('hold').$type<HoldReason>(),
    /** Why the last claim put the send off, until the next one; null where none did. */
    postponedReason: text('postponed_reason'),
    /** When two people closed the send as not sent. */
    closedAt: instant('closed_at'),
    /** Alarm about an accepted transfer, for example that the service no longer has it. */
    alarm: text('alarm'),
    /** Result of the cost check (CostCheck), its alarm, and whether the transfer was updated since the check. */
    cost: json('cost').$type<CostCheck>(),
    costAlarm: text('cost_alarm'),
    isCostDue: boolean('is_cost_due').notNull().default(false),
    /** Fields of the request that the transfer's record leaves out; null until the record was compared. */
    unconfirmedFields: text('unconfirmed_fields').array().$type<OptionalField[]>(),
    transferId: text('transfer_id'),
    /**
     * Latest record of the service, until the mirror has it. Not jsonb, which refuses texts that JSON allows (\u0000).
     */
    transfer: json('transfer'),
    transferStatus: text('transfer_status'),
    transferSeenAt: instant('transfer_seen_at'),
    /** Time of the next read of an accepted transfer; null once its status is final. */
    trackAt: instant('track_at'),
    trackCount: integer('track_count').notNull().default(0),
    /** True if the address of the completed transfer is in `knownAddresses`. */
    isRemembered: boolean('is_remembered').notNull().default(false),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    check('sends_state', oneOf('state', SEND_STATES)),
    index('sends_due')
      .on(table.nextAt)
      .where(sql`state = 'QUEUED'`),
    index('sends_leased')
      .on(table.leaseUntil)
      .where(sql`state = 'SENDING'`),
    index('sends_unknown')
      .on(table.reconcileAt)
      .where(sql`state = 'UNKNOWN'`),
    uniqueIndex('sends_transfer_id')
      .on(table.transferId)
      .where(sql`transfer_id is not null`),
    index('sends_transfer_status').on(table.transferStatus),
    index('sends_refused')
      .on(table.requestId)
      .where(sql`state = 'REFUSED'`),
    index('sends_cost_due')
      .on(table.requestId)
      .where(sql`is_cost_due`),
    // For metrics, whose cost must not grow with the number of finished sends.
    index('sends_open')
      .on(table.state)
      .where(sql`state in ('QUEUED', 'SENDING', 'UNKNOWN', 'HOLD')`),
    index('sends_alarm')
      .on(table.requestId)
      .where(sql`alarm is not null`),
    index('sends_cost_alarm')
      .on(table.requestId)
      .where(sql`cost_alarm is not null`),
    index('sends_unconfirmed')
      .on(table.updatedAt.desc())
      .where(sql`unconfirmed_fields <> '{}'`),
    index('sends_tracked')
      .on(table.trackAt)
      .where(sql`track_at is not null`),
    index('sends_returned')
      .on(table.requestId)
      .where(sql`state = 'REFUSED' or transfer_status = 'FAILED'`),
    index('sends_to_remember')
      .on(table.updatedAt)
      .where(sql`transfer_status = 'COMPLETED' and not is_remembered`),
  ],
);

/** Attempts to send: opened before any byte leaves, closed with the outcome. At most one is open per request. */
export const sendAttempts = pgTable(
  'send_attempts',
  {
    requestId: uuid('request_id')
      .notNull()
      .references(() => sends.requestId),
    fence: integer('fence').notNull(),
    startedAt: instant('started_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    /** Reason of the outcome (SendReason), and evidence without bodies or credentials. */
    reason: text('reason').$type<SendReason>(),
    evidence: json('evidence').$type<Partial<AttemptEvidence>>(),
    /** Hash of the newest signed statement that the claim saw (proof_entries); null without a key list. */
    proofHead: text('proof_head'),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.fence] }),
    uniqueIndex('send_attempts_one_open')
      .on(table.requestId)
      .where(sql`ended_at is null`),
  ],
);

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
