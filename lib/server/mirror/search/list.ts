import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { readRowsWithCoverage } from '@/lib/server/mirror/coverage';
import {
  keysetCondition,
  orderByClause,
  type RowPosition,
  writeCursor,
  sortKeyText,
} from '@/lib/server/mirror/search/keyset-pagination';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { filterConditions, VALUE_COLUMNS } from '@/lib/server/mirror/filter-conditions';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import { type TransferQuery, VALUE_FILTERS, type ValueFilter } from '@/lib/transfers/query';
import type { TransferListPage, TransferRow, TransferValues } from '@/lib/transfers/transfer';

const MAX_COUNT = 1000;
const MAX_VALUES = 500;

/** A row of the mirror that a list selects. */
export interface MirrorRow {
  id: string;
  record: unknown;
  is_settled: boolean;
  /** The sort value, as text. */
  key: string;
}

/** Builds the statement for one page of the rows that match the filters of a query; ignores its search term. */
export function listStatement(reader: Reader, { query, after, limit }: Omit<ListRead, 'signal'>): SQL {
  const conditions = [...filterConditions(reader, query), ...(after ? [keysetCondition(query, after)] : [])];
  return sql`select id, record, is_settled, ${sortKeyText(query)} as key from mirror_transfers
    where ${joinConditions(conditions)} order by ${orderByClause(query)} limit ${limit}`;
}

/** A page of the list to read. */
interface ListRead {
  query: TransferQuery;
  after?: RowPosition | undefined;
  limit: number;
  signal?: AbortSignal | undefined;
}

/** Reads one page of the list from the mirror, after a position. Costs the same at any depth. */
export async function readList(reader: Reader, { query, after, limit, signal }: ListRead): Promise<TransferListPage> {
  const { rows: listed, coverage } = await readRowsWithCoverage(
    reader,
    listStatement(reader, { query, after, limit: limit + 1 }),
    signal,
  );
  const rows = listed as MirrorRow[];
  const shown = rows.slice(0, limit);
  const cursorOf = (row: MirrorRow | undefined) => (row ? writeCursor(query, { value: row.key, id: row.id }) : null);
  return {
    items: shown.map(toTransferRow),
    nextCursor: rows.length > limit ? cursorOf(shown.at(-1)) : null,
    topCursor: cursorOf(shown[0]),
    coverage,
  };
}

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

/** Builds the statement for the options of all filters, from mirror_totals alone. */
function valuesStatement(reader: Reader): SQL {
  const each = VALUE_FILTERS.map((filter) => {
    const column = VALUE_COLUMNS[filter];
    return sql`(
      select ${filter}::text as filter, ${column} as value, sum(transfers)::float8 as transfers
      from mirror_totals where ${joinConditions([...visibleTransfers(reader), sql`${column} <> ''`])}
      group by 2 having sum(transfers) > 0 order by 3 desc, 2 limit ${MAX_VALUES})`;
  });
  return sql.join(each, sql` union all `);
}

/** Reads the options of every filter for a reader, with their numbers of transfers, the most frequent first. */
export async function readValues(reader: Reader): Promise<TransferValues> {
  const rows = await readRowsFor<{ filter: ValueFilter; value: string; transfers: number }>(
    reader,
    valuesStatement(reader),
  );
  const of = (wanted: ValueFilter) =>
    rows.filter(({ filter }) => filter === wanted).map(({ value, transfers }) => ({ value, transfers }));
  return Object.fromEntries(VALUE_FILTERS.map((filter) => [filter, of(filter)])) as TransferValues;
}

/** Decodes a stored record for a list, without the raw record, which only the details need. */
export function toTransferRow({
  id,
  record,
  is_settled: isSettled,
}: Pick<MirrorRow, 'id' | 'record'> & Partial<MirrorRow>): TransferRow {
  return Object.assign(decodeRow(record), { id }, isSettled && { isSettled });
}
