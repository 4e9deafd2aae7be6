import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { FoundRequest } from '@/lib/search/found';
import type { AmountRange } from '@/lib/search/read-amounts';
import { nearestStatement } from '@/lib/server/database/query/nearest';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { readRequestsWithOutcomes } from '@/lib/server/requests/outcomes';

/** Builds the statement for the IDs of the requests with the amounts or totals nearest to one. */
export function nearRequestsStatement(
  reader: Reader,
  { range, asset, limit }: { range: AmountRange; asset: string | undefined; limit: number },
): SQL {
  const visible = visibleRequests(reader, sql`version.body`);
  return nearestStatement(range, {
    id: sql`request.id`,
    table: sql`withdrawal_requests request
      join request_versions version on version.request_id = request.id and version.version = request.version`,
    amounts: [sql`version.fixed_amount`],
    conditions: [
      ...(asset === undefined ? [] : [sql`upper(version.fixed_asset) = ${asset}`]),
      ...(visible ? [visible] : []),
    ],
    limit,
  });
}

/** Reads the requests whose amount or total is nearest to an amount, without those that equal it; the nearest first. */
export async function findRequestsNear(
  reader: Reader,
  near: Parameters<typeof nearRequestsStatement>[1],
  signal?: AbortSignal,
): Promise<FoundRequest[]> {
  const rows = await readRows<{ id: string }>(nearRequestsStatement(reader, near), signal);
  const ids = rows.map(({ id }) => id);
  const requests = await readRequestsWithOutcomes(reader, ids);
  return ids.flatMap((id) => {
    const request = requests.get(id);
    if (!request) return [];
    const { transferId = null } = request.outcome.send ?? {};
    return { ...request, transferId, match: { field: 'amount', how: 'near' } as const };
  });
}
