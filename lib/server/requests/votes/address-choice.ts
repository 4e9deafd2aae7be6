import 'server-only';
import { inArray } from 'drizzle-orm';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { listToChoose, needsAddressChoice } from '@/lib/risk/recipient-checks';
import { fromRequests } from '@/lib/server/database/from-requests';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { candidateOf, findSimilarAddressesOfEach } from '@/lib/server/recipients/similar-addresses';
import type { LockedRequest } from '@/lib/server/requests/load';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

/**
 * Finds which of these requests go to an address between which and another a person must choose. Called before the
 * transaction of a decision: inside it, this would wait for a second connection while holding locks.
 */
export async function findRequestsWithSimilarAddress(requestIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0) return new Set();
  const { requestId, body, createdAt } = requestVersions;
  const versions = await fromRequests(database(), { requestId, body, createdAt }).where(
    inArray(withdrawalRequests.id, [...requestIds]),
  );
  return selectWithSimilarAddress(versions);
}

/**
 * Selects the requests whose stored body goes to an address that needs a choice (`listToChoose`); gives their ids.
 */
export async function selectWithSimilarAddress(
  versions: readonly { requestId: string; body: Buffer; createdAt: Date }[],
): Promise<ReadonlySet<string>> {
  const found = await findSimilarAddressesOfEach(
    SYSTEM_READER,
    versions.map(({ requestId, body, createdAt }) =>
      candidateOf(parseWithdrawalBody(body), { exceptIds: [requestId], savedAt: createdAt }),
    ),
  );
  return new Set(
    versions.filter((_, index) => listToChoose(found[index]).length > 0).map(({ requestId }) => requestId),
  );
}

/**
 * Explains why an approver must confirm the address first; undefined where no known address resembles it, or where the
 * approver chose the address of the request. `withSimilarAddress` holds the ids that `findRequestsWithSimilarAddress`
 * gave.
 */
export function addressChoiceBlockReason(
  { request, version }: LockedRequest,
  withSimilarAddress: ReadonlySet<string>,
  chosenAddress: string,
): string | undefined {
  if (chosenAddress === parseWithdrawalBody(version.body).destination_address) return undefined;
  const hasSimilar = withSimilarAddress.has(request.id) || needsAddressChoice(version.checks);
  if (!hasSimilar) return undefined;
  return chosenAddress === ''
    ? 'Confirm the address: it closely resembles one that is known here.'
    : 'You chose another address as the correct one. Go back and reject this request.';
}
