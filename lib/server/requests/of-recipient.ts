import 'server-only';
import { and, desc, eq } from 'drizzle-orm';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { UUID } from '@/lib/text/uuid';
import { visibleRecipients } from '@/lib/server/database/visible-profiles';
import { selectRequests, toSummary } from '@/lib/server/requests/select';
import type { Denial } from '@/lib/http/denials';

const MAX_REQUESTS = 20;

/** Lists the requests to an entry of the address book, newest first, at most 20; takes the entry's id, unchecked. */
export async function listRequestsOfRecipient(recipientId: string): Promise<Result<RequestSummary[], Denial>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  if (!UUID.test(recipientId)) return ok([]);
  const ofEntry = database()
    .select({ key: recipients.recipientKey })
    .from(recipients)
    .where(and(eq(recipients.id, recipientId), visibleRecipients(reader.value)));
  const rows = await selectRequests(reader.value)
    .where(eq(requestVersions.recipientKey, ofEntry))
    .orderBy(desc(withdrawalRequests.createdAt), desc(withdrawalRequests.id))
    .limit(MAX_REQUESTS);
  return ok(rows.map((row) => toSummary(row, reader.value)));
}
