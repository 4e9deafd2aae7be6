import 'server-only';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import {
  ALL_REQUESTS,
  REQUEST_VALUE_FILTERS,
  type RequestListQuery,
  writeRequestQuery,
} from '@/lib/requests/list/query';
import type { FoundRequest } from '@/lib/requests/list/entry';
import type { Hidden } from '@/lib/mirror/search-answer';
import { findRequestMatch } from '@/lib/search/match-request';
import { readSearchTerm } from '@/lib/search/search-terms';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { listConditions } from '@/lib/server/requests/lists/conditions';
import { REQUESTS_WITH_VERSION } from '@/lib/server/requests/lists/sql';
import { readRequestsWithOutcomes } from '@/lib/server/requests/outcomes';
import { wholeKeysStatement } from '@/lib/server/requests/search/arms';

const MAX_HIDDEN = 3;

/**
 * Finds the requests that have the search text of a query as their whole reference, ID, transfer ID or address, and
 * that filters of the query hide, with the filters that do, each asked alone; the newest three.
 */
export async function findHiddenRequests(
  reader: Reader,
  query: RequestListQuery,
  signal?: AbortSignal,
): Promise<Hidden<FoundRequest>[]> {
  const filters = listRequestFilters(query);
  const term = readSearchTerm(query.q);
  if (!term || filters.length === 0) return [];
  const alone = filters.map((filter) => sql`(${joinConditions(listConditions(reader, filter, false))}) is true`);
  const rows = await readRows<{ id: string; met: boolean[] }>(
    sql`select request.id, array[${sql.join(alone, sql`, `)}] as met from ${REQUESTS_WITH_VERSION}
      where request.id in (${wholeKeysStatement(reader, term)}) order by request.created_at desc, request.id`,
    signal,
  );
  const requests = await readRequestsWithOutcomes(
    reader,
    rows.map(({ id }) => id),
  );
  const hidden = rows.flatMap(({ id, met }) => {
    const hiding = filters.filter((_filter, index) => met[index] === false);
    // What the reader may not see is not among the requests.
    const request = requests.get(id);
    if (!request || hiding.length === 0) return [];
    const { transferId = null } = request.outcome.send ?? {};
    const match = findRequestMatch({ ...request, transferId }, term);
    const by = hiding.map((filter) => writeRequestQuery(filter).toString()).join('&');
    return [{ item: { ...request, transferId, match }, by }];
  });
  return hidden.slice(0, MAX_HIDDEN);
}

/** Lists the filters of a query, each as a query of its own without a search: whose requests it shows, too. */
function listRequestFilters({ isMine, values, created, batch, before }: RequestListQuery): RequestListQuery[] {
  return [
    ...(isMine ? [{ isMine }] : []),
    ...REQUEST_VALUE_FILTERS.flatMap((filter) =>
      values[filter]?.length ? [{ values: { [filter]: values[filter] } }] : [],
    ),
    ...(created ? [{ created }] : []),
    ...(batch === undefined ? [] : [{ batch }]),
    ...(before === undefined ? [] : [{ before }]),
  ].map((filter) => ({ ...ALL_REQUESTS, ...filter }));
}
