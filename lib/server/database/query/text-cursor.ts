import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { PoolClient, QueryResultRow } from 'pg';
import type { Reader } from '@/lib/identity/reader';
import { connectFor, READER_LOCAL } from '@/lib/server/database/query/reader-pool';
import { endTransaction } from '@/lib/server/database/run-cancellable';
import { writeStatement } from '@/lib/server/database/write-statement';

// Small enough that a batch is garbage before the next collection, which would otherwise keep it for long.
const BATCH_ROWS = 500;
// A little longer than the statement timeout of the database, so that the database's own error comes first.
const QUERY_OPTIONS = { query_timeout: 185_000 };

/** The rows of a first statement, and the texts of a second one as of the same moment, batch by batch. */
export interface TextCursor<Row> {
  first: Row[];
  /** Reads further rows as of the same moment; before the first `next`. */
  read: <Other>(statement: SQL) => Promise<Other[]>;
  /** Reads the next texts in their order; none at the end. Throws if no batch was read for three minutes. */
  next: () => Promise<string[]>;
  /** Gives the connection back, at the end or before. */
  close: () => Promise<void>;
}

/** Opens a cursor on a connection of its own; the caller must call `close`. `texts` selects one text for each row. */
export function openTextCursor<Row extends QueryResultRow>(
  reader: Reader,
  statements: { first: SQL; texts: SQL },
): Promise<TextCursor<Row>> {
  return connectFor(reader, (client) => openCursor(client, statements));
}

async function openCursor<Row extends QueryResultRow>(
  client: PoolClient,
  { first, texts }: { first: SQL; texts: SQL },
): Promise<TextCursor<Row>> {
  try {
    await client.query('begin isolation level repeatable read read only');
    // A reader who stopped reading must not hold back vacuum.
    await client.query(
      `set local idle_in_transaction_session_timeout = '3min'; set local statement_timeout = '3min'; ${READER_LOCAL}`,
    );
    const { rows } = await client.query<Row>({ ...writeStatement(first), ...QUERY_OPTIONS });
    await client.query({
      ...writeStatement(sql`declare export no scroll cursor for ${texts}`),
      ...QUERY_OPTIONS,
    });
    const read = async <Other>(statement: SQL) =>
      (await client.query({ ...writeStatement(statement), ...QUERY_OPTIONS })).rows as Other[];
    return { first: rows, read, ...createBatchReader(client) };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Reads one batch ahead while the batch before is written and sent; never more. */
function createBatchReader(client: PoolClient): Pick<TextCursor<never>, 'next' | 'close'> {
  const fetch = () => {
    // A promise of `pg` keeps its rows until the next full collection: a hundred megabytes by then.
    const batch = new Promise<string[]>((resolve, reject) => {
      client.query<[string]>(
        { text: `fetch ${BATCH_ROWS} from export`, rowMode: 'array', ...QUERY_OPTIONS },
        (error: Error | null, result) => (error ? reject(error) : resolve(result.rows.map(([row]) => row))),
      );
    });
    // `next` rethrows the error; without a `next` nothing awaits this promise.
    batch.catch(() => undefined);
    return batch;
  };
  let isOpen = true;
  let ahead = fetch();
  const close = async (isAtEnd = false) => {
    if (!isOpen) return;
    isOpen = false;
    // Half-way through, closing the connection also ends the running statement.
    if (isAtEnd) await endTransaction(client, 'commit');
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
