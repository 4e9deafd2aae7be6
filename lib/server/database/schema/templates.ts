import 'server-only';
import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, json, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { people, personId } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { BankDays } from '@/lib/standing-orders/bank-days';
import { EMPTY_TEMPLATE } from '@/lib/templates/template-form';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';
import { instant, storedForm } from '@/lib/server/database/schema/columns';

const templateForm = storedForm(EMPTY_TEMPLATE);
const withdrawalForm = storedForm(EMPTY_WITHDRAWAL_FORM);

/** Forms of withdrawals to fill in again. Triggers refuse changes; rows are deleted. */
export const templates = pgTable(
  'templates',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    personId: personId(),
    title: text('title').notNull(),
    /** True where everybody who can request withdrawals uses and deletes the template. */
    isShared: boolean('is_shared').notNull(),
    form: templateForm('form').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('templates_title_of_person').on(table.personId, table.title),
    check('templates_title', sql`char_length(title) between 1 and 60`),
  ],
);

/** What the console requests on its owner's behalf. Triggers keep everything but the state. */
export const standingOrders = pgTable(
  'standing_orders',
  {
    /** Chosen by the form, so that a repeat creates nothing. */
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => people.id),
    title: text('title').notNull(),
    form: withdrawalForm('form').notNull(),
    /** Signals of the checks when the order was proposed; with any other one nothing is requested. */
    signals: text('signals').array().notNull(),
    firstDate: date('first_date').notNull(),
    every: text('every', { enum: ['once', 'week', 'month'] }).notNull(),
    timeZone: text('time_zone').notNull(),
    lastDate: date('last_date').notNull(),
    maxCount: integer('max_count').notNull(),
    /** What a calendar of bank days made of the dates; null where each is its own day. */
    bankDays: json('bank_days').$type<BankDays>(),
    reason: text('reason').notNull(),
    state: text('state', { enum: ['PROPOSED', 'ACTIVE', 'PAUSED', 'ENDED'] })
      .notNull()
      .default('PROPOSED'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the second approval came; null before. */
    activeFrom: instant('active_from'),
  },
  () => [
    check('standing_orders_state', sql`state in ('PROPOSED', 'ACTIVE', 'PAUSED', 'ENDED')`),
    check('standing_orders_every', sql`every in ('once', 'week', 'month')`),
    check('standing_orders_dates', sql`first_date <= last_date and max_count between 1 and 260`),
    check('standing_orders_title', sql`char_length(title) between 1 and 60`),
  ],
);

const orderId = () =>
  uuid('order_id')
    .notNull()
    .references(() => standingOrders.id);

/** Approvals of standing orders; triggers keep out the owner and refuse changes. */
export const standingOrderApprovals = pgTable(
  'standing_order_approvals',
  {
    orderId: orderId(),
    personId: personId(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.personId] })],
);

/**
 * Ends of standing orders by hand, once each. An order that ended after its last date has none, and what it requested
 * can still be approved.
 */
export const standingOrderEnds = pgTable('standing_order_ends', {
  orderId: orderId().primaryKey(),
  personId: personId(),
  reason: text('reason').notNull(),
  at: instant('at').notNull().defaultNow(),
});

/** What became of each date of a standing order, once: a request, or the reason why there is none. */
export const standingOrderDates = pgTable(
  'standing_order_dates',
  {
    orderId: orderId(),
    date: date('date').notNull(),
    requestId: uuid('request_id')
      .unique()
      .references(() => withdrawalRequests.id),
    skipped: text('skipped'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.date] }),
    check('standing_order_dates_outcome', sql`(request_id is null) <> (skipped is null)`),
  ],
);
