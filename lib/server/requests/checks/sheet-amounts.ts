import 'server-only';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { type SheetAmounts, summarizeAmounts } from '@/lib/risk/sheet-amounts';
import { fromRequests } from '@/lib/server/database/from-requests';
import { database } from '@/lib/server/database/client';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/**
 * Summarizes the amounts of a withdrawal's asset in the batch of a request, with the withdrawal in place of what the
 * request has. Only of items that the reader may see; undefined where the request is in no batch.
 */
export async function readSheetAmounts(
  reader: Pick<Reader, 'visibleProfiles'>,
  requestId: string,
  { asset, amount, total }: WithdrawalBody,
): Promise<SheetAmounts | undefined> {
  const body = sql`convert_from(${requestVersions.body}, 'UTF8')::json`;
  const value = sql<string>`coalesce(${body}->>'amount', ${body}->>'total')`;
  const others = await fromRequests(database(), { value }, reader).where(
    and(
      sql`${withdrawalRequests.bundleId} = (select bundle_id from withdrawal_requests where id = ${requestId})`,
      ne(withdrawalRequests.id, requestId),
      sql`${body}->>'asset' = ${asset}`,
      eq(bundles.kind, 'batch'),
    ),
  );
  return summarizeAmounts([{ value: amount ?? total }, ...others].map((one) => ({ asset, value: one.value })))(asset);
}
