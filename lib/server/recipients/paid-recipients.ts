import 'server-only';
import { and, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { PaidBefore } from '@/lib/policy/facts';
import { recipientKey } from '@/lib/recipients/recipients';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { database, type Transaction } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { isProofRequired } from '@/lib/server/passkeys/key-list/mode';
import { findSignedRecipients } from '@/lib/server/recipients/signed-entries';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/**
 * Reads what completed withdrawals of this console have paid to the recipients of these bodies. Gives a function that
 * answers for each body: by recipient (`recipientKey`) and asset, from the stored bytes that were sent. `seen`: whose
 * profiles alone count, where a person who does not see every profile asks and nothing is saved.
 */
export async function readPaidBefore(
  bodies: readonly WithdrawalBody[],
  reader: Pick<Transaction, 'select'>,
  seen?: Reader,
): Promise<(body: WithdrawalBody) => PaidBefore> {
  const keys = [...new Set(bodies.map(recipientKey))];
  const stored = sql`convert_from(${requestVersions.body}, 'UTF8')::json`;
  const asset = sql<string>`${stored}->>'asset'`;
  const rows = await reader
    .select({
      key: requestVersions.recipientKey,
      asset,
      largest: sql<string>`trim_scale(max(coalesce(${stored}->>'amount', ${stored}->>'total')::numeric))::text`,
    })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, isCurrentVersion())
    .innerJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(and(inArray(requestVersions.recipientKey, keys), seen && visibleRequests(seen), isPaid()))
    .groupBy(requestVersions.recipientKey, asset);
  // Where signatures are required, only an entry of the address book that two people signed makes a recipient known.
  // How much was paid is counted from rows all the same.
  const signed = isProofRequired() ? await findSignedRecipients(reader, keys, seen) : undefined;
  const counted = rows.filter(({ key }) => signed?.has(key) ?? true);
  const paid = new Set(counted.map(({ key }) => key));
  const largest = new Map(counted.map((row) => [JSON.stringify([row.key, row.asset]), row.largest]));
  return (body) => {
    const key = recipientKey(body);
    return { inAnyAsset: paid.has(key), largest: largest.get(JSON.stringify([key, body.asset])) ?? null };
  };
}

/** Makes the condition that a request, joined with its send, was paid to its recipient. */
export function isPaid(): SQL | undefined {
  return and(eq(sends.state, 'ACCEPTED'), eq(sends.transferStatus, 'COMPLETED'), wasPaidAsRequested());
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
