import 'server-only';
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  json,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { GroupNeed } from '@/lib/approver-groups/needs';
import type { PolicyFacts } from '@/lib/policy/facts';
import { APPROVING_ROLES } from '@/lib/policy/rules';
import { REQUEST_STATES } from '@/lib/requests/decisions';
import { BUNDLE_KINDS } from '@/lib/requests/bundles/bundles';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { at, bytes, instant, key, oneOf } from '@/lib/server/database/schema/columns';
import { people, personId } from '@/lib/server/database/schema/people';
import { recipients } from '@/lib/server/database/schema/recipients';
import { settingVersions } from '@/lib/server/database/schema/settings';
import { ADDRESS_ENTRIES } from '@/lib/withdrawals/address-entry';

/** Requests created together: a test payment and its remainder, or a batch (lib/requests/bundles/bundles). */
export const bundles = pgTable(
  'bundles',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: BUNDLE_KINDS }).notNull(),
    requesterId: uuid('requester_id')
      .notNull()
      .references(() => people.id),
    name: text('name').notNull().default(''),
    /** Key of the form or sheet that created the bundle; the same one creates it once. */
    formKey: uuid('form_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('bundles_form_key').on(table.formKey),
    index('bundles_name').using('gin', sql`fold_case(name) gin_trgm_ops`),
    check('bundles_kind', oneOf('kind', BUNDLE_KINDS)),
  ],
);

/** Requests: requester, reference and state. The content is in their versions. */
export const withdrawalRequests = pgTable(
  'withdrawal_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    refId: text('ref_id').notNull(),
    requesterId: uuid('requester_id')
      .notNull()
      .references(() => people.id),
    /** The current version; approvals of other versions do not count. */
    version: integer('version').notNull().default(1),
    /** The bundle that the request was created in, and its position there, from 0. Never changes. */
    bundleId: uuid('bundle_id').references(() => bundles.id),
    bundlePosition: integer('bundle_position'),
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
    unique('withdrawal_requests_requester').on(table.id, table.requesterId),
    // In lower case and by bytes: a search finds a reference in any case, and by its beginning. Unique, since two
    // references that differ only by case are one to people and to many systems (decision 72).
    uniqueIndex('withdrawal_requests_ref_key').on(sql`(lower(ref_id) collate "C")`),
    // Ascending, for lists in both directions: drizzle writes a descending index with nulls last, which no list asks
    // for.
    index('withdrawal_requests_created').on(table.createdAt, table.id),
    index('withdrawal_requests_requester_created').on(table.requesterId, table.createdAt, table.id),
    index('withdrawal_requests_awaiting')
      .on(table.createdAt, table.id)
      .where(sql`state = 'AWAITING_APPROVAL'`),
    // For the list of withdrawals: a batch is one row, at its first request.
    index('withdrawal_requests_state_created').on(table.state, table.createdAt, table.id),
    index('withdrawal_requests_heads')
      .on(table.createdAt, table.id)
      .where(sql`bundle_position is null or bundle_position < 2`),
    index('withdrawal_requests_requester_heads')
      .on(table.requesterId, table.createdAt, table.id)
      .where(sql`bundle_position is null or bundle_position < 2`),
    index('withdrawal_requests_ref_text').using('gin', sql`lower(ref_id) gin_trgm_ops`),
    index('withdrawal_requests_returned')
      .on(table.requesterId, table.updatedAt)
      .where(sql`state in ('REJECTED', 'EXPIRED')`),
    uniqueIndex('withdrawal_requests_bundle')
      .on(table.bundleId, table.bundlePosition)
      .where(sql`bundle_id is not null`),
    check('withdrawal_requests_state', oneOf('state', REQUEST_STATES)),
    check('withdrawal_requests_bundled', sql`(bundle_id is null) = (bundle_position is null)`),
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
    /** The list of files under this version (lib/proof/statements/attachments.ts); null for none. Never sent. */
    attachments: text('attachments'),
    /** Key of the recipient (lib/recipients/recipients), to find earlier payments. */
    recipientKey: text('recipient_key').notNull(),
    /** The policy version at creation, and what it requires. A later policy changes nothing here. */
    policyVersion: integer('policy_version').notNull(),
    /** Names the setting whose version it is. */
    policyKind: text('policy_kind').generatedAlwaysAs(sql`'policy'`),
    ruleNumber: integer('rule_number').notNull(),
    requiredApprovals: integer('required_approvals').notNull(),
    requiredRole: text('required_role', { enum: APPROVING_ROLES }).notNull(),
    /** The approvals that members of groups must give, among those required. */
    requiredGroups: json('required_groups').$type<GroupNeed[]>().notNull().default([]),
    /** Facts that the policy was given besides the body (PolicyFacts). */
    facts: json('facts').$type<PolicyFacts>().notNull(),
    /** How the address was entered (AddressEntry), and the entry of the address book that it came from. */
    addressEntry: text('address_entry', { enum: ADDRESS_ENTRIES }),
    recipientId: uuid('recipient_id').references(() => recipients.id),
    /** Recipient checks at creation (RecipientChecks), as the requester saw them. */
    checks: json('checks').$type<RecipientChecks>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The order in which versions were saved; limits over time count what was saved earlier. */
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    /** The time before which the policy lets the withdrawal not leave; null where it does not wait. */
    notBefore: instant('not_before'),
    /** The time at which the version counts against limits over time. */
    countsAt: instant('counts_at')
      .notNull()
      .generatedAlwaysAs(sql`coalesce(not_before, created_at)`),
    /** Members of the body, computed by the database for the list; empty where the body has none. */
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
    foreignKey({
      name: 'request_versions_policy',
      columns: [table.policyKind, table.policyVersion],
      foreignColumns: [settingVersions.kind, settingVersions.version],
    }),
    unique('request_versions_form_key').on(table.formKey),
    uniqueIndex('request_versions_position').on(table.position),
    index('request_versions_counts_at').on(table.countsAt),
    unique('request_versions_hash').on(table.requestId, table.version, table.bodySha256),
    // By bytes, so that all memos of one address are found by the beginning of the key.
    index('request_versions_recipient').on(table.recipientKey.op('text_pattern_ops'), table.createdAt),
    // For the search: every text on a line of its own, the address, and the amount with its asset.
    index('request_versions_text').using('gin', sql`request_text(body, note) gin_trgm_ops`),
    index('request_versions_labels').using('gin', sql`request_labels(body)`),
    index('request_versions_address').on(sql`(request_address(body) collate "C")`),
    index('request_versions_money').on(sql`request_money(body)`),
    // For the list: each filter, and the order by amount within each asset, both ways.
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
    personId: personId(),
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

/** Confirmations that a test payment arrived, which release the remainder. */
export const testPaymentConfirmations = pgTable('test_payment_confirmations', {
  bundleId: uuid('bundle_id')
    .primaryKey()
    .references(() => bundles.id),
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
  requesterId: uuid('requester_id').notNull(),
  done: integer('done').notNull(),
  count: integer('count').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** Guaranteed fees that the service gave, by the `fee_id` of a request. Triggers refuse changes and deletions. */
export const feeQuotes = pgTable('fee_quotes', {
  id: text('id').primaryKey(),
  asset: text('asset').notNull(),
  fee: text('fee').notNull(),
  expiresAt: instant('expires_at').notNull(),
  personId: personId(),
  at: at(),
});
