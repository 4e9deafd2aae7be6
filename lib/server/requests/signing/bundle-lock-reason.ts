import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/bundles/bundles';
import { fromRequests } from '@/lib/server/database/from-requests';
import type { Transaction } from '@/lib/server/database/client';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { findUnsignedChange } from '@/lib/server/passkeys/signed-changes';
import { describeReceipt } from '@/lib/server/requests/signing/statements';
import {
  testPaymentConfirmations,
  bundles,
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
  { bundleId, bundlePosition }: { bundleId: string | null; bundlePosition: number | null },
): Promise<string | undefined> {
  if (bundleId === null || bundlePosition !== REMAINDER_POSITION) return undefined;
  const [found] = await transaction
    .select({
      kind: bundles.kind,
      released: testPaymentConfirmations.bundleId,
      state: sends.state,
      status: sends.transferStatus,
    })
    .from(bundles)
    .leftJoin(testPaymentConfirmations, eq(testPaymentConfirmations.bundleId, bundles.id))
    .leftJoin(
      withdrawalRequests,
      and(eq(withdrawalRequests.bundleId, bundles.id), eq(withdrawalRequests.bundlePosition, TEST_POSITION)),
    )
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(eq(bundles.id, bundleId));
  if (!found) throw new Error('a request has no bundle');
  if (found.kind !== 'test-payment') return undefined;
  if (found.state !== 'ACCEPTED' || found.status !== 'COMPLETED') return 'The test payment is not completed.';
  if (found.released === null) return 'Nobody has confirmed that the recipient has received the test payment.';
  return isProofRequired() ? findUnsignedReceipt(transaction, bundleId) : undefined;
}

async function findUnsignedReceipt(transaction: Transaction, bundleId: string): Promise<string | undefined> {
  const members = await fromRequests(transaction, { bodySha256: requestVersions.bodySha256 })
    .where(eq(withdrawalRequests.bundleId, bundleId))
    .orderBy(asc(withdrawalRequests.bundlePosition));
  const receipt = describeReceipt(
    bundleId,
    members.map(({ bodySha256 }) => bodySha256),
  );
  const refused = await findUnsignedChange(transaction, { kind: 'testPayment.confirm', ...receipt });
  return refused && `The confirmation of the test payment is not signed. ${refused.sentence}`;
}
