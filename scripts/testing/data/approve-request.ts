import { eq } from 'drizzle-orm';
import { surely } from '@/scripts/testing/results';
import { fromRequests } from '@/lib/server/database/from-requests';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { Person } from '@/lib/server/auth/sessions';
import { decideAs } from '@/lib/server/requests/votes/decide';

/**
 * Approves the current version of a request as each of these people, who signed in just now. Throws where one cannot.
 */
export async function approveRequest(requestId: string, ...approvers: readonly Person[]): Promise<void> {
  const { version, bodySha256 } = requestVersions;
  const [seen] = await fromRequests(database(), { version, bodySha256 }).where(eq(withdrawalRequests.id, requestId));
  for (const approver of approvers) {
    surely(await decideAs(approver, { requestId, ...seen, verdict: 'APPROVED', comment: '' }));
  }
}
