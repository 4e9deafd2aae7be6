import 'server-only';
import { and, eq } from 'drizzle-orm';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/groups';
import type { Transaction } from '@/lib/server/database/client';
import { pairReleases, requestGroups, sends, withdrawalRequests } from '@/lib/server/database/schema';

/** Why the remainder of a pair may not leave; undefined for every other request, and where its test has arrived and somebody said so. */
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
  if (!found) throw new Error('a request without its group');
  if (found.kind !== 'pair') return undefined;
  if (found.state !== 'ACCEPTED' || found.status !== 'COMPLETED') return 'The test before it is not completed.';
  return found.released === null ? 'Nobody has confirmed that the recipient has the test.' : undefined;
}
