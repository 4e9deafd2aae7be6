import 'server-only';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { OptionalField } from '@/lib/sends/compare-transfer';
import type { CostCheck } from '@/lib/sends/cost';
import type { AttemptEvidence } from '@/lib/sends/explain-send';
import { type HoldReason, SEND_STATES, type SendReason, type WalkReport } from '@/lib/sends/send-machine';
import type { LoopReport } from '@/lib/workers/loops';
import type { SendSettings } from '@/lib/sends/send-settings';
import { instant, oneOf } from '@/lib/server/database/schema/columns';
import { people } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';

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

/** Leases for work that one process does at a time, such as walking the whole list. */
export const workerLeases = pgTable('worker_leases', {
  name: text('name').primaryKey(),
  holder: uuid('holder').notNull(),
  leaseUntil: instant('lease_until').notNull(),
});

/** Console processes on this database, with their send settings and the state of their background work. */
export const consoleProcesses = pgTable('console_processes', {
  id: uuid('id').primaryKey(),
  sendSettings: jsonb('send_settings').$type<SendSettings>().notNull(),
  loops: jsonb('loops').$type<LoopReport[]>().notNull().default([]),
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
    // For the limits that refusals name: the newest refusals, and what was sent after one.
    index('send_attempts_started').on(table.startedAt),
    index('send_attempts_refused')
      .on(table.endedAt)
      .where(sql`reason in ('refused', 'refused-after-doubt')`),
  ],
);
