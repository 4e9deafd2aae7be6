import 'server-only';
import { and, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { database, type Transaction } from '@/lib/server/database/client';
import { proposals, requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';

/** Whether no withdrawal of ours to this recipient (lib/recipients/recipients) was ever completed. */
export async function isNewRecipient(recipientKey: string, transaction?: Transaction): Promise<boolean> {
  return !(await findPaidRecipients([recipientKey], transaction ?? database())).has(recipientKey);
}

/** Which of these recipients were paid by a withdrawal of ours that was completed. */
export async function findPaidRecipients(
  recipientKeys: readonly string[],
  reader: Pick<Transaction, 'selectDistinct'>,
): Promise<Set<string>> {
  const paid = await reader
    .selectDistinct({ key: requestVersions.recipientKey })
    .from(requestVersions)
    .innerJoin(
      withdrawalRequests,
      and(
        eq(withdrawalRequests.id, requestVersions.requestId),
        eq(withdrawalRequests.version, requestVersions.version),
      ),
    )
    .innerJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(
      and(
        inArray(requestVersions.recipientKey, [...recipientKeys]),
        eq(sends.state, 'ACCEPTED'),
        eq(sends.transferStatus, 'COMPLETED'),
        wasPaidAsAsked(),
      ),
    );
  return new Set(paid.map(({ key }) => key));
}

/** A condition on a request that was sent: not adopted by two people although it differs, since who was paid then is not sure to be who was asked for. */
export function wasPaidAsAsked(): SQL {
  return notExists(
    database()
      .select({ one: sql`1` })
      .from(proposals)
      .where(
        and(
          eq(proposals.kind, 'resolve-send'),
          eq(proposals.subject, sql`${withdrawalRequests.id}::text`),
          eq(proposals.state, 'CONFIRMED'),
          sql`json_array_length(coalesce(${proposals.payload}->'differences', '[]')) > 0`,
        ),
      ),
  );
}
