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
import { filterConditions } from '@/lib/server/mirror/filter-conditions';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import type { TransferQuery } from '@/lib/transfers/query';
import type { TransferListPage, TransferRow } from '@/lib/transfers/transfer';

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

/** Decodes a stored record for a list, without the raw record, which only the details need. */
export function toTransferRow({
  id,
  record,
  is_settled: isSettled,
}: Pick<MirrorRow, 'id' | 'record'> & Partial<MirrorRow>): TransferRow {
  return Object.assign(decodeRow(record), { id }, isSettled && { isSettled });
}
