import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { DelegationFailure } from '@/lib/delegation/contract';
import { delegateDenialReason } from '@/lib/delegation/delegations';
import { staleSignIn } from '@/lib/http/denials';
import { denialReason, type Role } from '@/lib/identity/roles';
import type { Unsigned } from '@/lib/passkeys/contract';
import { APPROVING_ROLES } from '@/lib/policy/rules';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeDelegation } from '@/lib/proof/statements/delegations';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { delegationSignatures } from '@/lib/server/database/schema/proofs';
import { personLabel } from '@/lib/server/database/person-label';
import { delegations } from '@/lib/server/database/schema/decisions';
import { people } from '@/lib/server/database/schema/people';
import { selectDelegations } from '@/lib/server/delegation/read';
import { isSigner, signatureSchema, signDecision } from '@/lib/server/passkeys/decisions';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { readSigningPerson } from '@/lib/server/passkeys/statement';
import { now } from '@/lib/server/runtime/clock';
import { storableText } from '@/lib/text/storable-text';
import { UUID } from '@/lib/text/uuid';

const wantedSchema = z.strictObject({
  /** Chosen by the form, so that a repeat creates nothing. */
  id: z.string().regex(UUID),
  delegateId: z.string().regex(UUID),
  role: z.enum(APPROVING_ROLES),
  startsAt: z.iso.datetime().transform((text) => new Date(text)),
  endsAt: z.iso.datetime().transform((text) => new Date(text)),
  reason: storableText().trim().min(1, 'Enter a reason.').max(500, 'Enter at most 500 characters.'),
  signature: signatureSchema.optional(),
});
type Wanted = z.infer<typeof wantedSchema>;

/**
 * Lets a delegate of the same role decide for a person, for a span of time. Signed by the delegator where they sign
 * what they decide; otherwise it takes a recent sign-in. Takes unchecked input.
 */
export async function createDelegation(input: unknown): Promise<Result<null, DelegationFailure | Unsigned>> {
  const person = await authorize('decideOnWithdrawals', { limit: 'decide' });
  return person.ok ? createDelegationAs(person.value, input) : person;
}

/** Creates a delegation on behalf of a signed-in person (`createDelegation`). */
export async function createDelegationAs(
  person: Person,
  input: unknown,
): Promise<Result<null, DelegationFailure | Unsigned>> {
  const given = readInput(wantedSchema, input, 'The input is not valid.');
  if (!given.ok) return given;
  const wanted = given.value;
  // Before the transaction: it asks for a connection of its own.
  const isVoid = isProofRequired() && !(await isSigner({ id: wanted.delegateId }, [wanted.role]));
  return inTransaction((transaction) => createIn(transaction, person, wanted, isVoid));
}

async function createIn(
  transaction: Transaction,
  person: Person,
  wanted: Wanted,
  isVoid: boolean,
): Promise<Result<null, DelegationFailure | Unsigned>> {
  const { id, delegateId, role, startsAt, endsAt, reason, signature } = wanted;
  const session = await lockSession(transaction, person, FRESH_SIGN_IN_MINUTES);
  if (!session) return fail({ kind: 'signed-out' });
  const denied = denialReason('decideOnWithdrawals', session.roles);
  if (denied !== undefined) return fail({ kind: 'forbidden', reason: denied });
  // One at a time: what two delegations are to each other is checked against what is committed.
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('delegations', 0))`);
  const [before] = await transaction.select().from(delegations).where(eq(delegations.id, id));
  if (before) return before.delegatorId === person.id ? ok(null) : fail({ kind: 'not-found' });
  const delegate = await readDelegate(transaction, person.id, delegateId);
  if (!delegate) return fail({ kind: 'not-found' });
  const others = await listOthers(transaction, [person.id, delegateId]);
  const delegator = { id: person.id, name: person.name, roles: session.roles };
  const denial = delegateDenialReason({ role, startsAt, endsAt }, { delegator, delegate, others, now: now() });
  if (denial !== undefined) return fail({ kind: 'not-now', reason: denial });
  if (isVoid)
    return fail({ kind: 'not-now', reason: `${delegate.name} has no passkey that counts for the role ${role}.` });
  const content = writeDelegation({
    delegate: await readSigningPerson(delegateId, transaction),
    from: startsAt.toISOString(),
    until: endsAt.toISOString(),
    reason: await sha256Hex(reason),
  });
  const signed = await signDecision(transaction, person, {
    texts: content,
    signature,
    core: { kind: 'delegation', subject: { id, version: 1 }, sha256: await sha256Hex(content), as: role },
  });
  if (!signed.ok) return signed;
  if (!signed.value && !session.isFresh) return fail(staleSignIn(FRESH_SIGN_IN_MINUTES, session));
  await transaction
    .insert(delegations)
    .values({ id, delegatorId: person.id, delegateId, role, startsAt, endsAt, reason });
  if (signed.value) await transaction.insert(delegationSignatures).values({ delegationId: id, ...signed.value.place });
  await appendAudit(transaction, {
    action: 'delegation.created',
    ...actedBy(person),
    subject: `delegation:${id}`,
    reason,
    after: {
      delegate: delegate.name,
      delegateId,
      delegatorId: person.id,
      role,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      isSigned: signed.value !== undefined,
      tell: [delegateId],
    },
  });
  return ok(null);
}

async function readDelegate(
  transaction: Transaction,
  delegatorId: string,
  delegateId: string,
): Promise<{ id: string; name: string; roles: Role[]; isSuspended: boolean; isSameHuman: boolean } | undefined> {
  const [found] = await transaction
    .select({
      id: people.id,
      name: personLabel(),
      roles: people.roles,
      isSuspended: sql<boolean>`is_suspended(${people.id})`,
      isSameHuman: sql<boolean>`identity_keys_since(${people.id}, now()) && identity_keys_since(${delegatorId}::uuid, now())`,
    })
    .from(people)
    .where(eq(people.id, delegateId));
  return found;
}

/** Lists the delegations of some people that have not ended. */
async function listOthers(transaction: Transaction, ids: string[]) {
  return selectDelegations(transaction).where(
    and(
      isNull(delegations.endedAt),
      sql`${delegations.endsAt} > now()`,
      or(inArray(delegations.delegatorId, ids), inArray(delegations.delegateId, ids)),
    ),
  );
}
