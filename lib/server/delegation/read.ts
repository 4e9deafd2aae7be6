import 'server-only';
import { alias } from 'drizzle-orm/pg-core';
import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { DelegationsView, DelegationView } from '@/lib/delegation/contract';
import { type DecidesFor, type DelegationSpan, endDenialReason, isInForce } from '@/lib/delegation/delegations';
import type { Denial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { decidingRoles } from '@/lib/policy/rules';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { database, type Transaction } from '@/lib/server/database/client';
import { delegationSignatures } from '@/lib/server/database/schema/proofs';
import { personLabel } from '@/lib/server/database/person-label';
import { delegations } from '@/lib/server/database/schema/decisions';
import { people } from '@/lib/server/database/schema/people';
import { now } from '@/lib/server/runtime/clock';
import { canSignAt } from '@/lib/proof/keys/listed-keys';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { readSigningPerson } from '@/lib/server/passkeys/statement';

const PAST_SHOWN = 20;

const delegator = alias(people, 'delegator');
const delegate = alias(people, 'delegate');

/** Selects delegations with the names of both people. Everybody with a part in decisions may read all of them. */
export function selectDelegations(from: Pick<Transaction, 'select'>) {
  return from
    .select({
      id: delegations.id,
      delegatorId: delegations.delegatorId,
      delegatorName: personLabel(delegator),
      delegateId: delegations.delegateId,
      delegateName: personLabel(delegate),
      role: delegations.role,
      startsAt: delegations.startsAt,
      endsAt: delegations.endsAt,
      endedAt: delegations.endedAt,
      reason: delegations.reason,
      isSigned: sql<boolean>`${delegationSignatures.delegationId} is not null`,
    })
    .from(delegations)
    .innerJoin(delegator, eq(delegator.id, delegations.delegatorId))
    .innerJoin(delegate, eq(delegate.id, delegations.delegateId))
    .leftJoin(delegationSignatures, eq(delegationSignatures.delegationId, delegations.id))
    .$dynamic();
}

/** Selects the condition that a delegation is in force, by the database's clock. */
const inForce = () =>
  and(isNull(delegations.endedAt), lte(delegations.startsAt, sql`now()`), gt(delegations.endsAt, sql`now()`));

/**
 * Lists for whom a person decides now: delegators who still have the role and are not suspended. Whether a request
 * allows it is decided with the request (lib/requests/decisions.ts).
 */
export async function listDelegators(from: Pick<Transaction, 'select'>, delegateId: string): Promise<DecidesFor[]> {
  const rows = await selectDelegations(from).where(
    and(
      eq(delegations.delegateId, delegateId),
      inForce(),
      sql`${delegations.role} = any(${delegator.roles})`,
      sql`not is_suspended(${delegator.id})`,
    ),
  );
  return rows.map(({ id, delegatorId, delegatorName, role, endsAt }) => ({
    delegationId: id,
    id: delegatorId,
    name: delegatorName,
    role,
    endsAt: endsAt.toISOString(),
  }));
}

/** Lists who decides for these people now, in a role. */
export async function listDelegates(
  from: Pick<Transaction, 'select'>,
  delegatorIds: readonly string[],
  role?: string,
): Promise<DelegationSpan[]> {
  if (delegatorIds.length === 0) return [];
  return selectDelegations(from).where(
    and(
      inArray(delegations.delegatorId, [...delegatorIds]),
      inForce(),
      role === undefined ? undefined : sql`${delegations.role} = ${role}`,
    ),
  );
}

/**
 * Reads what the account page shows of delegations: those of the reader, for an administrator those of others too, and
 * whom the reader can let decide for them.
 */
export async function readDelegations(): Promise<Result<DelegationsView, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  const { id, roles } = reader.value;
  const deciding = decidingRoles(roles);
  const isAdministrator = denialReason('suspendPeople', roles) === undefined;
  const [rows, candidates] = await Promise.all([
    selectDelegations(database())
      .where(isAdministrator ? undefined : or(eq(delegations.delegatorId, id), eq(delegations.delegateId, id)))
      .orderBy(sql`${delegations.endedAt} is null and ${delegations.endsAt} > now() desc`, desc(delegations.startsAt))
      .limit(PAST_SHOWN),
    deciding.length === 0 ? [] : readCandidates(id, deciding),
  ]);
  return ok({
    roles: deciding,
    candidates,
    delegations: rows.map((row) => toView(row, reader.value)),
  });
}

function toView(row: Awaited<ReturnType<typeof selectDelegations>>[number], reader: Person): DelegationView {
  const present = now();
  const {
    id,
    delegatorId,
    delegatorName,
    delegateId,
    delegateName,
    role,
    startsAt,
    endsAt,
    endedAt,
    reason,
    isSigned,
  } = row;
  return {
    id,
    delegatorName,
    delegateName,
    part: delegatorId === reader.id ? 'delegator' : delegateId === reader.id ? 'delegate' : 'other',
    role,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    state: isInForce(row, present) ? 'in-force' : endedAt !== null || endsAt <= present ? 'over' : 'to-come',
    reason,
    isSigned,
    endDenialReason: endDenialReason(row, reader, present) ?? null,
  };
}

/** Reads the people with a role of the reader who signed in lately enough to know the console. */
async function readCandidates(readerId: string, roles: readonly string[]) {
  const rows = await database()
    .select({ id: people.id, name: personLabel(), roles: people.roles })
    .from(people)
    .where(
      and(
        sql`${people.id} <> ${readerId}::uuid`,
        sql`${people.roles} && ${sql.param([...roles])}::text[]`,
        sql`not is_suspended(${people.id})`,
      ),
    )
    .orderBy(people.name)
    .limit(200);
  return rows.map(({ id, name, roles: held }) => ({ id, name, roles: decidingRoles(held) }));
}

/**
 * Tells whether the chain of the root in force has a delegation under which a delegate can sign for a person now, by a
 * passkey that still counts. Where it has not, a statement that names the delegator would be refused at the claim.
 */
export async function isDelegationSigned(
  transaction: Transaction,
  signer: { id: string },
  { id, role }: Pick<DecidesFor, 'id' | 'role'>,
): Promise<boolean> {
  const read = await readKeyList(transaction);
  if (!read) return false;
  const { keys, chain } = read.list;
  const person = await readSigningPerson(signer.id, transaction);
  const granted = read.list.delegations.find(
    { for: id, person, as: role, issued: now().toISOString() },
    chain.length + 1,
  );
  const key = granted?.assertion && keys.find(granted.assertion.credentialId);
  return !!key && canSignAt(key, role, chain.length);
}
