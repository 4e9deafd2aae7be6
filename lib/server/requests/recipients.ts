import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { database, type Transaction } from '@/lib/server/database/client';
import { requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';

/** Whether no withdrawal of ours to this recipient (lib/recipients) was ever completed. */
export async function isNewRecipient(recipientKey: string, transaction?: Transaction): Promise<boolean> {
  const [paid] = await (transaction ?? database())
    .select({ one: sql`1` })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, and(eq(withdrawalRequests.id, requestVersions.requestId), eq(withdrawalRequests.version, requestVersions.version)))
    .innerJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(and(eq(requestVersions.recipientKey, recipientKey), eq(sends.state, 'ACCEPTED'), eq(sends.transferStatus, 'COMPLETED')))
    .limit(1);
  return paid === undefined;
}
