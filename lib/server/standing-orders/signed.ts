/**
 * Planned payments where decisions are signed: what their owner and two others sign, and the statement that the request
 * of a date rests on (lib/proof/evidence/verify-order.ts). The place of the statement follows from the chain alone.
 */
import 'server-only';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeOrder } from '@/lib/proof/statements/standing-orders';
import { verifyOccurrence } from '@/lib/proof/evidence/verify-order';
import { fail, ok, type Result } from '@/lib/result';
import { settings } from '@/lib/server/config/settings';
import type { Transaction } from '@/lib/server/database/client';
import type { standingOrders } from '@/lib/server/database/schema/templates';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import type { SignedDecision } from '@/lib/server/passkeys/decisions';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { findUnsignedPolicy, hashPolicy } from '@/lib/server/passkeys/signed-policy';
import type { BankDays } from '@/lib/standing-orders/bank-days';
import { SIGNED_BENEFICIARY } from '@/lib/standing-orders/contract';
import { hashOwnService, readSigningPerson } from '@/lib/server/passkeys/statement';
import { toWithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';
import { deriveUuid } from '@/lib/server/requests/creation/creation';
import { occurrenceText } from '@/lib/standing-orders/occurrence';

type Order = typeof standingOrders.$inferSelect;
type OrderTerms = Pick<Order, 'id' | 'ownerId' | 'firstDate' | 'every' | 'lastDate' | 'maxCount' | 'timeZone'> & {
  form: WithdrawalForm;
  bankDays?: BankDays | null | undefined;
};

/**
 * Writes what the owner of a planned payment signs that each date sends, as JSON without a reference. Always with its
 * beneficiary: a setting does not change what was signed.
 */
export function writeOrderBody({ id, form }: Pick<OrderTerms, 'id' | 'form'>): string {
  const { ref_id: _refId, ...body } = toWithdrawalBody({ formKey: id, form }, 'send');
  return JSON.stringify(body);
}

/** Tells whether a planned payment has a beneficiary that new withdrawals leave out. */
export function omitsBeneficiary({ form }: Pick<OrderTerms, 'form'>): boolean {
  return settings().TRANSFER_SERVICE_BENEFICIARY === 'omit' && form.beneficiary.kind !== 'none';
}

/** Describes a planned payment as statements do: the text that is signed, with its hash and its subject. */
export async function describeOrder(transaction: Transaction, order: OrderTerms) {
  const { id, ownerId, firstDate, every, lastDate, maxCount, timeZone, bankDays } = order;
  const owner = await readSigningPerson(ownerId, transaction);
  const bytes = writeOrderBody(order);
  const schedule = { firstDate, every, lastDate, maxCount, timeZone, ...(bankDays && { bankDays }) };
  const text = writeOrder({ owner, bytes, ...schedule });
  return { text, core: { subject: { id, version: 1 }, sha256: await sha256Hex(text) } };
}

/** Tells whether the owner of a planned payment signed it, as it is stored, under the key list in force. */
export async function isOrderSigned(transaction: Transaction, order: OrderTerms): Promise<boolean> {
  return (await findPlaced(transaction, order)) !== undefined;
}

async function findPlaced(transaction: Transaction, order: OrderTerms) {
  const read = await readKeyList(transaction);
  if (!read) return undefined;
  const { text } = await describeOrder(transaction, order);
  const signed = read.list.orders.listFor(order.id).find((placed) => placed.content === text);
  return signed && { ...read, signed };
}

/** The request of a date, as it would be saved. */
interface PlannedRequest {
  id: string;
  bodySha256: string;
  policyVersion: number;
}

/**
 * Gives the statement that the request of a date rests on; undefined where nothing is signed and nothing must be. Fails
 * with the reason where the request would be held when it is sent.
 */
export async function findBasis(
  transaction: Transaction,
  order: OrderTerms,
  { id, bodySha256, policyVersion }: PlannedRequest,
): Promise<Result<SignedDecision | undefined, string>> {
  const found = await findPlaced(transaction, order);
  if (!found) return isProofRequired() ? fail(NOT_SIGNED) : ok(undefined);
  if (omitsBeneficiary(order)) return fail(SIGNED_BENEFICIARY);
  const { list, root, signed } = found;
  const request = { id, version: 1, sha256: bodySha256, service: await hashOwnService() };
  const verified = await verifyOccurrence(list, signed, { request, at: list.chain.length });
  if (!verified.ok) return fail(`The signatures of the planned payment do not hold: ${verified.error.sentence}`);
  if (Number.isFinite(verified.value.occurrence.until)) return fail('The end of this planned payment was signed.');
  const sha256 = await hashPolicy(transaction, policyVersion);
  const policyReason = isProofRequired()
    ? await findUnsignedPolicy(transaction, { sha256, at: Number.MAX_SAFE_INTEGER })
    : undefined;
  if (policyReason !== undefined) return fail(policyReason);
  return ok({ place: { root: root.fingerprint, position: signed.number }, validUntil: undefined });
}

/** Sentence for a planned payment that nobody signed, where everything must be signed. */
export const NOT_SIGNED =
  'Decisions are signed with passkeys here, and the owner of this planned payment did not sign it. End it, and propose it again.';

/**
 * Gives the form key of the request for one date, from which its ID and its reference follow: one date, one request.
 */
export function occurrenceKey(orderId: string, date: string): string {
  return deriveUuid(occurrenceText(orderId, date));
}
