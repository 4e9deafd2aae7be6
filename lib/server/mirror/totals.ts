import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { isFound } from '@/lib/server/mirror/search-tiers';
import { readRows } from '@/lib/server/mirror/reader-pool';
import { allOf, filterConditions, kindConditions } from '@/lib/server/mirror/filter-conditions';
import type { Exactness, SearchTerm } from '@/lib/search/search-terms';
import type { TransferQuery } from '@/lib/transfers/query';
import type { AssetTotal } from '@/lib/transfers/transfer';

/** What is searched for besides the filters, and what matches it exactly. */
export interface Searched {
  term: SearchTerm;
  exactness: Exactness;
}

/** Sums per asset, exact. From what the database keeps for each kind of transfer where that is enough, else over the rows. */
export function totalsStatement(query: TransferQuery, searched?: Searched): SQL {
  const isByKind = !searched && Object.keys(query.ranges).length === 0;
  const sums = sql`trim_scale(coalesce(sum(amount), 0))::text as amount, trim_scale(coalesce(sum(total), 0))::text as total, trim_scale(coalesce(sum(fee), 0))::text as fee`;
  if (isByKind)
    return sql`select asset, sum(transfers)::float8 as transfers, ${sums} from mirror_totals where ${allOf(kindConditions(query))}
      group by asset having sum(transfers) > 0 order by 2 desc, 1`;
  const conditions = [...filterConditions(query), ...(searched ? [isFound(searched.term, searched.exactness)] : [])];
  return sql`select asset, count(*)::float8 as transfers, ${sums} from mirror_transfers where ${allOf(conditions)} group by asset order by 2 desc, 1`;
}

/** Reads the sums per asset of what a query shows, the most frequent asset first. */
export async function readTotals(
  query: TransferQuery,
  searched?: Searched,
  signal?: AbortSignal,
): Promise<AssetTotal[]> {
  return readRows<AssetTotal>(totalsStatement(query, searched), signal);
}
