import 'server-only';
import { and, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { database, type Transaction } from '@/lib/server/database/client';
import { proposals, requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';

/** Returns whether no withdrawal of this console to a recipient (`recipientKey`) was ever completed. */
export async function isNewRecipient(recipientKey: string, transaction?: Transaction): Promise<boolean> {
  return !(await findPaidRecipients([recipientKey], transaction ?? database())).has(recipientKey);
}

/** Finds the recipients, by `recipientKey`, that a withdrawal of this console has paid. */
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
        wasPaidAsRequested(),
      ),
    );
  return new Set(paid.map(({ key }) => key));
}

/**
 * Makes the condition that the transfer of a sent request is the one that was requested: not one that two people
 * assigned to the request although it differs, since another recipient may have been paid.
 */
export function wasPaidAsRequested(): SQL {
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
