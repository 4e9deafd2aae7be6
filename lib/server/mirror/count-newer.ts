import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { isBeyond, type Place } from '@/lib/server/mirror/keyset-pagination';
import { readRows } from '@/lib/server/mirror/reader-pool';
import { allOf, filterConditions } from '@/lib/server/mirror/filter-conditions';
import type { TransferQuery } from '@/lib/transfers/query';

const MOST = 1000;

/** How many rows a list has above one of its places, counted up to 1000. */
export function newerStatement(query: TransferQuery, than: Place): SQL {
  const conditions = [...filterConditions(query), isBeyond(query, than, 'before')];
  return sql`select count(*)::int as count from (select 1 from mirror_transfers where ${allOf(conditions)} limit ${MOST}) as above`;
}

/** Reads how many rows a list has above one of its places; what it searches for does not count. */
export async function countNewer(query: TransferQuery, than: Place): Promise<number> {
  const [row] = await readRows<{ count: number }>(newerStatement(query, than));
  return row?.count ?? 0;
}
