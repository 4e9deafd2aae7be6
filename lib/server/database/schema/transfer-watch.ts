import 'server-only';
import { sql } from 'drizzle-orm';
import { check, index, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, key, oneOf } from '@/lib/server/database/schema/columns';
import { proposals } from '@/lib/server/database/schema/proposals';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { TRANSFER_ALARM_KINDS, type TransferAlarmDetail } from '@/lib/transfer-watch/transfer-alarm';

/** Transfers that the watcher has not yet compared with requests and sends; filled with the mirror. */
export const transferWatch = pgTable(
  'transfer_watch',
  {
    transferId: key('transfer_id').primaryKey(),
    queuedAt: instant('queued_at').notNull().defaultNow(),
  },
  (table) => [index('transfer_watch_queued').on(table.queuedAt, table.transferId)],
);

/** How far the watcher has come, in one row. */
export const watchState = pgTable(
  'watch_state',
  {
    id: integer('id').primaryKey().default(1),
    /** Time from which withdrawals without a request raise an alarm: the end of the first full check of the mirror. */
    foreignSince: instant('foreign_since'),
    /** ID of the last transfer whose address was recorded (recipients/known-addresses.ts); null once all were. */
    recordedUntil: key('recorded_until').default(''),
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
