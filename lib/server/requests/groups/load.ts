import 'server-only';
import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { type GroupKind, groupHashInput } from '@/lib/requests/groups';
import type { Transaction } from '@/lib/server/database/client';
import { requestGroups, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { type LockedRequest, lockRequests } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';

export type Group = typeof requestGroups.$inferSelect;

/** Gives the SHA-256, in hexadecimal, that stands for all bytes of a group (lib/requests/groups.ts). */
export function hashGroup(kind: GroupKind, bodyHashes: readonly string[]): string {
  return createHash('sha256').update(groupHashInput(kind, bodyHashes)).digest('hex');
}

/** Finds a group with the ids of its members in order, which never change; undefined for an unknown id. */
export async function findGroup(
  reader: Pick<Transaction, 'select'>,
  groupId: string,
): Promise<{ group: Group; memberIds: string[] } | undefined> {
  const [group] = UUID.test(groupId)
    ? await reader.select().from(requestGroups).where(eq(requestGroups.id, groupId))
    : [];
  if (!group) return undefined;
  const members = await reader
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.groupId, groupId))
    .orderBy(asc(withdrawalRequests.groupPosition));
  return { group, memberIds: members.map(({ id }) => id) };
}

/** Locks the members of a group that the reader may see, until the transaction ends, and gives them in their order. */
export async function lockMembers(
  transaction: Transaction,
  reader: Reader,
  memberIds: readonly string[],
): Promise<LockedRequest[]> {
  const locked = await lockRequests(transaction, reader, memberIds);
  return locked.toSorted((a, b) => (a.request.groupPosition ?? 0) - (b.request.groupPosition ?? 0));
}
