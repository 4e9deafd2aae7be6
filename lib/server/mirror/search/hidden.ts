import 'server-only';
import { sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { findOtherMatch } from '@/lib/search/match-other';
import type { Hidden } from '@/lib/mirror/search-answer';
import { readOtherWays } from '@/lib/search/other-readings';
import type { SearchTerm } from '@/lib/search/search-terms';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { MAX_KEY_LENGTH } from '@/lib/server/mirror/field-conditions';
import { filterConditions } from '@/lib/server/mirror/filter-conditions';
import { type KeyRow, lookUpKey } from '@/lib/server/mirror/search/key-lookup';
import { toTransferRow } from '@/lib/server/mirror/search/list';
import { ALL_TRANSFERS, RANGES, type TransferQuery, VALUE_FILTERS, writeTransferQuery } from '@/lib/transfers/query';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

const MAX_HIDDEN = 3;

/**
 * Finds the transfers that have a term as their whole reference, ID, hash, address or group, and that filters of a
 * query hide, with the filters that do, each asked alone; the newest three. An identifier in a sentence counts as the
 * term.
 */
export async function findHidden(
  reader: Reader,
  query: TransferQuery,
  { term, signal }: { term: SearchTerm; signal?: AbortSignal | undefined },
): Promise<Hidden<TransferRow & { match: Match }>[]> {
  const filters = listFilters(query);
  if (filters.length === 0) return [];
  const texts = [term.text, ...readOtherWays(term.text).keys].filter(
    (text) => Array.from(sanitizeText(text)).length <= MAX_KEY_LENGTH,
  );
  const found = await Promise.all(
    texts.map((text) =>
      lookUpKey(reader, { text, money: undefined }, { limit: MAX_HIDDEN, hasBeginnings: false, signal }),
    ),
  );
  const rows = new Map(found.flat().map((row) => [row.id, row]));
  if (rows.size === 0) return [];
  const meets = await readMet(reader, filters, { rows: [...rows.keys()], signal });
  return [...rows.values()].flatMap((row) => toHidden(row, term, filters, meets.get(row.id))).slice(0, MAX_HIDDEN);
}

/** Lists the filters of a query, each as a query of its own without a search. */
function listFilters({ values, ranges, fields, hasProblem, includesSettled }: TransferQuery): TransferQuery[] {
  const fieldNames = [...new Set(fields.map(({ field }) => field))];
  return [
    ...VALUE_FILTERS.flatMap((filter) => (values[filter]?.length ? [{ values: { [filter]: values[filter] } }] : [])),
    ...RANGES.flatMap((range) => (ranges[range] ? [{ ranges: { [range]: ranges[range] } }] : [])),
    ...fieldNames.map((name) => ({ fields: fields.filter(({ field }) => field === name) })),
    ...(hasProblem ? [{ hasProblem, includesSettled }] : []),
  ].map((filter) => ({ ...ALL_TRANSFERS, ...filter }));
}

/** Reads which filters each transfer meets, by its ID. */
async function readMet(
  reader: Reader,
  filters: readonly TransferQuery[],
  { rows, signal }: { rows: readonly string[]; signal: AbortSignal | undefined },
): Promise<Map<string, boolean[]>> {
  const alone = filters.map((filter) => sql`(${joinConditions(filterConditions(reader, filter))}) is true`);
  const met = await readRows<{ id: string; met: boolean[] }>(
    sql`select id, array[${sql.join(alone, sql`, `)}] as met from mirror_transfers
      where id = any(${sql.param([...rows])}::text[])`,
    signal,
  );
  return new Map(met.map(({ id, met: each }) => [id, each]));
}

function toHidden(
  row: KeyRow,
  term: SearchTerm,
  filters: readonly TransferQuery[],
  met: readonly boolean[] | undefined,
): Hidden<TransferRow & { match: Match }>[] {
  const hiding = met ? filters.filter((_filter, index) => met[index] === false) : [];
  if (hiding.length === 0) return [];
  const transfer = toTransferRow(row);
  const by = hiding.map((filter) => writeTransferQuery(filter).toString()).join('&');
  return [{ item: { ...transfer, match: findOtherMatch(transfer, term) }, by }];
}
