import 'server-only';
import { createHash } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { LinkedRequest } from '@/lib/requests/request-summary';
import type { GroupKind } from '@/lib/requests/groups';
import { database, type Transaction } from '@/lib/server/database/client';
import { requestGroups, requestVersions, withdrawalRequests } from '@/lib/server/database/schema';
import { hashGroup } from '@/lib/server/requests/groups/load';
import type { Person } from '@/lib/server/auth/sessions';
import { type NewRequest, saveRequests } from '@/lib/server/requests/creation';

/** A group ready to be saved. */
export interface NewGroup {
  kind: GroupKind;
  name: string;
  /** The key of the form or sheet; submitting it again creates no second group. */
  groupKey: string;
  requester: Person;
  members: readonly NewRequest[];
  /** The locked request that the last member follows (lib/server/requests/follow-ups.ts). */
  follows?: LinkedRequest | undefined;
}

/**
 * Derives the form key of a member from the group's key and its position, so that a group that is submitted again has
 * the same references. It has the format of a random UUID, from which references are made
 * (lib/withdrawals/reference.ts).
 */
export function memberKey(groupKey: string, position: number): string {
  const hex = createHash('sha256').update(`${groupKey}\n${position}`).digest('hex').slice(0, 32);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Saves a group with all its requests, or rolls back where another call used the same key or reference. */
export async function saveGroup(
  transaction: Transaction,
  { kind, name, groupKey, requester, members, follows }: NewGroup,
): Promise<{ groupId: string; requestIds: string[] }> {
  const [group] = await transaction
    .insert(requestGroups)
    .values({ kind, name, requesterId: requester.id, formKey: groupKey })
    .onConflictDoNothing()
    .returning({ id: requestGroups.id });
  if (!group) return transaction.rollback();
  const requestIds = await saveRequests(transaction, {
    requester,
    requests: members,
    group: { id: group.id, kind },
    follows,
  });
  return { groupId: group.id, requestIds };
}

/** Finds the group saved under a key, with its hash over the first versions; undefined where there is none. */
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
