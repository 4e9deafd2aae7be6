import 'server-only';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { personId } from '@/lib/server/database/schema/people';
import type { SyncState } from '@/lib/mirror/sync';
import { key, instant } from '@/lib/server/database/schema/columns';

/**
 * Tells in SQL whether a transfer was worth at least 10 USD: by a pattern, which PostgreSQL compares in half the time
 * of a number. A value of more than 60 characters does not count. A query uses the index with the same text only.
 */
export const COUNTS_FOR_PRICES = sql.raw(
  `record->>'notional_value' ~ '^0*[1-9][0-9]+([.][0-9]+)?$' and length(record->>'notional_value') <= 60`,
);

/**
 * Tells in SQL whether a transfer is a completed withdrawal of at least 10 USD, which makes its address a known one.
 */
export const WAS_WITHDRAWN = sql`type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and status = 'COMPLETED'
  and ${COUNTS_FOR_PRICES}`;

/**
 * Copy of every transfer of the service. It can be dropped and read again. The columns beside the record serve to
 * filter, sort and search; `mirror/store` computes them from the record alone.
 */
export const mirrorTransfers = pgTable(
  'mirror_transfers',
  {
    id: key('id').primaryKey(),
    /** The service's record. Characters that jsonb refuses (\u0000, lone surrogates) are replaced by U+FFFD. */
    record: jsonb('record').notNull(),
    /** -infinity where the record has no readable time. */
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** Null where the record has no decimal number. */
    amount: numeric('amount'),
    total: numeric('total'),
    fee: numeric('fee'),
    /** Empty where the record has none. */
    asset: key('asset').notNull(),
    network: key('network').notNull(),
    type: key('type').notNull(),
    direction: key('direction').notNull(),
    status: key('status').notNull(),
    secondaryStatus: key('secondary_status').notNull(),
    profileId: key('profile_id').notNull(),
    /** True where a person should look: a secondary status, details of an error, or flaws in the record. */
    hasProblem: boolean('has_problem').notNull(),
    /** True while the problem is settled as it is now; triggers compute it from problem_settlements. */
    isSettled: boolean('is_settled').notNull().default(false),
    /** In lower case and at most 200 characters, for the search. */
    refKey: key('ref_key'),
    hashKey: key('hash_key'),
    addressKey: key('address_key'),
    groupKey: key('group_key'),
    /** Start of the read that brought the record; a read that began earlier never replaces it. */
    readAt: instant('read_at').notNull(),
    firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
    /** Time of the next read by id; null once the transfer is final. */
    checkAt: instant('check_at'),
    /** Time at which the service first answered that it does not know the transfer. */
    goneAt: instant('gone_at'),
  },
  (table) => [
    index('mirror_transfers_created').on(table.createdAt, table.id),
    index('mirror_transfers_updated').on(table.updatedAt, table.id),
    index('mirror_transfers_amount').on(sql`coalesce(amount, -1)`, table.id),
    index('mirror_transfers_total').on(table.total),
    index('mirror_transfers_asset').on(table.asset, table.createdAt),
    // Outgoing transfers only: anyone can cause incoming ones, and their number must not slow this down.
    index('mirror_transfers_withdrawn')
      .on(table.asset, table.createdAt)
      .where(sql`type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT'`),
    // For prices: dust is left out, so that no number of small deposits pushes the others out of reach.
    index('mirror_transfers_priced')
      .on(table.asset, table.createdAt)
      .where(
        sql`type in ('CRYPTO_WITHDRAWAL', 'CRYPTO_DEPOSIT') and status = 'COMPLETED' and ${COUNTS_FOR_PRICES} and amount + coalesce(fee, 0) > 0`,
      ),
    index('mirror_transfers_network').on(table.network, table.createdAt),
    index('mirror_transfers_type').on(table.type, table.createdAt),
    // Nearly all transfers are completed: the list of all, without the others, is read as fast as an index of them.
    index('mirror_transfers_status')
      .on(table.status, table.createdAt)
      .where(sql`status <> 'COMPLETED'`),
    index('mirror_transfers_profile').on(table.profileId, table.createdAt),
    index('mirror_transfers_secondary')
      .on(table.secondaryStatus, table.createdAt, table.id)
      .where(sql`secondary_status <> ''`),
    index('mirror_transfers_problem')
      .on(table.createdAt, table.id)
      .where(sql`has_problem`),
    index('mirror_transfers_unsettled')
      .on(table.createdAt, table.id)
      .where(sql`has_problem and not is_settled`),
    index('mirror_transfers_ref').on(table.refKey),
    index('mirror_transfers_hash').on(table.hashKey),
    // In the order of the list: a million transfers may have one address. Before it is built,
    // mirror_transfers_address_first finds addresses.
    index('mirror_transfers_address').on(table.addressKey, table.createdAt),
    // Read backwards, the last characters come first, so that an index finds the end. Not partial: PostgreSQL uses no
    // statistics of the expression of a partial index.
    index('mirror_transfers_hash_end').on(sql`reverse("right"(hash_key, 12))`),
    index('mirror_transfers_address_end').on(sql`reverse(address_key)`),
    index('mirror_transfers_group').on(table.groupKey),
    index('mirror_transfers_check')
      .on(table.checkAt)
      .where(sql`check_at is not null`),
    index('mirror_transfers_text').using('gin', sql`mirror_text(record) gin_trgm_ops`),
    index('mirror_transfers_labels').using('gin', sql`mirror_labels(record)`),
  ],
);

/** Earlier records of transfers, one for each change that was seen; written by a trigger. */
export const mirrorChanges = pgTable(
  'mirror_changes',
  {
    seq: bigserial('seq', { mode: 'number' }).primaryKey(),
    transferId: key('transfer_id').notNull(),
    seenAt: instant('seen_at').notNull().defaultNow(),
    /** The record that was replaced. */
    before: jsonb('before').notNull(),
  },
  (table) => [index('mirror_changes_transfer').on(table.transferId, table.seq)],
);

/** Number and sums of transfers by kind; updated by a trigger with every row. */
export const mirrorTotals = pgTable(
  'mirror_totals',
  {
    asset: key('asset').notNull(),
    network: key('network').notNull(),
    type: key('type').notNull(),
    direction: key('direction').notNull(),
    status: key('status').notNull(),
    secondaryStatus: key('secondary_status').notNull(),
    profileId: key('profile_id').notNull(),
    hasProblem: boolean('has_problem').notNull(),
    transfers: bigint('transfers', { mode: 'number' }).notNull(),
    amount: numeric('amount').notNull(),
    total: numeric('total').notNull(),
    fee: numeric('fee').notNull(),
    /** Asset in which `total` moved the balance: `balance_asset` of the record, else its `asset`. */
    balanceAsset: key('balance_asset').notNull(),
    /** Transfers whose total is not a decimal number; `total` leaves them out. */
    withoutTotal: bigint('without_total', { mode: 'number' }).notNull(),
    /** Sum of `notional_value` in USD, and the number of transfers that have one. */
    notional: numeric('notional').notNull(),
    notionalTransfers: bigint('notional_transfers', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'mirror_totals_kind',
      columns: [
        table.asset,
        table.network,
        table.type,
        table.direction,
        table.status,
        table.secondaryStatus,
        table.profileId,
        table.hasProblem,
        table.balanceAsset,
      ],
    }),
  ],
);

/** Items from the service that are no transfer or could not be stored unchanged, with the reason. */
export const mirrorQuarantine = pgTable('mirror_quarantine', {
  /** SHA-256 of the item, so that an item that comes with every page is one row. */
  fingerprint: text('fingerprint').primaryKey(),
  /** The item, cut after 20,000 characters. */
  item: text('item').notNull(),
  reason: text('reason').notNull(),
  times: integer('times').notNull().default(1),
  firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
  lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
});

/**
 * IDs that a walk has listed, where only they can prove its end (lib/server/mirror/sync/listed.ts). Not logged: after a
 * crash of the database the walk proves nothing.
 */
export const mirrorListed = pgTable(
  'mirror_listed',
  { purpose: text('purpose').notNull(), startedAt: instant('started_at').notNull(), id: key('id').notNull() },
  (table) => [
    primaryKey({ columns: [table.purpose, table.startedAt, table.id] }),
    check('mirror_listed_purpose', sql`purpose in ('mirror', 'search')`),
  ],
);

/** State of reading the service (SyncState in lib/mirror): one row, written in the transaction of each page. */
export const mirrorSync = pgTable(
  'mirror_sync',
  {
    id: integer('id').primaryKey().default(1),
    state: jsonb('state').$type<SyncState>().notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  () => [check('mirror_sync_single', sql`id = 1`)],
);

/** Budget that all processes share for reads of the service: time of the next read, and number of reads so far. */
export const readBudget = pgTable(
  'read_budget',
  {
    id: integer('id').primaryKey().default(1),
    nextAt: instant('next_at').notNull().defaultNow(),
    /** Set where the service asked the console to wait. */
    throttledUntil: instant('throttled_until'),
    throttledAt: instant('throttled_at'),
    reads: bigint('reads', { mode: 'number' }).notNull().default(0),
    throttled: bigint('throttled', { mode: 'number' }).notNull().default(0),
  },
  () => [check('read_budget_single', sql`id = 1`)],
);

/**
 * The time of the primary, written twice a second by each process that reads replicas. A replica that shows it to the
 * process has replayed everything that was committed before (lib/server/database/replicas/replicas.ts).
 */
export const replicaHeartbeats = pgTable('replica_heartbeats', {
  /** The process, which makes up its ID when it starts. */
  id: uuid('id').primaryKey(),
  at: instant('at').notNull(),
});

/** Named searches and filters of a list, by person. */
export const savedViews = pgTable(
  'saved_views',
  {
    personId: personId(),
    /** One of VIEW_LISTS (lib/views/saved-views.ts). */
    list: text('list').notNull().default('transfers'),
    name: text('name').notNull(),
    /** Query of the list's address. */
    query: text('query').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.list, table.name] }),
    check('saved_views_list', sql`list in ('transfers', 'withdrawals')`),
  ],
);
