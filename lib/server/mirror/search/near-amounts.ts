import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { AmountRange } from '@/lib/search/read-amounts';
import { nearestStatement } from '@/lib/server/database/query/nearest';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { type MirrorRow, toTransferRow } from '@/lib/server/mirror/search/list';
import type { TransferRow } from '@/lib/transfers/transfer';

/** An amount to look around, and the asset where one is named. */
export interface NearAmount {
  range: AmountRange;
  asset: string | undefined;
  limit: number;
}

/** Builds the statement for the transfers with the nearest amounts or totals, the nearest first. */
export function nearTransfersStatement(reader: Reader, { range, asset, limit }: NearAmount): SQL {
  const nearest = nearestStatement(range, {
    id: sql`id`,
    table: sql`mirror_transfers`,
    amounts: [sql`coalesce(amount, -1)`, sql`total`],
    conditions: [...(asset === undefined ? [] : [sql`upper(asset) = ${asset}`]), ...visibleTransfers(reader)],
    limit,
  });
  return sql`select mirror.id, mirror.record, mirror.is_settled from (${nearest}) as near
    join mirror_transfers mirror on mirror.id = near.id order by near.distance, mirror.id`;
}

/** Reads the transfers whose amount or total is nearest to an amount, without those that equal it. */
export async function listTransfersNear(
  reader: Reader,
  near: NearAmount,
  signal?: AbortSignal,
): Promise<TransferRow[]> {
  return (await readRows<MirrorRow>(nearTransfersStatement(reader, near), signal)).map(toTransferRow);
}
