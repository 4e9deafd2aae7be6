import 'server-only';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { Role } from '@/lib/identity/roles';
import { instant } from '@/lib/server/database/schema/columns';

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

/** Column for the person of a row. */
export const personId = () =>
  uuid('person_id')
    .notNull()
    .references(() => people.id);

/** Sign-ins, with the roles and identity keys of that moment. Written by a trigger on sessions. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: personId(),
    roles: text('roles').array().$type<Role[]>().notNull(),
    identityKeys: text('identity_keys').array().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('sign_ins_person').on(table.personId, table.at),
    index('sign_ins_identity_keys').using('gin', table.identityKeys),
  ],
);

/** One row per sign-in. The cookie carries the id; the table has only its hash, so a leaked table opens no session. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    personId: personId(),
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
    /** The session at the identity provider (claim `sid`), which a logout token may name. */
    providerSession: text('provider_session'),
    /** The id token, by which the provider knows whom to sign out; null once the session has ended. */
    idToken: text('id_token'),
  },
  (table) => [
    index('sessions_person').on(table.personId),
    index('sessions_provider_session')
      .on(table.providerSession)
      .where(sql`ended_at is null and provider_session is not null`),
    check('sessions_id_token_while_open', sql`ended_at is null or id_token is null`),
    index('sessions_not_ended')
      .on(table.createdAt)
      .where(sql`ended_at is null`),
  ],
);

/** Logout tokens of the identity provider (back-channel logout) that have been used, for an hour: each counts once. */
export const logoutTokens = pgTable('logout_tokens', {
  /** SHA-256 of issuer and `jti`. */
  idHash: text('id_hash').primaryKey(),
  usedAt: instant('used_at').notNull().defaultNow(),
});

/** Accounts of the company's directory, as it writes them over SCIM (docs/identity-providers.md). */
export const directoryUsers = pgTable(
  'directory_users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Identifies the person at the identity provider: the subject, or the value of SCIM_ID_CLAIM. */
    externalId: text('external_id'),
    userName: text('user_name').notNull(),
    displayName: text('display_name'),
    email: text('email'),
    isActive: boolean('is_active').notNull().default(true),
    /** The person whose account this is; null while nobody is known by the external id. */
    personId: uuid('person_id').references(() => people.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** When the directory deleted the account, which deactivates it; a later one may have its names. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('directory_users_user_name')
      .on(sql`lower(${table.userName})`)
      .where(sql`deleted_at is null`),
    uniqueIndex('directory_users_external_id')
      .on(table.externalId)
      .where(sql`deleted_at is null`),
    index('directory_users_person').on(table.personId),
    check('directory_users_deleted', sql`deleted_at is null or not is_active`),
  ],
);

/**
 * Use of each rate limit (lib/http/rate-limits), by person or address and kind of call. Unlogged:
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
