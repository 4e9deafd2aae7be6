/**
 * Requests planned payments on their dates. A date is a calendar day in the zone of its order, or the bank day to which
 * it was moved as the order was proposed; it has one outcome, once (primary key of `standing_order_dates`), under the
 * lock of its order, however many processes run.
 *
 * | on the date                                                 | outcome                                      |
 * | ----------------------------------------------------------- | -------------------------------------------- |
 * | active, its owner may request, the policy and checks agree  | a request like any other, with its approvals |
 * | owner, policy, reference, checks or signatures refuse       | skipped, with the reason                     |
 * | a check cannot run, or the key list does not verify         | tried again until the day ends               |
 * | the use of a limit over time that refuses it is unknown     | tried again until the day ends               |
 * | the calendar of its bank days closed on it since            | skipped, with the reason                     |
 * | the day is over without an outcome                          | skipped, with the reason                     |
 *
 * An order ends after its last date, also one that two people never approved.
 */
import 'server-only';
import { eq, inArray, sql } from 'drizzle-orm';
import { TransactionRollbackError } from 'drizzle-orm/errors';
import { denialReason } from '@/lib/identity/roles';
import { hasFailedCheck } from '@/lib/risk/recipient-checks';
import { type SignalId, SIGNALS } from '@/lib/policy/signals';
import { fail, ok, type Result } from '@/lib/result';
import { settings } from '@/lib/server/config/settings';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { standingOrderDates, standingOrders } from '@/lib/server/database/schema/templates';
import { log } from '@/lib/server/observability/log';
import { buildBody } from '@/lib/server/requests/creation/build-body';
import { checkRecipient, signalsOf } from '@/lib/server/requests/checks/checks';
import { planForm } from '@/lib/server/requests/creation/create';
import { deriveId, saveRequests } from '@/lib/server/requests/creation/creation';
import { isInSetUpMode } from '@/lib/server/passkeys/key-list/mode';
import { now } from '@/lib/server/runtime/clock';
import { findBasis, occurrenceKey } from '@/lib/server/standing-orders/signed';
import { startLoop } from '@/lib/server/workers/loop';
import { explainSkipped, type PlannedDay } from '@/lib/standing-orders/bank-days';
import { findCalendar, isBankDay } from '@/lib/standing-orders/calendars/calendar';
import { offerCalendars } from '@/lib/standing-orders/calendars/calendar-file';
import { NEVER_APPROVED } from '@/lib/standing-orders/contract';
import { listDays } from '@/lib/standing-orders/schedule';
import { dayIn } from '@/lib/time/time-zone';

type Order = typeof standingOrders.$inferSelect;

const CHECK_INTERVAL_MS = 60_000;
const MAX_NOTE = 500;

/** Signals of the recipient; where one is new since the order was proposed, a person has to look before it is paid. */
const RECIPIENT_SIGNALS: readonly SignalId[] = [
  'new-network',
  'memo-missing',
  'memo-changed',
  'not-in-book',
  'profile-not-allowed',
  'look-alike',
  'address-note',
  'text-note',
  'pair-unknown',
];

/** Starts requesting planned payments, once per process. */
export function startRequestingPlanned(): void {
  startLoop('planned-payments', () => requestPlanned(), { everyMs: CHECK_INTERVAL_MS });
}

/** Gives every date up to `at` its outcome. An order that fails does not keep the others; it is tried again later. */
export async function requestPlanned(at: Date = now()): Promise<number> {
  const open = await database()
    .select()
    .from(standingOrders)
    .where(inArray(standingOrders.state, ['PROPOSED', 'ACTIVE', 'PAUSED']));
  for (const order of open) {
    await settleDates(order, at).catch((error: unknown) => {
      log.error({ err: error, order: order.id }, 'a planned payment failed; it is tried again until its day ends');
    });
  }
  return 0;
}

async function settleDates(order: Order, at: Date): Promise<void> {
  const today = dayIn(order.timeZone, at);
  const days = listDays(order);
  const isOver = days.every(({ day }) => day < today);
  if (order.state !== 'PROPOSED') await settleDue(order, { days, today });
  if (isOver) await inTransaction((transaction) => end(transaction, order));
}

/** Gives the dates of an approved order whose day has come their outcome. */
async function settleDue(order: Order, { days, today }: { days: readonly PlannedDay[]; today: string }): Promise<void> {
  const recorded = await database()
    .select({ date: standingOrderDates.date })
    .from(standingOrderDates)
    .where(eq(standingOrderDates.orderId, order.id));
  const over = new Set(recorded.map(({ date }) => date));
  const due = days.filter(({ date, day }) => day <= today && !over.has(date));
  for (const planned of due) {
    const reason = skipReason(order, planned, today);
    if (reason !== undefined) await inTransaction((transaction) => skip(transaction, { order, ...planned, reason }));
    else if (order.state === 'ACTIVE') await requestOn(order, planned);
  }
}

/** Gives why a date whose day has come is skipped before anything is checked; undefined where it is not. */
function skipReason(order: Order, { day, skipped }: PlannedDay, today: string): string | undefined {
  const { bankDays } = order;
  if (bankDays && skipped) return explainSkipped(skipped, bankDays.calendar);
  if (day < today) return missedReason(order, day);
  const calendar = bankDays && findCalendar(offerCalendars(settings().BANK_CALENDARS), bankDays.calendar);
  // A calendar that is gone, or does not know the year any more, leaves the day as it was planned.
  return calendar && isBankDay(calendar, day) === false
    ? `${calendar.name} closed on ${day} after this was planned.`
    : undefined;
}

function missedReason(order: Order, day: string): string {
  if (order.state === 'PAUSED') return 'The planned payment was paused.';
  if (order.activeFrom && dayIn(order.timeZone, order.activeFrom) > day)
    return 'The planned payment was approved after this date.';
  return 'The console did not run on this date, or it could not check the recipient or a limit over time.';
}

async function requestOn(order: Order, { date, day }: PlannedDay): Promise<void> {
  const formKey = occurrenceKey(order.id, date);
  const when = day === date ? date : `${day}, moved from ${date}`;
  const note = `Planned payment “${order.title}” of ${when}. ${order.form.note}`.trim().slice(0, MAX_NOTE);
  const form = { ...order.form, note };
  const body = buildBody({ formKey, form });
  // Without a key list that verifies nothing can rest on a signature: the date waits for it until its day ends.
  if (await isInSetUpMode()) return;
  const checks = await checkRecipient(form, body, { isPlanned: true });
  const signals = checks.ok ? signalsOf(checks.value) : [];
  const isNew = (signal: string) => signals.includes(signal) && !order.signals.includes(signal);
  if (isNew('check-unavailable') || (checks.ok && hasFailedCheck(checks.value))) return;
  const changed = RECIPIENT_SIGNALS.find(isNew);
  const refusal = checks.ok
    ? changed && `The recipient’s checks have changed: ${SIGNALS[changed]}.`
    : checks.error.kind === 'invalid'
      ? (checks.error.issues[0]?.message ?? 'The withdrawal is not valid any more.')
      : 'The address closely resembles another known address.';
  if (refusal !== undefined || !checks.ok) {
    await inTransaction((transaction) => skip(transaction, { order, date, reason: refusal ?? '' }));
    return;
  }
  const save = (transaction: Transaction) =>
    requestIn(transaction, { order, date, formKey, form, body, checks: checks.value });
  await inTransaction(save).catch(async (error: unknown) => {
    if (error instanceof UnknownUseError) {
      log.warn({ order: order.id, date, reason: error.message }, 'use of a limit over time unknown; the date waits');
      return;
    }
    if (!(error instanceof TransactionRollbackError)) throw error;
    await inTransaction((transaction) => skip(transaction, { order, date, reason: TAKEN }));
  });
}

/** Rolls back a date that is tried again, with the refusal that planning recorded. */
class UnknownUseError extends Error {}

const TAKEN = 'Its reference is already used by another request or transfer.';

interface Occurrence extends Pick<Parameters<typeof planForm>[2], 'form' | 'checks'> {
  order: Order;
  date: string;
  formKey: string;
  body: ReturnType<typeof buildBody>;
}

async function requestIn(
  transaction: Transaction,
  { order, date, formKey, form, body, checks }: Occurrence,
): Promise<void> {
  if (!(await isOpen(transaction, order.id, date, ['ACTIVE']))) return;
  const owner = await readOwner(transaction, order.ownerId);
  if (!owner.ok) return record(transaction, order, { date, skipped: owner.error });
  const plan = await planForm(transaction, owner.value, { form, checks, whole: body, parts: [body], isPlanned: true });
  if (!plan.ok && 'isUnknown' in plan.error && plan.error.isUnknown) throw new UnknownUseError(plan.error.reason);
  if (!plan.ok)
    return record(transaction, order, { date, skipped: 'reason' in plan.error ? plan.error.reason : TAKEN });
  const requests = [{ formKey, body, plan: plan.value, note: form.note }];
  const planned = { ...plan.value, id: deriveId(order.ownerId, formKey) };
  const basis = await findBasis(transaction, order, planned);
  if (!basis.ok) return record(transaction, order, { date, skipped: basis.error });
  const [requestId = ''] = await saveRequests(transaction, { requester: owner.value, requests, signed: basis.value });
  await record(transaction, order, { date, requestId });
}

/** Reads the owner as the requester, or the reason why they request nothing now. */
async function readOwner(transaction: Transaction, id: string) {
  const [owner] = await transaction
    .select({ name: people.name, roles: people.roles, isSuspended: sql<boolean>`is_suspended(${people.id})` })
    .from(people)
    .where(eq(people.id, id));
  const result = (reason?: string): Result<{ id: string; name: string; origin: null }, string> =>
    reason === undefined ? ok({ id, name: owner?.name ?? '', origin: null }) : fail(reason);
  if (!owner || owner.isSuspended) return result('The owner of the planned payment is suspended.');
  const denied = denialReason('makeWithdrawal', owner.roles);
  return result(denied && `The owner of the planned payment lost the role. ${denied}`);
}

/** Locks an order, and tells whether it is still in one of these states and the date has no outcome yet. */
async function isOpen(
  transaction: Transaction,
  orderId: string,
  date: string,
  states: readonly Order['state'][],
): Promise<boolean> {
  const [locked] = await transaction
    .select({ state: standingOrders.state })
    .from(standingOrders)
    .where(eq(standingOrders.id, orderId))
    .for('update');
  if (!locked || !states.includes(locked.state)) return false;
  const [over] = await transaction
    .select({ date: standingOrderDates.date })
    .from(standingOrderDates)
    .where(sql`${standingOrderDates.orderId} = ${orderId} and ${standingOrderDates.date} = ${date}`);
  return over === undefined;
}

async function skip(
  transaction: Transaction,
  { order, date, reason }: { order: Order; date: string; reason: string },
): Promise<void> {
  if (await isOpen(transaction, order.id, date, ['ACTIVE', 'PAUSED']))
    await record(transaction, order, { date, skipped: reason });
}

async function record(
  transaction: Transaction,
  { id, ownerId }: Order,
  outcome: { date: string; requestId?: string; skipped?: string },
): Promise<void> {
  await transaction.insert(standingOrderDates).values({ orderId: id, ...outcome });
  await appendAudit(transaction, {
    action: outcome.skipped === undefined ? 'planned.requested' : 'planned.skipped',
    actor: null,
    subject: `standing-order:${id}`,
    origin: null,
    after: { ...outcome, tell: [ownerId] },
    ...(outcome.skipped !== undefined && { reason: outcome.skipped }),
  });
}

async function end(transaction: Transaction, { id, ownerId, state }: Order): Promise<void> {
  const ended = await transaction
    .update(standingOrders)
    .set({ state: 'ENDED' })
    .where(sql`${standingOrders.id} = ${id} and ${standingOrders.state} <> 'ENDED'`)
    .returning({ id: standingOrders.id });
  if (ended.length === 0) return;
  await appendAudit(transaction, {
    action: 'planned.ended',
    actor: null,
    subject: `standing-order:${id}`,
    origin: null,
    before: { state },
    after: { state: 'ENDED', ...(state === 'PROPOSED' && { tell: [ownerId] }) },
    reason: state === 'PROPOSED' ? NEVER_APPROVED : 'All its dates are over.',
  });
}
