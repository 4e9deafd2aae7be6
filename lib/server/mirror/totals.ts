import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { foundCondition } from '@/lib/server/mirror/search-tiers';
import { readRows } from '@/lib/server/mirror/reader-pool';
import { joinConditions, filterConditions, kindConditions } from '@/lib/server/mirror/filter-conditions';
import type { Exactness, SearchTerm } from '@/lib/search/search-terms';
import { hidesSettled, type TransferQuery } from '@/lib/transfers/query';
import type { AssetTotal } from '@/lib/transfers/transfer';

/** A search term beside the filters, and what matched it exactly. */
export interface SearchFilter {
  term: SearchTerm;
  exactness: Exactness;
}

/** Builds the statement for exact sums per asset: from mirror_totals where that is enough, else over the transfers. */
export function totalsStatement(reader: Reader, query: TransferQuery, searched?: SearchFilter): SQL {
  const isByKind = !searched && Object.keys(query.ranges).length === 0 && !hidesSettled(query);
  const sums = sql`trim_scale(coalesce(sum(amount), 0))::text as amount,
    trim_scale(coalesce(sum(total), 0))::text as total, trim_scale(coalesce(sum(fee), 0))::text as fee`;
  if (isByKind)
    return sql`select asset, sum(transfers)::float8 as transfers, ${sums} from mirror_totals
      where ${joinConditions(kindConditions(reader, query))}
      group by asset having sum(transfers) > 0 order by 2 desc, 1`;
  const conditions = [
    ...filterConditions(reader, query),
    ...(searched ? [foundCondition(searched.term, searched.exactness)] : []),
  ];
  return sql`select asset, count(*)::float8 as transfers, ${sums} from mirror_transfers
    where ${joinConditions(conditions)} group by asset order by 2 desc, 1`;
}

/** Reads the exact sums per asset of the transfers that a query shows, the most frequent asset first. */
export async function readTotals(
  reader: Reader,
  query: TransferQuery,
  { searched, signal }: { searched?: SearchFilter | undefined; signal?: AbortSignal } = {},
): Promise<AssetTotal[]> {
  return readRows<AssetTotal>(totalsStatement(reader, query, searched), signal);
}
