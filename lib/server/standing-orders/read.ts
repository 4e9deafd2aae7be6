import 'server-only';
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { canSeeProfile, type Reader } from '@/lib/identity/reader';
import { explainSignals } from '@/lib/policy/signals';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database, inTransaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import {
  standingOrderApprovals,
  standingOrderDates,
  standingOrderEnds,
  standingOrders,
} from '@/lib/server/database/schema/templates';
import { mayDecideFor } from '@/lib/server/rights/check';
import { nameRecipientsOf } from '@/lib/server/recipients/names';
import { findSavedRecipient } from '@/lib/server/recipients/read';
import { buildBody } from '@/lib/server/requests/creation/build-body';
import { now } from '@/lib/server/runtime/clock';
import { canStillDecide } from '@/lib/server/standing-orders/approvers';
import { isOrderSigned, omitsBeneficiary, writeOrderBody } from '@/lib/server/standing-orders/signed';
import type { PlannedDay } from '@/lib/standing-orders/bank-days';
import { ORDER_STEPS, orderDenialReason, type OrderSummary, type OrderView } from '@/lib/standing-orders/contract';
import { listDays } from '@/lib/standing-orders/schedule';
import { UUID } from '@/lib/text/uuid';
import { dayIn } from '@/lib/time/time-zone';

const MAX_LISTED = 500;
const MAX_COMING = 12;

type Order = typeof standingOrders.$inferSelect;

/** Lists the planned payments of the profiles that the reader may see, newest first. */
export async function listOrders(): Promise<Result<OrderSummary[], Denial>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const rows = await selectOrders().orderBy(desc(standingOrders.createdAt)).limit(MAX_LISTED);
  const visible = rows.filter(({ order }) => isVisible(person.value, order));
  const signed = await readSigned(visible.map(({ order }) => order));
  const names = await nameRecipientsOf(
    person.value,
    visible.map(({ order }) => order.form),
  );
  return ok(
    visible.map(({ order, owner }, index) =>
      summarize(order, owner, { coming: comingDays(order), signed, recipientName: names[index] ?? null }),
    ),
  );
}

/** Reads a planned payment with what became of its dates, and what the reader can do with it. */
export async function readOrder(id: string): Promise<Result<OrderView, Denial | { kind: 'not-found' }>> {
  const person = await authorize('readWithdrawals');
  if (!person.ok) return person;
  const [found] = UUID.test(id) ? await selectOrders().where(eq(standingOrders.id, id)) : [];
  if (!found || !isVisible(person.value, found.order)) return fail({ kind: 'not-found' });
  const { order, owner } = found;
  const [approvals, past, endedBy, recipient] = await Promise.all([
    database()
      .select({
        personId: people.id,
        name: personLabel(),
        at: standingOrderApprovals.at,
        canStillDecide: canStillDecide(),
      })
      .from(standingOrderApprovals)
      .innerJoin(people, eq(people.id, standingOrderApprovals.personId))
      .where(eq(standingOrderApprovals.orderId, id))
      .orderBy(asc(standingOrderApprovals.at)),
    readPast(id),
    readEnd(id),
    findSavedRecipient(buildBody({ formKey: id, form: order.form })),
  ]);
  const over = new Set(past.map(({ date }) => date));
  const coming = comingDays(order).filter(({ date }) => !over.has(date));
  const dayOf = new Map(listDays(order).map(({ date, day }) => [date, day]));
  const toDay = (date: string) => dayOf.get(date) ?? date;
  const actor = { ...person.value, mayDecide: await mayDecideFor(database(), person.value, order.form.profileId) };
  const denied = Object.fromEntries(
    ORDER_STEPS.map((step) => [step, orderDenialReason(step, { ...order, approvals }, actor) ?? null]),
  ) as OrderView['denied'];
  return ok({
    ...summarize(order, owner, { coming, signed: await readSigned([order]), recipientName: recipient?.name ?? null }),
    bytes: writeOrderBody(order),
    isOwn: order.ownerId === person.value.id,
    note: order.form.note,
    findings: explainSignals(order.signals),
    reason: order.reason,
    proposedAt: order.createdAt.toISOString(),
    approvals: approvals.map(({ name, at }) => ({ by: name, at: at.toISOString() })),
    past: past.map(({ date, requestId, skipped }) => ({ date, day: toDay(date), requestId, skipped })),
    waiting: past.flatMap(({ date, requestId, isWaiting }) =>
      requestId !== null && isWaiting ? [{ day: toDay(date), requestId }] : [],
    ),
    endedBy,
    // Those who approve see every day that is moved or skipped.
    coming: order.bankDays ? coming : coming.slice(0, MAX_COMING),
    denied,
  });
}

/** Reads what became of the dates of an order, newest first, and which requests wait for approval. */
function readPast(orderId: string) {
  const { date, requestId, skipped } = standingOrderDates;
  const { state, expiresAt } = withdrawalRequests;
  return database()
    .select({
      date,
      requestId,
      skipped,
      isWaiting: sql<boolean>`coalesce(${state} = 'AWAITING_APPROVAL' and ${expiresAt} > now(), false)`,
    })
    .from(standingOrderDates)
    .leftJoin(withdrawalRequests, eq(withdrawalRequests.id, requestId))
    .where(eq(standingOrderDates.orderId, orderId))
    .orderBy(desc(date));
}

async function readEnd(orderId: string): Promise<OrderView['endedBy']> {
  const [ended] = await database()
    .select({ by: personLabel(), at: standingOrderEnds.at, reason: standingOrderEnds.reason })
    .from(standingOrderEnds)
    .innerJoin(people, eq(people.id, standingOrderEnds.personId))
    .where(eq(standingOrderEnds.orderId, orderId));
  return ended ? { ...ended, at: ended.at.toISOString() } : null;
}

function selectOrders() {
  return database()
    .select({ order: standingOrders, owner: personLabel() })
    .from(standingOrders)
    .innerJoin(people, eq(people.id, standingOrders.ownerId));
}

const isVisible = (reader: Reader, { form }: Order) => canSeeProfile(reader, form.profileId);

function comingDays(order: Order): PlannedDay[] {
  if (order.state === 'ENDED') return [];
  const today = dayIn(order.timeZone, now());
  return listDays(order).filter(({ day }) => day >= today);
}

/** Finds the planned payments that go on with a beneficiary which is left out, and whose owner signed them with it. */
async function readSigned(orders: readonly Order[]): Promise<Set<string>> {
  const asked = orders.filter((order) => order.state !== 'ENDED' && omitsBeneficiary(order));
  const signed = new Set<string>();
  if (asked.length === 0) return signed;
  await inTransaction(async (transaction) => {
    for (const order of asked) if (await isOrderSigned(transaction, order)) signed.add(order.id);
  });
  return signed;
}

interface SummaryFacts {
  coming: readonly PlannedDay[];
  signed: ReadonlySet<string>;
  recipientName: string | null;
}

function summarize(order: Order, owner: string, { coming, signed, recipientName }: SummaryFacts): OrderSummary {
  const { id, title, state, timeZone, firstDate, every, lastDate, maxCount, bankDays, form } = order;
  const { value, asset, network, destinationAddress: address } = form;
  const schedule = { firstDate, every, lastDate, maxCount, bankDays };
  return {
    id,
    title,
    state,
    owner,
    timeZone,
    ...schedule,
    value,
    asset,
    network,
    address,
    recipientName,
    nextDate: coming.find(({ skipped }) => skipped === undefined)?.day ?? null,
    omitsBeneficiary: omitsBeneficiary(order),
    isSigned: signed.has(id),
  };
}
