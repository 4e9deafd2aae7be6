import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { keysetCondition, type RowPosition } from '@/lib/server/mirror/search/keyset-pagination';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';
import { filterConditions } from '@/lib/server/mirror/filter-conditions';
import type { TransferQuery } from '@/lib/transfers/query';

const MAX_COUNT = 1000;

/** Builds the statement that counts the rows of a list above a position, up to 1,000. */
export function newerStatement(reader: Reader, query: TransferQuery, than: RowPosition): SQL {
  const conditions = [...filterConditions(reader, query), keysetCondition(query, than, 'before')];
  return sql`select count(*)::int as count
    from (select 1 from mirror_transfers where ${joinConditions(conditions)} limit ${MAX_COUNT}) as above`;
}

/** Counts the rows of a list above a position, up to 1,000; ignores the search term of the query. */
export async function countNewer(reader: Reader, query: TransferQuery, than: RowPosition): Promise<number> {
  const [row] = await readRowsFor<{ count: number }>(reader, newerStatement(reader, query, than));
  return row?.count ?? 0;
}
