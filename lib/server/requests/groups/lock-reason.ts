import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/groups';
import type { Transaction } from '@/lib/server/database/client';
import { isProofRequired } from '@/lib/server/passkeys/mode';
import { findUnsignedChange } from '@/lib/server/passkeys/signed-changes';
import { describeReceipt } from '@/lib/server/requests/statements';
import {
  pairReleases,
  requestGroups,
  requestVersions,
  withdrawalRequests,
} from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';

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
  if (found.released === null) return 'Nobody has confirmed that the recipient has received the test payment.';
  return isProofRequired() ? findUnsignedReceipt(transaction, groupId) : undefined;
}

async function findUnsignedReceipt(transaction: Transaction, groupId: string): Promise<string | undefined> {
  const members = await transaction
    .select({ bodySha256: requestVersions.bodySha256 })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(
        eq(requestVersions.requestId, withdrawalRequests.id),
        eq(requestVersions.version, withdrawalRequests.version),
      ),
    )
    .where(eq(withdrawalRequests.groupId, groupId))
    .orderBy(asc(withdrawalRequests.groupPosition));
  const receipt = describeReceipt(
    groupId,
    members.map(({ bodySha256 }) => bodySha256),
  );
  const refused = await findUnsignedChange(transaction, { kind: 'testPayment.confirm', ...receipt });
  return refused && `The confirmation of the test payment is not signed. ${refused.sentence}`;
}
