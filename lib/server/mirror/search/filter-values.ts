import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';
import { VALUE_COLUMNS } from '@/lib/server/mirror/filter-conditions';
import { VALUE_FILTERS, type ValueFilter } from '@/lib/transfers/query';
import type { TransferValues } from '@/lib/transfers/transfer';

const MAX_VALUES = 500;

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
