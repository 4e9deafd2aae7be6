import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { DelegationFailure } from '@/lib/delegation/contract';
import { endDenialReason } from '@/lib/delegation/delegations';
import type { Unsigned } from '@/lib/passkeys/contract';
import { decidingRoles } from '@/lib/policy/rules';
import { sha256Hex } from '@/lib/proof/bytes';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { delegations } from '@/lib/server/database/schema/decisions';
import { selectDelegations } from '@/lib/server/delegation/read';
import { chooseSigningRole, optionalSignatureSchema, signDecision } from '@/lib/server/passkeys/decisions';
import { now } from '@/lib/server/runtime/clock';
import { UUID } from '@/lib/text/uuid';

const endSchema = z.strictObject({ id: z.string().regex(UUID), signature: optionalSignatureSchema });
type End = z.infer<typeof endSchema>;

/**
 * Ends a delegation early, by one of its two people or an administrator. What the delegate decided before stays. Signed
 * where the delegation was and a passkey is at hand, and never refused for want of one. Takes unchecked input.
 */
export async function endDelegation(input: unknown): Promise<Result<null, DelegationFailure | Unsigned>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? endDelegationAs(person.value, input) : person;
}

/** Ends a delegation on behalf of a signed-in person (`endDelegation`). */
export async function endDelegationAs(
  person: Person,
  input: unknown,
): Promise<Result<null, DelegationFailure | Unsigned>> {
  const given = endSchema.safeParse(input);
  if (!given.success) return fail({ kind: 'not-found' });
  return inTransaction((transaction) => endIn(transaction, person, given.data));
}

async function endIn(
  transaction: Transaction,
  person: Person,
  { id, signature }: End,
): Promise<Result<null, DelegationFailure | Unsigned>> {
  const session = await lockSession(transaction, person, 0);
  if (!session) return fail({ kind: 'signed-out' });
  await transaction.select().from(delegations).where(eq(delegations.id, id)).for('update');
  const [found] = await selectDelegations(transaction).where(eq(delegations.id, id));
  if (!found) return fail({ kind: 'not-found' });
  const denied = endDenialReason(found, { id: person.id, roles: session.roles }, now());
  if (denied !== undefined) return fail({ kind: 'not-now', reason: denied });
  const deciding = decidingRoles(session.roles);
  if (found.isSigned && signature !== 'declined' && deciding.length > 0) {
    const kind = 'delegation.end';
    const signed = await signDecision(transaction, person, {
      texts: '',
      signature,
      core: {
        kind,
        subject: { id, version: 1 },
        sha256: await sha256Hex(id),
        as: await chooseSigningRole(transaction, person, { kind, roles: deciding }),
      },
    });
    if (!signed.ok) return signed;
  }
  await transaction
    .update(delegations)
    .set({ endedAt: sql`now()`, endedBy: person.id })
    .where(eq(delegations.id, id));
  const { delegatorId, delegateId, delegatorName, delegateName, role } = found;
  await appendAudit(transaction, {
    action: 'delegation.ended',
    ...actedBy(person),
    subject: `delegation:${id}`,
    before: { delegator: delegatorName, delegatorId, delegate: delegateName, delegateId, role },
    after: { tell: [delegatorId, delegateId] },
  });
  return ok(null);
}
