import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import { writeStatement } from '@/lib/server/database/write-statement';
import { orderOf } from '@/lib/server/mirror/keyset-pagination';
import { isFound, isRedundant, tiersOf } from '@/lib/server/mirror/search-tiers';
import { readers } from '@/lib/server/mirror/reader-pool';
import { type Searched, totalsStatement } from '@/lib/server/mirror/totals';
import { allOf, filterConditions } from '@/lib/server/mirror/filter-conditions';
import type { TransferColumn } from '@/lib/transfers/columns';
import type { TransferQuery } from '@/lib/transfers/query';
import type { AssetTotal } from '@/lib/transfers/transfer';

// Few enough that they are gone before the next collection of memory, which would keep them for long.
const BATCH_ROWS = 500;
// A large export may take its time; a little longer than the database allows it, so that its own end comes first.
const PATIENCE = { query_timeout: 185_000 };

/** Everything that a query shows at one moment, however long it takes to take it. */
export interface Snapshot {
  totals: AssetTotal[];
  /** The next rows in their order, each the text of its cells with the mark between them; empty at the end. Fails where nobody took any for some minutes. */
  next: () => Promise<string[]>;
  /** Lets go of it, at its end or before. */
  close: () => Promise<void>;
}

/** What to export. */
export interface ExportQuestion {
  query: TransferQuery;
  columns: readonly TransferColumn[];
  /** What stands between two cells, and in no cell. */
  mark: string;
  searched?: Searched | undefined;
}

/** Opens what a query shows on a connection of its own, which `close` gives back. */
export async function openSnapshot(question: ExportQuestion): Promise<Snapshot> {
  const { query, searched } = question;
  const client = await readers().connect();
  // Breaks while nothing is asked of it where a reader stops taking; the next batch then fails, and not the process.
  client.on('error', ignore);
  try {
    await client.query('begin isolation level repeatable read read only');
    // A reader who stopped taking must not keep what changes meanwhile from being cleared away.
    await client.query(`set local idle_in_transaction_session_timeout = '3min'; set local statement_timeout = '3min'`);
    const totals = (
      await client.query<AssetTotal>({ ...writeStatement(totalsStatement(query, searched)), ...PATIENCE })
    ).rows;
    await client.query({
      ...writeStatement(sql`declare export no scroll cursor for ${exportStatement(question)}`),
      ...PATIENCE,
    });
    return { totals, ...takeBatches(client) };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** The cells of every row that a query shows, in its order; one text a row, since taking apart many is what takes the time. */
export function exportStatement({ query, columns, mark, searched }: ExportQuestion): SQL {
  const conditions = [...filterConditions(query), ...(searched ? [isFound(searched.term, searched.exactness)] : [])];
  const order = [...(searched ? [tierOf(searched)] : []), orderOf(query)];
  const cells = sql.join(columns.map(cellOf), sql`, ${mark}::text, `);
  return sql`select concat(${cells}) from mirror_transfers where ${allOf(conditions)} order by ${sql.join(order, sql`, `)}`;
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

function cellOf({ path, kind }: TransferColumn): SQL {
  const [first = '', ...rest] = path;
  if (kind === 'object') return sql.raw(`nullif(nullif((record -> '${first}')::text, 'null'), '{}')`);
  // The nil UUID stands for none there (service-facts, "Fields").
  if (first === 'group_id') return sql.raw(`nullif(record ->> '${first}', '${NIL_UUID}')`);
  return sql.raw(rest.length === 0 ? `record ->> '${first}'` : `record #>> '{${path.join(',')}}'`);
}

function tierOf({ term, exactness }: Searched): SQL {
  const whens = tiersOf(term)
    .filter((tier) => !isRedundant(tier, exactness, term))
    .map(({ condition }, index) => sql`when ${condition} then ${sql.raw(String(index))}`);
  return whens.length === 0 ? sql`0` : sql`case ${sql.join(whens, sql` `)} end`;
}

/** One batch is read ahead while the one before is written and sent; never more. */
function takeBatches(client: PoolClient): Omit<Snapshot, 'totals'> {
  const fetch = () => {
    // The promises of `pg` keep what they gave until the next full collection: a hundred megabytes of rows by then.
    const batch = new Promise<string[]>((resolve, reject) => {
      client.query<[string]>(
        { text: `fetch ${BATCH_ROWS} from export`, rowMode: 'array', ...PATIENCE },
        (error: Error | null, result) => (error ? reject(error) : resolve(result.rows.map(([row]) => row))),
      );
    });
    // Whoever takes it is told; nobody may.
    batch.catch(() => undefined);
    return batch;
  };
  let isOpen = true;
  let ahead = fetch();
  const close = async (isAtEnd = false) => {
    if (!isOpen) return;
    isOpen = false;
    // Ended half-way, the connection ends too, and with it what the database still does for it.
    if (isAtEnd) await giveBack(client);
    else client.release(true);
  };
  return {
    next: async () => {
      const rows = await ahead;
      if (rows.length < BATCH_ROWS) await close(true);
      ahead = isOpen ? fetch() : Promise.resolve([]);
      return rows;
    },
    close: () => close(),
  };
}

function ignore(): void {}

async function giveBack(client: PoolClient): Promise<void> {
  try {
    await client.query('commit');
    client.off('error', ignore);
    client.release();
  } catch {
    client.release(true);
  }
}
