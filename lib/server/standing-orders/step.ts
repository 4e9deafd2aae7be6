import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { staleSignIn } from '@/lib/http/denials';
import { canSeeProfile } from '@/lib/identity/reader';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/requests/decisions';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema';
import { standingOrderApprovals, standingOrders } from '@/lib/server/database/template-schema';
import { signingReason } from '@/lib/server/standing-orders/signing';
import { ORDER_APPROVALS, ORDER_STEPS, orderDenialReason, type OrderFailure } from '@/lib/standing-orders/contract';
import { storableText } from '@/lib/text/storable-text';

const stepSchema = z.strictObject({
  orderId: z.uuid(),
  step: z.enum(ORDER_STEPS),
  reason: storableText().trim().max(500, 'Enter at most 500 characters.'),
});
type Given = z.infer<typeof stepSchema>;

const ACTIONS = {
  approve: 'planned.approved',
  pause: 'planned.paused',
  resume: 'planned.resumed',
  end: 'planned.ended',
} as const;
const STATE_AFTER = { pause: 'PAUSED', resume: 'ACTIVE', end: 'ENDED' } as const;

/** Approves, pauses, resumes or ends a planned payment. Takes unchecked input. */
export async function takeOrderStep(input: unknown): Promise<Result<null, OrderFailure>> {
  const person = await authorize('readWithdrawals', { limit: 'decide' });
  if (!person.ok) return person;
  const given = stepSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'invalid', reason: given.error.issues[0]?.message ?? 'Not valid.' });
  const { step, reason } = given.data;
  if (step !== 'approve' && reason === '') return fail({ kind: 'invalid', reason: 'Enter a reason.' });
  const signing = step === 'approve' || step === 'resume' ? await signingReason() : undefined;
  if (signing !== undefined) return fail({ kind: 'not-possible', reason: signing });
  return inTransaction((transaction) => stepIn(transaction, person.value, given.data));
}

async function stepIn(
  transaction: Transaction,
  person: Person,
  { orderId, step, reason }: Given,
): Promise<Result<null, OrderFailure>> {
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const [order] = await transaction.select().from(standingOrders).where(eq(standingOrders.id, orderId)).for('update');
  if (!order || !canSeeProfile(person, order.form.profileId)) return fail({ kind: 'not-found' });
  const approvals = await transaction
    .select({
      personId: standingOrderApprovals.personId,
      isSameHuman: sql<boolean>`identity_keys_since(${people.id}, ${order.createdAt.toISOString()}::timestamptz)
        && identity_keys_since(${person.id}::uuid, now())`,
    })
    .from(people)
    .leftJoin(
      standingOrderApprovals,
      sql`${standingOrderApprovals.orderId} = ${orderId} and ${standingOrderApprovals.personId} = ${people.id}`,
    )
    .where(sql`${people.id} = ${order.ownerId} or ${standingOrderApprovals.personId} is not null`);
  const approverIds = approvals.flatMap(({ personId }) => personId ?? []);
  const denied = orderDenialReason(step, { ...order, approverIds }, { id: person.id, roles: session.roles });
  if (denied !== undefined) return fail({ kind: 'not-now', reason: denied });
  let state = step === 'approve' ? order.state : STATE_AFTER[step];
  if (step === 'approve') {
    if (approvals.some(({ isSameHuman }) => isSameHuman)) return fail({ kind: 'not-now', reason: SAME_HUMAN });
    if (!session.isFresh) return fail(staleSignIn(FRESH_SIGN_IN_MINUTES, session));
    await transaction.insert(standingOrderApprovals).values({ orderId, personId: person.id });
    if (approverIds.length + 1 >= ORDER_APPROVALS) state = 'ACTIVE';
  }
  if (state !== order.state)
    await transaction
      .update(standingOrders)
      .set({ state, ...(step === 'approve' && { activeFrom: sql`now()` }) })
      .where(eq(standingOrders.id, orderId));
  await appendAudit(transaction, {
    action: ACTIONS[step],
    actor: { id: person.id, name: person.name },
    subject: `standing-order:${orderId}`,
    origin: person.origin,
    before: { state: order.state },
    after: { state, tell: [order.ownerId] },
    ...(reason !== '' && { reason }),
  });
  return ok(null);
}

const SAME_HUMAN =
  'You are the same person as the owner or an approver of this planned payment. Somebody else approves it.';
