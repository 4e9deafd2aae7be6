import 'server-only';
import { and, eq } from 'drizzle-orm';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/groups';
import type { Transaction } from '@/lib/server/database/client';
import { pairReleases, requestGroups, sends, withdrawalRequests } from '@/lib/server/database/schema';

/**
 * Explains why a remainder must not be sent yet; undefined for every other request, and once its test payment is
 * completed and confirmed.
 */
export async function lockReason(
  transaction: Transaction,
  { groupId, groupPosition }: { groupId: string | null; groupPosition: number | null },
): Promise<string | undefined> {
  if (groupId === null || groupPosition !== REMAINDER_POSITION) return undefined;
  const [found] = await transaction
    .select({
      kind: requestGroups.kind,
      released: pairReleases.groupId,
      state: sends.state,
      status: sends.transferStatus,
    })
    .from(requestGroups)
    .leftJoin(pairReleases, eq(pairReleases.groupId, requestGroups.id))
    .leftJoin(
      withdrawalRequests,
      and(eq(withdrawalRequests.groupId, requestGroups.id), eq(withdrawalRequests.groupPosition, TEST_POSITION)),
    )
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(eq(requestGroups.id, groupId));
  if (!found) throw new Error('a request has no group');
  if (found.kind !== 'pair') return undefined;
  if (found.state !== 'ACCEPTED' || found.status !== 'COMPLETED') return 'The test payment is not completed.';
  return found.released === null ? 'Nobody has confirmed that the recipient has received the test payment.' : undefined;
}
