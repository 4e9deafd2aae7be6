import 'server-only';
import { sql } from 'drizzle-orm';
import { bigint, check, index, json, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { RECIPIENT_STATES } from '@/lib/recipients/recipients';
import type { TravelRule } from '@/lib/recipients/travel-rule';
import { at, instant, oneOf } from '@/lib/server/database/schema/columns';
import { people, personId } from '@/lib/server/database/schema/people';
import { proposals } from '@/lib/server/database/schema/proposals';
import type { Beneficiary } from '@/lib/withdrawals/beneficiary';

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
    /** Travel-rule data (TravelRule); null for none. */
    travelRule: json('travel_rule').$type<TravelRule>(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => people.id),
    /** The proposal that added the entry. */
    proposalId: uuid('proposal_id')
      .notNull()
      .references(() => proposals.id),
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
    check('recipients_travel_rule', sql`travel_rule IS NULL OR json_typeof(travel_rule) = 'object'`),
  ],
);

/**
 * Addresses that were saved here, or paid by a withdrawal that raised no alarm, to compare others with: one row for
 * each, however often it was paid. Addresses of incoming transfers are left out, since anyone can cause those.
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

/**
 * Saves of travel-rule data at the service that it took: for which address and identity, by SHA-256 of what was sent.
 * Triggers refuse changes and deletions.
 */
export const addressSaves = pgTable(
  'address_saves',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id),
    network: text('network').notNull(),
    /** As it was sent; `normal_address` is equal for the same address in any spelling. */
    address: text('address').notNull(),
    normalAddress: text('normal_address').notNull(),
    /** Empty for withdrawals without an identity. */
    identity: text('identity').notNull(),
    dataSha256: text('data_sha256').notNull(),
    /** State in the answer of the service; null for none. */
    state: text('state'),
    personId: personId(),
    at: at(),
  },
  (table) => [
    index('address_saves_by_address').on(table.network, table.normalAddress, table.identity, table.id),
    check('address_saves_hash', sql`data_sha256 ~ '^[0-9a-f]{64}$'`),
    check('address_saves_state', sql`char_length(state) between 1 and 64`),
  ],
);
