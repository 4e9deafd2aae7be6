import 'server-only';
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryState, NoticeChannel, NoticeMode } from '@/lib/notifications/kinds';
import { people, personId } from '@/lib/server/database/schema/people';
import { instant } from '@/lib/server/database/schema/columns';

/** Entry of the audit log up to which notices were planned: one row. */
export const noticeProgress = pgTable(
  'notice_progress',
  {
    id: smallint('id').primaryKey().default(1),
    auditSeq: bigint('audit_seq', { mode: 'number' }).notNull(),
  },
  () => [check('notice_progress_one', sql`id = 1`)],
);

/** Notices to people. `source` names what a notice follows from, so that nothing has two notices. */
export const notices = pgTable(
  'notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    source: text('source').notNull(),
    kind: text('kind').notNull(),
    /** Page of the console that it leads to. */
    path: text('path').notNull(),
    /** Asset and exact amount of a withdrawal; null where it is about something else. */
    asset: text('asset'),
    amount: text('amount'),
    at: instant('at').notNull(),
  },
  (table) => [
    unique('notices_source').on(table.source),
    index('notices_at').on(table.at),
    check('notices_path', sql`path like '/%' and path not like '//%'`),
  ],
);

/** Columns of a delivery, to a person or to a target. A claimed one is due again later, so that none is lost. */
const deliveryColumns = () => ({
  state: text('state').$type<DeliveryState>().notNull().default('QUEUED'),
  attempts: integer('attempts').notNull().default(0),
  dueAt: instant('due_at').notNull().defaultNow(),
  /** Why the latest attempt failed, in words. */
  failure: text('failure'),
  endedAt: instant('ended_at'),
});

/** One notice for one person by one channel. */
export const noticeDeliveries = pgTable(
  'notice_deliveries',
  {
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    personId: personId(),
    channel: text('channel').$type<NoticeChannel>().notNull(),
    ...deliveryColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.personId, table.channel] }),
    index('notice_deliveries_due')
      .on(table.personId, table.dueAt)
      .where(sql`state = 'QUEUED'`),
    index('notice_deliveries_sent')
      .on(table.personId, table.endedAt)
      .where(sql`state = 'SENT'`),
    index('notice_deliveries_dead')
      .on(table.endedAt)
      .where(sql`state = 'DEAD'`),
    check('notice_deliveries_channel', sql`channel in ('mail')`),
    check('notice_deliveries_state', sql`state in ('QUEUED', 'SENT', 'DEAD')`),
    check('notice_deliveries_ended', sql`(state = 'QUEUED') = (ended_at is null)`),
  ],
);

/** One notice for one target. */
export const targetDeliveries = pgTable(
  'target_deliveries',
  {
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => notices.id, { onDelete: 'cascade' }),
    targetId: uuid('target_id').notNull(),
    ...deliveryColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.targetId] }),
    index('target_deliveries_due')
      .on(table.targetId, table.dueAt)
      .where(sql`state = 'QUEUED'`),
    index('target_deliveries_ended')
      .on(table.targetId, table.endedAt)
      .where(sql`state <> 'QUEUED'`),
    check('target_deliveries_state', sql`state in ('QUEUED', 'SENT', 'DEAD')`),
    check('target_deliveries_ended', sql`(state = 'QUEUED') = (ended_at is null)`),
  ],
);

/** When a person gets a kind of notice by mail, where it differs from the default. */
export const noticePreferences = pgTable(
  'notice_preferences',
  { personId: personId(), kind: text('kind').notNull(), mode: text('mode').$type<NoticeMode>().notNull() },
  (table) => [
    primaryKey({ columns: [table.personId, table.kind] }),
    check('notice_preferences_mode', sql`mode in ('at-once', 'hourly', 'daily', 'off')`),
  ],
);

/** A person's time zone, and the hours of their day in which nothing is delivered. */
export const noticeHours = pgTable(
  'notice_hours',
  {
    personId: uuid('person_id')
      .primaryKey()
      .references(() => people.id),
    timeZone: text('time_zone').notNull(),
    quietFrom: smallint('quiet_from'),
    quietUntil: smallint('quiet_until'),
  },
  () => [
    check(
      'notice_hours_hours',
      sql`num_nonnulls(quiet_from, quiet_until) in (0, 2) and quiet_from between 0 and 23 and quiet_until between 0 and 23 and quiet_from <> quiet_until`,
    ),
  ],
);
