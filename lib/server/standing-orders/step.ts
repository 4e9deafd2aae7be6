import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { staleSignIn } from '@/lib/http/denials';
import { canSeeProfile } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { standingOrderApprovals, standingOrderEnds, standingOrders } from '@/lib/server/database/schema/templates';
import { canStillDecide } from '@/lib/server/standing-orders/approvers';
import { describeOrder, isOrderSigned, NOT_SIGNED } from '@/lib/server/standing-orders/signed';
import {
  chooseSigningRole,
  type OptionalSignature,
  optionalSignatureSchema,
  signDecision,
  type SignedDecision,
} from '@/lib/server/passkeys/decisions';
import { mayDecideFor } from '@/lib/server/rights/check';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import type { Role } from '@/lib/identity/roles';
import type { Unsigned } from '@/lib/passkeys/contract';
import { sha256Hex } from '@/lib/proof/bytes';
import { canSignAs } from '@/lib/proof/kinds';
import {
  ORDER_APPROVALS,
  ORDER_STEPS,
  orderDenialReason,
  type OrderFailure,
  type OrderStep,
} from '@/lib/standing-orders/contract';
import { storableText } from '@/lib/text/storable-text';

const stepSchema = z.strictObject({
  orderId: z.uuid(),
  step: z.enum(ORDER_STEPS),
  reason: storableText().trim().max(500, 'Enter at most 500 characters.'),
  signature: optionalSignatureSchema,
});
type Given = z.infer<typeof stepSchema>;

const ACTIONS = {
  approve: 'planned.approved',
  pause: 'planned.paused',
  resume: 'planned.resumed',
  end: 'planned.ended',
} as const;
const STATE_AFTER = { pause: 'PAUSED', resume: 'ACTIVE', end: 'ENDED' } as const;

/**
 * Approves, pauses, resumes or ends a planned payment. An approval is signed where the person has a passkey, and where
 * the owner signed; an end where a passkey is at hand. Takes unchecked input.
 */
export async function takeOrderStep(input: unknown): Promise<Result<null, OrderFailure | Unsigned>> {
  const person = await authorize('readWithdrawals', { limit: 'decide' });
  if (!person.ok) return person;
  const given = readInput(stepSchema, input, 'Not valid.');
  if (!given.ok) return given;
  const { step, reason } = given.value;
  if (step !== 'approve' && reason === '') return fail({ kind: 'invalid', reason: 'Enter a reason.' });
  return inTransaction((transaction) => stepIn(transaction, person.value, given.value));
}

async function stepIn(
  transaction: Transaction,
  person: Person,
  { orderId, step, reason, signature }: Given,
): Promise<Result<null, OrderFailure | Unsigned>> {
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const [order] = await transaction.select().from(standingOrders).where(eq(standingOrders.id, orderId)).for('update');
  if (!order || !canSeeProfile(person, order.form.profileId)) return fail({ kind: 'not-found' });
  const approvals = await transaction
    .select({
      personId: standingOrderApprovals.personId,
      name: personLabel(),
      canStillDecide: canStillDecide(),
      isSameHuman: sql<boolean>`identity_keys_since(${people.id}, ${order.createdAt.toISOString()}::timestamptz)
        && identity_keys_since(${person.id}::uuid, now())`,
    })
    .from(people)
    .leftJoin(
      standingOrderApprovals,
      sql`${standingOrderApprovals.orderId} = ${orderId} and ${standingOrderApprovals.personId} = ${people.id}`,
    )
    .where(sql`${people.id} = ${order.ownerId} or ${standingOrderApprovals.personId} is not null`);
  const approvers = approvals.flatMap(({ personId, ...one }) => (personId === null ? [] : [{ ...one, personId }]));
  const actor = { id: person.id, roles: session.roles };
  const mayDecide = await mayDecideFor(transaction, actor, order.form.profileId);
  const denied = orderDenialReason(step, { ...order, approvals: approvers }, { ...actor, mayDecide });
  if (denied !== undefined) return fail({ kind: 'not-now', reason: denied });
  let state = step === 'approve' ? order.state : STATE_AFTER[step];
  if (step === 'approve') {
    if (approvals.some(({ isSameHuman }) => isSameHuman)) return fail({ kind: 'not-now', reason: SAME_HUMAN });
    const signed = await signOrderApproval(transaction, person, { order, roles: session.roles, signature });
    if (!signed.ok) return signed;
    // Who signs needs no renewed sign-in.
    if (!signed.value && !session.isFresh) return fail(staleSignIn(FRESH_SIGN_IN_MINUTES, session));
    await transaction.insert(standingOrderApprovals).values({ orderId, personId: person.id });
    if (approvers.length + 1 >= ORDER_APPROVALS) state = 'ACTIVE';
  }
  if (step === 'end') {
    const signed = await signOrderEnd(transaction, person, { order, roles: session.roles, signature });
    if (!signed.ok) return signed;
  }
  await writeStep(transaction, person, order, { step, state, reason });
  return ok(null);
}

/** Writes a step with a planned payment, which the caller has locked and may take. */
export async function writeStep(
  transaction: Transaction,
  person: Person,
  { id: orderId, ownerId, state: before }: Pick<typeof standingOrders.$inferSelect, 'id' | 'ownerId' | 'state'>,
  { step, state, reason }: { step: OrderStep; state: typeof before; reason: string },
): Promise<void> {
  if (step === 'end') await transaction.insert(standingOrderEnds).values({ orderId, personId: person.id, reason });
  if (state !== before)
    await transaction
      .update(standingOrders)
      .set({ state, ...(step === 'approve' && { activeFrom: sql`now()` }) })
      .where(eq(standingOrders.id, orderId));
  await appendAudit(transaction, {
    action: ACTIONS[step],
    ...actedBy(person),
    subject: `standing-order:${orderId}`,
    before: { state: before },
    after: { state, tell: [ownerId] },
    ...(reason !== '' && { reason }),
  });
}

interface Signing {
  order: typeof standingOrders.$inferSelect;
  roles: readonly Role[];
  signature: OptionalSignature;
}

/**
 * Takes the signature over an approval; undefined for a person who signs nothing, where the owner did not sign either.
 */
async function signOrderApproval(
  transaction: Transaction,
  person: Person,
  { order, roles, signature }: Signing,
): Promise<Result<SignedDecision | undefined, OrderFailure | Unsigned>> {
  const isSigned = await isOrderSigned(transaction, order);
  if (!isSigned && isProofRequired()) return fail({ kind: 'not-possible', reason: NOT_SIGNED });
  const kind = 'standingOrder.approve';
  const { core } = await describeOrder(transaction, order);
  const as = await chooseSigningRole(transaction, person, { kind, roles });
  const given = signature === 'declined' ? undefined : signature;
  const signed = await signDecision(transaction, person, { core: { ...core, kind, as }, texts: '', signature: given });
  return isSigned && signed.ok && !signed.value ? fail({ kind: 'not-possible', reason: NO_PASSKEY }) : signed;
}

/** Takes the signature over the end of a signed order; undefined for a person who does without one. */
async function signOrderEnd(
  transaction: Transaction,
  person: Person,
  { order, roles, signature }: Signing,
): Promise<Result<SignedDecision | undefined, OrderFailure | Unsigned>> {
  const kind = 'standingOrder.end';
  const isSigner = roles.some((role) => canSignAs(kind, role));
  if (signature === 'declined' || !isSigner || !(await isOrderSigned(transaction, order))) return ok(undefined);
  const as = await chooseSigningRole(transaction, person, { kind, roles });
  const core = { kind, subject: { id: order.id, version: 1 }, sha256: await sha256Hex(order.id), as } as const;
  return signDecision(transaction, person, { core, texts: '', signature });
}

const NO_PASSKEY =
  'The owner signed this planned payment with a passkey, so those who approve it sign it too. Add a passkey under Account.';
const SAME_HUMAN =
  'You are the same person as the owner or an approver of this planned payment. Another person approves it.';
