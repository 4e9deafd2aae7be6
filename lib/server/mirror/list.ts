import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { readCovered } from '@/lib/server/mirror/coverage';
import { isBeyond, orderOf, type Place, writeCursor, writtenKey } from '@/lib/server/mirror/keyset-pagination';
import { allOf, filterConditions } from '@/lib/server/mirror/filter-conditions';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import type { TransferQuery } from '@/lib/transfers/query';
import type { TransferListPage, TransferRow } from '@/lib/transfers/transfer';

/** A row of the mirror as lists read it. */
export interface MirrorRow {
  id: string;
  record: unknown;
  /** What the list is sorted by, as the text of a place. */
  key: string;
}

/** One page of the rows that fit a query, whatever it searches for. */
export function listStatement(query: TransferQuery, after: Place | undefined, limit: number): SQL {
  const conditions = [...filterConditions(query), ...(after ? [isBeyond(query, after)] : [])];
  return sql`select id, record, ${writtenKey(query)} as key from mirror_transfers where ${allOf(conditions)} order by ${orderOf(query)} limit ${limit}`;
}

/** Reads one page of the list from the mirror, after a place of it. Costs the same however far down that is. */
export async function readList(
  query: TransferQuery,
  after: Place | undefined,
  limit: number,
  signal?: AbortSignal,
): Promise<TransferListPage> {
  const { rows: listed, coverage } = await readCovered(listStatement(query, after, limit + 1), signal);
  const rows = listed as MirrorRow[];
  const shown = rows.slice(0, limit);
  const cursorOf = (row: MirrorRow | undefined) => (row ? writeCursor(query, { value: row.key, id: row.id }) : null);
  return {
    items: shown.map(toRow),
    nextCursor: rows.length > limit ? cursorOf(shown.at(-1)) : null,
    topCursor: cursorOf(shown[0]),
    coverage,
  };
}

/** A kept record as lists carry it: only the details ask for the record as it came. */
export function toRow({ id, record }: Pick<MirrorRow, 'id' | 'record'>): TransferRow {
  return Object.assign(decodeRow(record), { id });
}
