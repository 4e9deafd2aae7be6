import 'server-only';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { decisions, delegations } from '@/lib/server/database/schema/decisions';
import { personId } from '@/lib/server/database/schema/people';
import { proposals } from '@/lib/server/database/schema/proposals';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { at, instant } from '@/lib/server/database/schema/columns';

/** Roots of key lists (lib/proof/keys/root.ts). PROOF_ROOT names the one that counts. Triggers refuse changes. */
export const proofRoots = pgTable(
  'proof_roots',
  {
    /** SHA-256 of the document. */
    fingerprint: text('fingerprint').primaryKey(),
    document: text('document').notNull(),
    at: at(),
  },
  () => [check('proof_roots_fingerprint', sql`fingerprint = encode(sha256(convert_to(document, 'UTF8')), 'hex')`)],
);

/**
 * The chain of signed statements under each root (lib/proof/keys/chain.ts). Positions count from 1 without gaps; a
 * trigger lets an entry only follow the newest one, others refuse changes.
 */
export const proofEntries = pgTable(
  'proof_entries',
  {
    root: text('root')
      .notNull()
      .references(() => proofRoots.fingerprint),
    position: bigint('position', { mode: 'number' }).notNull(),
    /** Hash of the entry before, or the fingerprint of the root. */
    previous: text('previous').notNull(),
    hash: text('hash').notNull(),
    /** Kind, subject and person of the statement, for lookups; verification reads the statement alone. */
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    personId: personId(),
    statement: text('statement').notNull(),
    credentialId: text('credential_id'),
    authenticatorData: text('authenticator_data'),
    clientDataJSON: text('client_data_json'),
    signature: text('signature'),
    /** Exact text that a key event was signed over, such as the record of a passkey. */
    content: text('content').notNull().default(''),
    /** Registration of an added passkey as the browser gave it, with its attestation; null for all else. */
    registration: text('registration'),
    at: at(),
  },
  (table) => [
    primaryKey({ columns: [table.root, table.position] }),
    unique('proof_entries_hash').on(table.root, table.hash),
    index('proof_entries_subject').on(table.subject, table.position),
    index('proof_entries_person').on(table.personId, table.position),
    check('proof_entries_statement', sql`octet_length(statement) between 1 and 4096`),
    check(
      'proof_entries_signed',
      sql`num_nonnulls(credential_id, authenticator_data, client_data_json, signature) in (0, 4)`,
    ),
  ],
);

const entryPlace = () => ({
  root: text('root').notNull(),
  position: bigint('position', { mode: 'number' }).notNull(),
});

/** Constraints and index of a table with the columns of `entryPlace`. */
const referToEntry = (name: string, { root, position }: Record<'root' | 'position', AnyPgColumn>) => [
  foreignKey({ columns: [root, position], foreignColumns: [proofEntries.root, proofEntries.position], name }),
  index(name).on(root, position),
];

/** Votes that are signed, each with the entry of the chain that is its statement. Triggers refuse changes. */
export const voteSignatures = pgTable(
  'vote_signatures',
  {
    requestId: uuid('request_id').notNull(),
    version: integer('version').notNull(),
    personId: uuid('person_id').notNull(),
    ...entryPlace(),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.version, table.personId] }),
    foreignKey({
      columns: [table.requestId, table.version, table.personId],
      foreignColumns: [decisions.requestId, decisions.version, decisions.personId],
      name: 'vote_signatures_vote',
    }),
    ...referToEntry('vote_signatures_entry', table),
  ],
);

/** Versions of requests that their requesters signed. Triggers refuse changes. */
export const requestSignatures = pgTable(
  'request_signatures',
  { requestId: uuid('request_id').notNull(), version: integer('version').notNull(), ...entryPlace() },
  (table) => [
    primaryKey({ columns: [table.requestId, table.version] }),
    foreignKey({
      columns: [table.requestId, table.version],
      foreignColumns: [requestVersions.requestId, requestVersions.version],
      name: 'request_signatures_version',
    }),
    ...referToEntry('request_signatures_entry', table),
  ],
);

/**
 * Steps of changes that take two people, as far as they are signed: proposing and confirming. Triggers refuse changes.
 */
export const proposalSignatures = pgTable(
  'proposal_signatures',
  {
    proposalId: uuid('proposal_id')
      .notNull()
      .references(() => proposals.id),
    personId: personId(),
    ...entryPlace(),
  },
  (table) => [
    primaryKey({ columns: [table.proposalId, table.personId] }),
    ...referToEntry('proposal_signatures_entry', table),
  ],
);

/** Delegations that are signed by the delegator. Triggers refuse changes. */
export const delegationSignatures = pgTable(
  'delegation_signatures',
  {
    delegationId: uuid('delegation_id')
      .primaryKey()
      .references(() => delegations.id),
    ...entryPlace(),
  },
  (table) => [...referToEntry('delegation_signatures_entry', table)],
);

/** Challenges that await an answer. One is accepted once, from the session that it was issued to. */
export const proofChallenges = pgTable(
  'proof_challenges',
  {
    nonce: text('nonce').primaryKey(),
    purpose: text('purpose', { enum: ['register', 'sign', 'decision'] }).notNull(),
    personId: personId(),
    sessionKey: text('session_key').notNull(),
    /** Canonical text of the statement to sign; empty for a registration, whose challenge is the nonce. */
    statement: text('statement').notNull(),
    /** Text that the statement is signed over, or the name that was given for a new passkey. */
    content: text('content').notNull(),
    registration: text('registration'),
    /** The set-up that the challenge belongs to. */
    setUpId: uuid('set_up_id').references(() => proofSetUps.id),
    issuedAt: instant('issued_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    acceptedAt: instant('accepted_at'),
  },
  (table) => [
    index('proof_challenges_ends').on(table.endsAt),
    check('proof_challenges_purpose', sql`purpose in ('register', 'sign', 'decision')`),
  ],
);

/** What is known of a passkey beside the key list: a label that its owner may change, and when it was last used. */
export const proofKeys = pgTable(
  'proof_keys',
  {
    credentialId: text('credential_id').primaryKey(),
    personId: personId(),
    name: text('name').notNull(),
    /** How browsers reach the authenticator, such as `internal` or `usb`. */
    transports: text('transports').array().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
    /** When the owner withdrew a passkey that still waited for administrators. */
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    index('proof_keys_person').on(table.personId),
    check('proof_keys_name', sql`char_length(name) between 1 and 80`),
  ],
);

/** Set-ups of a root: begun by `npm run proof:init`, or on the page in a sandbox. At most one is open. */
export const proofSetUps = pgTable(
  'proof_set_ups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the one-time code; null in a sandbox, where the page begins a set-up without one. */
    codeHash: text('code_hash'),
    createdAt: instant('created_at').notNull().defaultNow(),
    endsAt: instant('ends_at').notNull(),
    /** The root as its members see it, once nobody may join any more. */
    document: text('document'),
    endedAt: instant('ended_at'),
    outcome: text('outcome', { enum: ['agreed', 'cancelled', 'expired'] }),
  },
  () => [
    uniqueIndex('proof_set_ups_open')
      .on(sql`(true)`)
      .where(sql`ended_at is null`),
    check('proof_set_ups_ended', sql`(ended_at is null) = (outcome is null)`),
    check('proof_set_ups_outcome', sql`outcome in ('agreed', 'cancelled', 'expired')`),
  ],
);

/** Administrators who added a passkey in a set-up, and their signature over the fingerprint once they agreed. */
export const proofSetUpMembers = pgTable(
  'proof_set_up_members',
  {
    setUpId: uuid('set_up_id')
      .notNull()
      .references(() => proofSetUps.id),
    personId: personId(),
    /** Canonical record of the passkey (lib/proof/keys/root.ts). */
    record: text('record').notNull(),
    registration: text('registration').notNull(),
    joinedAt: instant('joined_at').notNull().defaultNow(),
    /** JSON of the statement and its assertion by which the member agreed. */
    agreement: text('agreement'),
    agreedAt: instant('agreed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.setUpId, table.personId] }),
    check('proof_set_up_members_agreed', sql`(agreement is null) = (agreed_at is null)`),
  ],
);
