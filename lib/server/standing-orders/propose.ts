import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { readInput } from '@/lib/http/read-input';
import { withoutOnce } from '@/lib/withdrawals/fields';
import { and, eq, ne } from 'drizzle-orm';
import { z } from 'zod';
import { canSeeProfile } from '@/lib/identity/reader';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { settings } from '@/lib/server/config/settings';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { standingOrders } from '@/lib/server/database/schema/templates';
import { signatureSchema, signDecision } from '@/lib/server/passkeys/decisions';
import { hasFailedCheck } from '@/lib/risk/recipient-checks';
import { readTravelRule } from '@/lib/server/recipients/travel-rule/check';
import { buildBody } from '@/lib/server/requests/creation/build-body';
import { checkRecipient, signalsOf } from '@/lib/server/requests/checks/checks';
import { findCreateDenial } from '@/lib/server/requests/creation/creation';
import { explainNoRequest, findRequestable } from '@/lib/server/rights/check';
import { now } from '@/lib/server/runtime/clock';
import { describeOrder, occurrenceKey, omitsBeneficiary } from '@/lib/server/standing-orders/signed';
import { writeStep } from '@/lib/server/standing-orders/step';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';
import { planBankDays } from '@/lib/standing-orders/bank-days';
import { findCalendar } from '@/lib/standing-orders/calendars/calendar';
import { offerCalendars } from '@/lib/standing-orders/calendars/calendar-file';
import type { OrderFailure } from '@/lib/standing-orders/contract';
import { listScheduleIssues, orderFieldsSchema } from '@/lib/standing-orders/form';
import { listDates, settleSchedule } from '@/lib/standing-orders/schedule';
import { keepBeneficiary } from '@/lib/withdrawals/beneficiary-form';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { UUID } from '@/lib/text/uuid';
import { withdrawalFormSchema } from '@/lib/withdrawals/form';

const orderSchema = orderFieldsSchema.extend({
  /** Chosen by the form, so that a repeat proposes nothing. */
  id: z.uuid({ version: 'v4' }),
  from: z.union([
    z.strictObject({ template: z.uuid() }),
    z.strictObject({ request: z.uuid() }),
    /** A planned payment of the person that carries a beneficiary which is left out now; the new one replaces it. */
    z.strictObject({ order: z.uuid() }),
  ]),
  signature: signatureSchema.optional(),
});
type Wanted = z.infer<typeof orderSchema>;

type Proposed = Result<{ orderId: string }, OrderFailure | Unsigned>;

/**
 * Proposes a planned payment from a template, a request or one that it replaces: two others approve it before anything
 * is requested. Its owner signs it where they have a passkey. Takes unchecked input; the same form again gives the same
 * planned payment.
 */
export async function proposeOrder(input: unknown): Promise<Proposed> {
  const person = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!person.ok) return person;
  const given = readInput(orderSchema, input, 'Not valid.');
  if (!given.ok) return given;
  const wanted = settleSchedule(given.value);
  const [issue] = listScheduleIssues(wanted, now());
  if (issue) return fail({ kind: 'not-possible', reason: issue.message });
  if (!isOfCalendar(wanted)) return fail({ kind: 'not-possible', reason: OTHER_CALENDAR });
  const form = await readOrderForm(person.value, wanted.from);
  // The same form again finds the earlier plan ended, which it replaced.
  if (!form.ok) return (await findEarlier(database(), person.value, wanted.id)) ?? form;
  const body = buildBody({ formKey: occurrenceKey(wanted.id, wanted.firstDate), form: form.value });
  const checks = await checkRecipient(form.value, body);
  if (!checks.ok)
    return fail({
      kind: 'not-possible',
      reason: checks.error.kind === 'invalid' ? (checks.error.issues[0]?.message ?? '') : SIMILAR,
    });
  return inTransaction(async (transaction): Promise<Proposed> => {
    const denial = await findCreateDenial(transaction, person.value);
    if (denial) return fail(denial);
    const { profileId } = form.value;
    const mayRequestFrom = await findRequestable(person.value, [{ id: profileId }], transaction);
    if (!mayRequestFrom(profileId)) return fail({ kind: 'not-possible', reason: explainNoRequest(profileId) });
    const missingFor = await readTravelRule(transaction, [body]);
    const data = missingFor(body);
    if (data) return fail({ kind: 'not-possible', reason: `${data.reason} ${data.next}` });
    // The policy is asked on each date: what it refuses today, such as by a limit over time, it may allow then.
    const isExempt = (signal: string) => signal !== 'check-unavailable' || !hasFailedCheck(checks.value);
    const signals = signalsOf(checks.value).filter(isExempt);
    return insert(transaction, person.value, { wanted, form: form.value, signals });
  });
}

/** Tells whether bank days are those that the calendar gives now: what a person saw is what is planned. */
function isOfCalendar({ bankDays, ...schedule }: Wanted): boolean {
  if (!bankDays) return true;
  const calendar = findCalendar(offerCalendars(settings().BANK_CALENDARS), bankDays.calendar);
  return (
    calendar !== undefined && isDeepStrictEqual(planBankDays(listDates(schedule), bankDays.adjust, calendar), bankDays)
  );
}

const OTHER_CALENDAR = 'The calendar of bank days is another since this page was loaded. Load it again.';

const SIMILAR =
  'The address closely resembles another known address. Save the recipient in the address book first, or request the withdrawal once.';

async function readOrderForm(person: Person, from: Wanted['from']): Promise<Result<WithdrawalForm, OrderFailure>> {
  const start = 'order' in from ? await readReplaceable(database(), person, from.order) : await readStart(from);
  if (typeof start !== 'object') return fail({ kind: 'not-found' });
  // What is signed is what each date sends.
  const beneficiary = keepBeneficiary(start.form.beneficiary, settings().TRANSFER_SERVICE_BENEFICIARY);
  const none = { testAmount: '', referenceId: '' };
  const form = withdrawalFormSchema.safeParse({ ...withoutOnce(start.form), ...none, beneficiary });
  if (!form.success)
    return fail({
      kind: 'not-possible',
      reason: `The template leaves something open that a planned payment needs. ${form.error.issues[0]?.message ?? ''}`,
    });
  return canSeeProfile(person, form.data.profileId) ? ok(form.data) : fail({ kind: 'not-found' });
}

/**
 * Reads a planned payment of this person that goes on and carries a beneficiary which new withdrawals leave out;
 * undefined for any other.
 */
export async function readReplaceable(
  reader: Pick<Transaction, 'select'>,
  { id: personId }: Pick<Person, 'id'>,
  orderId: string,
) {
  if (!UUID.test(orderId)) return undefined;
  const { id, ownerId, state } = standingOrders;
  const [order] = await reader
    .select()
    .from(standingOrders)
    .where(and(eq(id, orderId), eq(ownerId, personId), ne(state, 'ENDED')));
  return order && omitsBeneficiary(order) ? order : undefined;
}

async function insert(
  transaction: Transaction,
  person: Person,
  { wanted, form, signals }: { wanted: Wanted; form: WithdrawalForm; signals: string[] },
): Promise<Proposed> {
  const { id, title, firstDate, every, timeZone, lastDate, maxCount, bankDays, reason } = wanted;
  const schedule = { firstDate, every, timeZone, lastDate, maxCount, ...(bankDays && { bankDays }) };
  const replacedId = 'order' in wanted.from ? wanted.from.order : undefined;
  // A statement of its own: the next ones see what another call with the same form did while this one waited.
  if (replacedId !== undefined)
    await transaction
      .select({ id: standingOrders.id })
      .from(standingOrders)
      .where(eq(standingOrders.id, replacedId))
      .for('update');
  const earlier = await findEarlier(transaction, person, id);
  if (earlier) return earlier;
  const replaced = replacedId === undefined ? undefined : await readReplaceable(transaction, person, replacedId);
  if (replacedId !== undefined && !replaced) return fail({ kind: 'not-found' });
  const { text, core } = await describeOrder(transaction, { id, ownerId: person.id, form, ...schedule });
  const signed = await signDecision(transaction, person, {
    core: { ...core, kind: 'standingOrder', as: 'finance' },
    texts: text,
    signature: wanted.signature,
  });
  if (!signed.ok) return signed;
  const [inserted] = await transaction
    .insert(standingOrders)
    .values({ id, ownerId: person.id, title, form, signals, reason, ...schedule })
    .onConflictDoNothing()
    .returning({ id: standingOrders.id });
  // Another call with the same form was faster.
  if (!inserted) return (await findEarlier(transaction, person, id)) ?? fail({ kind: 'not-found' });
  await appendAudit(transaction, {
    action: 'planned.proposed',
    ...actedBy(person),
    subject: `standing-order:${id}`,
    reason,
    after: { title, ...schedule, form },
  });
  // In the same transaction, so that no date is ever requested by both.
  if (replaced) await writeStep(transaction, person, replaced, { step: 'end', state: 'ENDED', reason: REPLACED });
  return ok({ orderId: id });
}

const REPLACED = 'Proposed again without the beneficiary.';

/** Finds the outcome of an earlier call with the same form; undefined where there was none. */
async function findEarlier(
  transaction: Pick<Transaction, 'select'>,
  person: Person,
  id: string,
): Promise<Proposed | undefined> {
  const [earlier] = await transaction
    .select({ ownerId: standingOrders.ownerId })
    .from(standingOrders)
    .where(eq(standingOrders.id, id));
  if (!earlier) return undefined;
  return earlier.ownerId === person.id ? ok({ orderId: id }) : fail({ kind: 'not-found' });
}
