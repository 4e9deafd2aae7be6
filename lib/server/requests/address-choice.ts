import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { mustChoose, type RecipientChecks } from '@/lib/risk/recipient-checks';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema';
import { findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import type { LockedRequest } from '@/lib/server/requests/load';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

/**
 * Which of these requests go to an address that something we have paid or saved looks like by now. Asked before the
 * transaction that decides: inside of it, it would wait for a connection while it holds others up.
 */
export async function findConfusable(requestIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0) return new Set();
  const asked = await database()
    .select({ requestId: withdrawalRequests.id, body: requestVersions.body })
    .from(withdrawalRequests)
    .innerJoin(
      requestVersions,
      and(
        eq(requestVersions.requestId, withdrawalRequests.id),
        eq(requestVersions.version, withdrawalRequests.version),
      ),
    )
    .where(inArray(withdrawalRequests.id, [...requestIds]));
  return findConfusableOf(asked);
}

/** The same for bodies that are at hand. */
export async function findConfusableOf(
  asked: readonly { requestId: string; body: Buffer }[],
): Promise<ReadonlySet<string>> {
  const bodies = asked.map(({ body }) => parseWithdrawalBody(body));
  const found = await findSimilarAddressesOfEach(
    bodies.map((body) => ({ network: body.crypto_network, address: body.destination_address })),
  );
  return new Set(asked.filter((_, index) => (found[index] ?? []).length > 0).map(({ requestId }) => requestId));
}

/**
 * Why a request cannot be approved before the person has said which address is meant, in words; undefined where nothing
 * that we have paid or saved looks like its address, or where they said that its own is meant.
 */
export function addressChoiceBlockReason(
  { request, version }: LockedRequest,
  confusable: ReadonlySet<string>,
  chosenAddress: string,
): string | undefined {
  if (chosenAddress === parseWithdrawalBody(version.body).destination_address) return undefined;
  if (!confusable.has(request.id) && !mustChoose(version.checks as RecipientChecks | null)) return undefined;
  return chosenAddress === ''
    ? 'Another address that is known looks like this one. Say which address is meant, then approve.'
    : 'You said that another address is meant. Go back and reject the request, so that it is not sent to this one.';
}
