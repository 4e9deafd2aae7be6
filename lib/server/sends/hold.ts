import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { denialReason } from '@/lib/identity/roles';
import type { DecisionFailure } from '@/lib/requests/contract';
import { fail, ok, type Result } from '@/lib/result';
import { holdDenialReason, type PersonalHold } from '@/lib/sends/hold';
import { holdStep } from '@/lib/sends/steps';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { canSeeRequest } from '@/lib/server/database/from-requests';
import { actedBy, appendAudit, auditRefused } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { columnsOf } from '@/lib/server/sends/write-step';
import { log } from '@/lib/server/observability/log';
import { storableText } from '@/lib/text/storable-text';
import { UUID } from '@/lib/text/uuid';

const holdSchema = z.strictObject({
  requestId: z.string().regex(UUID),
  reason: storableText().trim().min(1, 'Enter a reason.').max(500, 'Enter at most 500 characters.'),
});
type HoldInput = z.infer<typeof holdSchema>;

/**
 * Puts one approved withdrawal on hold between attempts: it is not sent until two people resolve it
 * (docs/specification/send-protocol.md#hold). Takes unchecked input from the browser.
 */
export async function holdSend(input: unknown): Promise<Result<null, DecisionFailure>> {
  const person = await authorize('holdSends', { limit: 'decide' });
  return person.ok ? holdSendAs(person.value, input) : person;
}

/** Puts a withdrawal on hold on behalf of a signed-in person (`holdSend`). */
export async function holdSendAs(person: Person, input: unknown): Promise<Result<null, DecisionFailure>> {
  const parsed = readInput(holdSchema, input, 'The console could not read this.');
  if (!parsed.ok) return parsed;
  const { requestId, reason } = parsed.value;
  return inTransaction(async (transaction) => {
    const held = await holdIn(transaction, person, parsed.value);
    const subject = `request:${requestId}`;
    if (!held.ok) return auditRefused(transaction, person, held, { subject });
    log.warn({ requestId, personId: person.id }, 'send put on hold by a person');
    await appendAudit(transaction, {
      action: 'send.held',
      ...actedBy(person),
      subject,
      before: { state: 'QUEUED' },
      after: { state: 'HOLD', hold: held.value },
      reason,
    });
    return ok(null);
  });
}

async function holdIn(
  transaction: Transaction,
  person: Person,
  { requestId, reason }: HoldInput,
): Promise<Result<PersonalHold, DecisionFailure>> {
  const session = await lockSession(transaction, person, 0);
  if (!session) return fail({ kind: 'signed-out' });
  const denial = denialReason('holdSends', session.roles);
  if (denial !== undefined) return fail({ kind: 'forbidden', reason: denial });
  if (!(await canSeeRequest(transaction, person, requestId))) return fail({ kind: 'not-found' });
  // Before its send: an approval that comes in between brings both.
  const [request] = await transaction
    .select({ state: withdrawalRequests.state })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.id, requestId));
  if (!request) return fail({ kind: 'not-found' });
  // The claim locks this row too: a claim that is being made is waited for, and one that comes later finds the hold.
  const [send] = await transaction
    .select({ state: sends.state, isAmbiguous: sends.isAmbiguous })
    .from(sends)
    .where(eq(sends.requestId, requestId))
    .for('update');
  const reasonAgainst = holdDenialReason({ isApproved: request.state === 'APPROVED', send: send ?? null });
  if (!send || reasonAgainst !== undefined)
    return fail({ kind: 'not-now', reason: reasonAgainst ?? 'This withdrawal cannot be put on hold.' });
  const hold: PersonalHold = {
    kind: 'held',
    personId: person.id,
    by: person.name,
    reason,
    isAmbiguous: send.isAmbiguous,
  };
  await transaction
    .update(sends)
    .set(columnsOf(holdStep(hold)))
    .where(eq(sends.requestId, requestId));
  return ok(hold);
}
