import 'server-only';
import { sql } from 'drizzle-orm';
import { boolean, check, customType, index, integer, json, pgTable, primaryKey, text, timestamp, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { REQUEST_STATES } from '@/lib/requests';
import type { Role } from '@/lib/roles';
import { SEND_STATES } from '@/lib/sends';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = (name: string) => timestamp(name, { withTimezone: true });
const oneOf = (column: string, values: readonly string[]) => sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);

/** Everyone who ever signed in. Issuer and subject are who somebody is; name and e-mail are only how to call them. */
export const people = pgTable(
  'people',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [unique('people_issuer_subject').on(table.issuer, table.subject)],
);

/** One row per sign-in. The cookie carries the id; only its hash is kept, so that a leaked table opens no session. */
export const sessions = pgTable('sessions', {
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
  endedAt: instant('ended_at'),
});

/** What people ask for. The bytes are built once and are what is hashed, shown and sent. */
export const withdrawalRequests = pgTable(
  'withdrawal_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    formKey: uuid('form_key').notNull(),
    refId: text('ref_id').notNull(),
    makerId: uuid('maker_id')
      .notNull()
      .references(() => people.id),
    version: integer('version').notNull().default(1),
    state: text('state', { enum: REQUEST_STATES }).notNull(),
    body: bytes('body').notNull(),
    bodySha256: text('body_sha256').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('withdrawal_requests_form_key').on(table.formKey),
    unique('withdrawal_requests_ref_id').on(table.refId),
    index('withdrawal_requests_newest').on(table.createdAt.desc(), table.id.desc()),
    index('withdrawal_requests_maker_newest').on(table.makerId, table.createdAt.desc(), table.id.desc()),
    check('withdrawal_requests_state', oneOf('state', REQUEST_STATES)),
  ],
);

/** The machine's side of a request: at most one row each, from the moment it may leave. */
export const sends = pgTable(
  'sends',
  {
    requestId: uuid('request_id')
      .primaryKey()
      .references(() => withdrawalRequests.id),
    state: text('state', { enum: SEND_STATES }).notNull().default('QUEUED'),
    /** Counts claims; a sender that lost its lease no longer matches it and may write nothing. */
    fence: integer('fence').notNull().default(0),
    leaseUntil: instant('lease_until'),
    nextAt: instant('next_at').notNull().defaultNow(),
    /** Whether some attempt may have gone through without anybody knowing. */
    isAmbiguous: boolean('is_ambiguous').notNull().default(false),
    transferId: text('transfer_id'),
    /** The service's record as last seen, until the mirror keeps it. Not jsonb, which refuses texts that JSON allows (\u0000). */
    transfer: json('transfer'),
    transferStatus: text('transfer_status'),
    transferSeenAt: instant('transfer_seen_at'),
    /** When to ask for an accepted transfer again; null once it is final. */
    trackAt: instant('track_at'),
    trackCount: integer('track_count').notNull().default(0),
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
    index('sends_tracked')
      .on(table.trackAt)
      .where(sql`track_at is not null`),
  ],
);

/** Each try to send, opened before any byte leaves and closed with what was seen. One open try per request. */
export const sendAttempts = pgTable(
  'send_attempts',
  {
    requestId: uuid('request_id')
      .notNull()
      .references(() => sends.requestId),
    fence: integer('fence').notNull(),
    startedAt: instant('started_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
    /** Why it ended as it did (SendReason), and what was seen, without bodies or credentials. */
    reason: text('reason'),
    evidence: json('evidence'),
  },
  (table) => [
    primaryKey({ columns: [table.requestId, table.fence] }),
    uniqueIndex('send_attempts_one_open')
      .on(table.requestId)
      .where(sql`ended_at is null`),
  ],
);
