import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { whyNotNow } from '@/lib/decisions';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit } from '@/lib/server/audit/append';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { sends, withdrawalRequests } from '@/lib/server/database/schema';
import { authorize } from '@/lib/server/people/authorize';
import type { Person } from '@/lib/server/people/sessions';
import type { ActFailure } from '@/lib/server/requests/decide';
import { lockRequest, UUID } from '@/lib/server/requests/load';
import { whyNotMake } from '@/lib/server/requests/make';

const cancellationSchema = z.strictObject({ requestId: z.string().regex(UUID) });

/** Takes one's own request back, possible while no attempt to send it exists (send-protocol, "Two machines"). */
export async function cancelRequest(input: unknown): Promise<Result<null, ActFailure>> {
  const person = await authorize('makeWithdrawal');
  return person.ok ? cancelAs(person.value, input) : person;
}

/** The same for a person who is signed in. */
export async function cancelAs(person: Person, input: unknown): Promise<Result<null, ActFailure>> {
  const cancellation = cancellationSchema.safeParse(input);
  if (!cancellation.success) return fail({ kind: 'invalid', reason: 'This request cannot be read.' });
  const { requestId } = cancellation.data;
  return inTransaction(async (transaction) => {
    const cancelled = await cancelIn(transaction, person, requestId);
    const entry = { actor: { id: person.id, name: person.name }, subject: `request:${requestId}`, origin: person.origin };
    if (cancelled.ok)
      await appendAudit(transaction, { action: 'request.cancelled', ...entry, before: { state: cancelled.value }, after: { state: 'CANCELLED' } });
    else
      await appendAudit(transaction, {
        action: 'request.refused',
        ...entry,
        reason: 'reason' in cancelled.error ? cancelled.error.reason : cancelled.error.kind,
      });
    return cancelled.ok ? ok(null) : cancelled;
  });
}

async function cancelIn(transaction: Transaction, person: Person, requestId: string): Promise<Result<string, ActFailure>> {
  const denial = await whyNotMake(transaction, person);
  if (denial) return fail(denial);
  // The send before the request, as the sender locks them.
  const [send] = await transaction.select({ fence: sends.fence }).from(sends).where(eq(sends.requestId, requestId)).for('update');
  const found = await lockRequest(transaction, requestId);
  if (!found) return fail({ kind: 'not-found' });
  const { request, decidable } = found;
  const whyNot = whyNotNow('cancel', decidable, person);
  if (whyNot !== undefined) return fail({ kind: 'not-now', reason: whyNot });
  if (request.state === 'APPROVED' && !send) {
    return fail({ kind: 'not-now', reason: 'It was approved at this very moment. Look at it again and cancel it then, if it has not been sent.' });
  }
  await transaction.delete(sends).where(eq(sends.requestId, requestId));
  await transaction
    .update(withdrawalRequests)
    .set({ state: 'CANCELLED', updatedAt: sql`now()` })
    .where(eq(withdrawalRequests.id, requestId));
  return ok(request.state);
}
