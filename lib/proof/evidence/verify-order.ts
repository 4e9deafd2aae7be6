/**
 * Decides whether a request rests on a standing order: its owner signed what each date sends, two others signed their
 * approval of that, and the request is the one of one of its dates. ID and reference of a request follow from the order
 * and the date, so that one date has one request; all its other bytes are the order's.
 *
 * The order takes the place of the requester's signature and of nothing else. Each request is approved by itself, on
 * its date or within the time that a request may wait, and not after a person ended the order.
 */
import { sha256Hex } from '@/lib/proof/bytes';
import { type CountedDecision, type SignedDecision, verifyInChain } from '@/lib/proof/counted';
import { refuse, type Refusal, type RefusalName } from '@/lib/proof/refusals';
import { isEqualPerson, isSamePerson } from '@/lib/proof/keys/root';
import type { ProofContext } from '@/lib/proof/signed';
import type { StandingOrder } from '@/lib/proof/statements/standing-orders';
import { verifyChange } from '@/lib/proof/evidence/verify-change';
import { ok, type Result } from '@/lib/result';
import type { PlannedDay } from '@/lib/standing-orders/bank-days';
import { occurrenceText, requestText } from '@/lib/standing-orders/occurrence';
import { listDays } from '@/lib/standing-orders/schedule';
import { uuidOfHash } from '@/lib/text/uuid';
import { boundsOfDay } from '@/lib/time/time-zone';
import { mintReference } from '@/lib/withdrawals/reference';

/** A standing order that counts, with those who approved it. */
interface VerifiedOrder {
  owner: CountedDecision;
  approvals: CountedDecision[];
  order: StandingOrder;
  /** Numbers of the entries that completed and ended it; infinity where nobody ended it. */
  since: number;
  until: number;
}

/** The date of a standing order that a request is for, and when the request can be approved. */
export interface Occurrence extends Omit<VerifiedOrder, 'owner' | 'order'> {
  orderId: string;
  /** Such as 2026-12-31, and the bank day on which it is requested. */
  date: string;
  day: string;
  /** Times between which an approval is issued and valid. */
  opens: string;
  closes: string;
}

// A request waits for at most 30 days (APPROVAL_EXPIRY_MINUTES), and as long before that for a limit over time; a day
// more for clocks that differ.
const MAX_WAIT_MS = 31 * 86_400_000;

/** Verifies a standing order: its owner's signature, by a passkey that still counts at `at`, and two approvals. */
export async function verifyOrder(
  context: ProofContext,
  signed: SignedDecision,
  { service, at }: { service: string; at: number },
): Promise<Result<VerifiedOrder, Refusal>> {
  const owner = await verifyInChain(context, signed, () => at);
  if (!owner.ok) return owner;
  const { statement, number } = owner.value;
  if (number > at) return refuse('statement-not-in-chain');
  if (statement.kind !== 'standingOrder') return refuse('other-kind');
  if (statement.service !== service) return refuse('other-service');
  const placed = context.orders.find(signed.statement);
  const { subject, sha256, person } = statement;
  if (!placed || !isEqualPerson(placed.order.owner, person)) return refuse('order-unreadable');
  const others = context.orders
    .listApprovals(subject.id)
    .filter((one) => one.number <= at && one.stated.service === service && !isSamePerson(one.stated.person, person));
  const approved = await verifyChange(context, others, { kind: 'standingOrder.approve', subject, sha256 });
  if (!approved.ok) return refuse('order-not-approved', approved.error.sentence);
  const since = approved.value[1]?.number ?? Number.POSITIVE_INFINITY;
  return ok({
    owner: owner.value,
    approvals: approved.value,
    order: placed.order,
    since,
    until: context.orders.endOf(subject.id),
  });
}

/** What a request must be to rest on a standing order: `id`, first version, bytes, and nothing besides. */
interface OrderedRequest {
  id: string;
  version: number;
  sha256: string;
  service: string;
  notBefore?: string;
  attachments?: string;
  chosenAddress?: string;
}

/** Verifies that a request is the one of a date of a standing order; `signed` is the owner's statement of it. */
export async function verifyOccurrence(
  context: ProofContext,
  signed: SignedDecision,
  { request, at }: { request: OrderedRequest; at: number },
): Promise<Result<CountedDecision & { occurrence: Occurrence }, Refusal>> {
  const verified = await verifyOrder(context, signed, { service: request.service, at });
  if (!verified.ok) return verified;
  const { owner, order, ...known } = verified.value;
  const { person, subject } = owner.statement;
  const found = await findDate(order, { orderId: subject.id, ownerId: person.id, requestId: request.id });
  // A later version is another request of its owner, who signs it.
  if (!found || request.version !== 1) return refuse('order-other-date');
  if ((await sha256Hex(writeOccurrence(order, found.formKey))) !== request.sha256) return refuse('other-bytes');
  if (request.attachments !== undefined) return refuse('other-attachments');
  if (request.chosenAddress !== undefined) return refuse('other-address');
  const { date, day } = found;
  const { from, to } = boundsOfDay(order.timeZone, day);
  const opens = from.toISOString();
  const leaves = Math.min(Date.parse(request.notBefore ?? '') || 0, to.getTime() + MAX_WAIT_MS);
  const closes = new Date(Math.max(to.getTime(), leaves) + MAX_WAIT_MS).toISOString();
  return ok({ ...owner, occurrence: { ...known, orderId: subject.id, date, day, opens, closes } });
}

/** Gives why an approval of a request that rests on a standing order does not count; undefined where it does. */
export function refusalOfOccurrence(
  { since, until, opens, closes }: Occurrence,
  { number, statement: { issued, validUntil = '' } }: CountedDecision,
): RefusalName | undefined {
  if (number <= since) return 'order-not-approved';
  if (number > until) return 'order-ended';
  return issued < opens || validUntil > closes ? 'order-other-time' : undefined;
}

async function findDate(
  order: StandingOrder,
  { orderId, ownerId, requestId }: { orderId: string; ownerId: string; requestId: string },
): Promise<(PlannedDay & { formKey: string }) | undefined> {
  for (const planned of listDays(order)) {
    const { date, skipped } = planned;
    if (skipped !== undefined) continue;
    const formKey = uuidOfHash(await sha256Hex(occurrenceText(orderId, date)));
    if (uuidOfHash(await sha256Hex(requestText(ownerId, formKey))) === requestId) return { ...planned, formKey };
  }
  return undefined;
}

function writeOccurrence({ bytes }: StandingOrder, formKey: string): string {
  return JSON.stringify({ ref_id: mintReference(formKey), ...(JSON.parse(bytes) as object) });
}
