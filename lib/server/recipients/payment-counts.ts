import 'server-only';
import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import type { PaymentCount } from '@/lib/recipients/recipients';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { isPaid } from '@/lib/server/recipients/paid-recipients';

/** Counts the completed payments to recipients by `recipientKey`; a recipient that was never paid is absent. */
export async function readPaymentCounts(reader: Reader, keys: readonly string[]): Promise<Map<string, PaymentCount>> {
  if (keys.length === 0) return new Map();
  const rows = await database()
    .select({
      key: requestVersions.recipientKey,
      times: count(),
      lastAt: sql<Date>`max(coalesce(${sends.transferSeenAt}, ${sends.updatedAt}))`.mapWith(sends.updatedAt),
    })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, isCurrentVersion())
    .innerJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .where(and(inArray(requestVersions.recipientKey, [...keys]), visibleRequests(reader), isPaid()))
    .groupBy(requestVersions.recipientKey);
  return new Map(rows.map(({ key, times, lastAt }) => [key, { times, lastAt: lastAt.toISOString() }]));
}
