import 'server-only';
import { createHash } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { TransactionRollbackError } from 'drizzle-orm/errors';
import { type GroupKind, REMAINDER_POSITION } from '@/lib/requests/groups';
import { appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { requestGroups, requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { hashGroup } from '@/lib/server/requests/groups/load';
import type { Person } from '@/lib/server/auth/sessions';
import { expiresAt } from '@/lib/server/requests/create';
import type { VersionPlan } from '@/lib/server/requests/plan';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** One request of a group, ready to be saved. */
export interface NewMember {
  formKey: string;
  body: WithdrawalBody;
  plan: VersionPlan;
  note: string;
}

/** A group ready to be saved. */
export interface NewGroup {
  kind: GroupKind;
  name: string;
  /** The key of the form or sheet; it creates one group, however often it is submitted. */
  groupKey: string;
  requester: Person;
  members: readonly NewMember[];
}

// PostgreSQL takes at most 65,535 parameters in a statement; a version has about twenty.
const BATCH_SIZE = 500;

/**
 * Derives the form key of a member from the group's key and its position, so that a group that is submitted again has
 * the same references. It has the format of a random UUID, from which references are made
 * (lib/withdrawals/reference.ts).
 */
export function memberKey(groupKey: string, position: number): string {
  const hex = createHash('sha256').update(`${groupKey}\n${position}`).digest('hex').slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/**
 * Saves a group in a transaction; undefined where it rolled back, because another call used the same key or reference.
 */
export async function tryGroupTransaction<Value>(
  save: (transaction: Transaction) => Promise<Value>,
): Promise<Value | undefined> {
  return inTransaction(save).catch((error: unknown) => {
    if (error instanceof TransactionRollbackError) return undefined;
    throw error;
  });
}

/**
 * Saves a group with all its requests, or rolls back. Requests that need no approval go to the sender, except for a
 * remainder.
 */
export async function saveGroup(
  transaction: Transaction,
  { kind, name, groupKey, requester, members }: NewGroup,
): Promise<{ groupId: string; requestIds: string[] }> {
  const [group] = await transaction
    .insert(requestGroups)
    .values({ kind, name, requesterId: requester.id, formKey: groupKey })
    .onConflictDoNothing()
    .returning({ id: requestGroups.id });
  if (!group) return transaction.rollback();
  const groupId = group.id;
  const requestIds: string[] = [];
  for (let from = 0; from < members.length; from += BATCH_SIZE) {
    requestIds.push(
      ...(await saveMembers(transaction, {
        groupId,
        from,
        requester,
        members: members.slice(from, from + BATCH_SIZE),
      })),
    );
  }
  const leaving = requestIds.filter(
    (_id, position) =>
      stateOf(members[position]) === 'APPROVED' && !(kind === 'pair' && position === REMAINDER_POSITION),
  );
  if (leaving.length > 0) await transaction.insert(sends).values(leaving.map((requestId) => ({ requestId })));
  await appendAudits(
    transaction,
    members.map((member, position) => {
      const { bodySha256, policyVersion, ruleNumber, requiredApprovals } = member.plan;
      const made = {
        state: stateOf(member),
        version: 1,
        body: member.body,
        bodySha256,
        note: member.note,
        policyVersion,
        ruleNumber,
        requiredApprovals,
      };
      return {
        action: 'request.made',
        actor: { id: requester.id, name: requester.name },
        subject: `request:${requestIds[position]}`,
        origin: requester.origin,
        after: { ...made, group: { id: groupId, kind, position } },
      };
    }),
  );
  return { groupId, requestIds };
}

interface MemberSlice {
  groupId: string;
  /** The position of the first member. */
  from: number;
  requester: Person;
  members: readonly NewMember[];
}

async function saveMembers(
  transaction: Transaction,
  { groupId, from, requester, members }: MemberSlice,
): Promise<string[]> {
  const saved = await transaction
    .insert(withdrawalRequests)
    .values(
      members.map((member, index) => ({
        refId: member.body.ref_id,
        requesterId: requester.id,
        state: stateOf(member),
        expiresAt: expiresAt(),
        groupId,
        groupPosition: from + index,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: withdrawalRequests.id, position: withdrawalRequests.groupPosition });
  if (saved.length < members.length) transaction.rollback();
  const ids = saved.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)).map(({ id }) => id);
  const versions = await transaction
    .insert(requestVersions)
    .values(
      members.map(({ plan, formKey, note }, index) => ({
        ...plan,
        requestId: ids[index] ?? '',
        version: 1,
        formKey,
        note,
      })),
    )
    .onConflictDoNothing()
    .returning({ version: requestVersions.version });
  if (versions.length < members.length) transaction.rollback();
  return ids;
}

function stateOf(member: NewMember | undefined): 'APPROVED' | 'AWAITING_APPROVAL' {
  return member?.plan.requiredApprovals === 0 ? 'APPROVED' : 'AWAITING_APPROVAL';
}

/** Finds the group that a key created, with the hash of its first versions; undefined where there is none. */
export async function findGroupByKey(
  groupKey: string,
): Promise<{ groupId: string; requesterId: string; sha256: string; requestIds: string[] } | undefined> {
  const [group] = await database().select().from(requestGroups).where(eq(requestGroups.formKey, groupKey));
  if (!group) return undefined;
  const members = await database()
    .select({ id: withdrawalRequests.id, bodySha256: requestVersions.bodySha256 })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(eq(requestVersions.requestId, withdrawalRequests.id), eq(requestVersions.version, 1)),
    )
    .where(eq(withdrawalRequests.groupId, group.id))
    .orderBy(asc(withdrawalRequests.groupPosition));
  const sha256 = hashGroup(
    group.kind,
    members.map(({ bodySha256 }) => bodySha256),
  );
  return { groupId: group.id, requesterId: group.requesterId, sha256, requestIds: members.map(({ id }) => id) };
}

/** Finds which of these references already belong to a request. */
export async function findTakenReferences(refIds: readonly string[]): Promise<Set<string>> {
  const taken = await database()
    .select({ refId: withdrawalRequests.refId })
    .from(withdrawalRequests)
    .where(inArray(withdrawalRequests.refId, [...refIds]));
  return new Set(taken.map(({ refId }) => refId));
}
