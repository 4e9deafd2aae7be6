import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { PoolClient, QueryResultRow } from 'pg';
import type { Reader } from '@/lib/identity/reader';
import { writeStatement } from '@/lib/server/database/write-statement';
import { orderByClause } from '@/lib/server/mirror/search/keyset-pagination';
import { conditionOf, foundCondition, isRedundant, listTiers } from '@/lib/server/mirror/search/search-tiers';
import { connectFor } from '@/lib/server/database/query/reader-pool';
import { type SearchFilter, type SumsRow, toSums, totalsStatement } from '@/lib/server/mirror/search/totals';
import { filterConditions } from '@/lib/server/mirror/filter-conditions';
import { profileKey, type ProfileName } from '@/lib/profiles/find-name';
import type { TransferColumn } from '@/lib/transfers/columns';
import type { TransferQuery } from '@/lib/transfers/query';
import type { TransferSums } from '@/lib/transfers/totals';

// Small enough that a batch is garbage before the next collection, which would otherwise keep it for long.
const BATCH_ROWS = 500;
// A little longer than the statement timeout of the database, so that the database's own error comes first.
const QUERY_OPTIONS = { query_timeout: 185_000 };

/** Everything that a query shows at one moment, read batch by batch, however long that takes. */
export interface Snapshot {
  sums: TransferSums;
  /** Reads further rows as of the same moment; before the first `next`. */
  read: <Row>(statement: SQL) => Promise<Row[]>;
  /**
   * Reads the next rows in their order, each as the text of its cells joined by the separator; empty at the end. Throws
   * if no batch was read for three minutes.
   */
  next: () => Promise<string[]>;
  /** Gives the connection back, at the end or before. */
  close: () => Promise<void>;
}

/** The transfers and columns of an export. */
export interface ExportSelection {
  query: TransferQuery;
  columns: readonly TransferColumn[];
  /** A text between two cells that no cell contains. */
  separator: string;
  searched?: SearchFilter | undefined;
  /** The named profiles, for their column. */
  profileNames: readonly ProfileName[];
}

/** Opens a snapshot on a connection of its own; the caller must call `close`. */
export async function openSnapshot(reader: Reader, selection: ExportSelection): Promise<Snapshot> {
  const { query, searched } = selection;
  const { first, ...batches } = await openTextCursor<SumsRow>(reader, {
    first: totalsStatement(reader, query, searched),
    texts: exportStatement(reader, selection),
  });
  return { sums: toSums(first), ...batches };
}

/** The rows of a first statement, and the texts of a second one as of the same moment, batch by batch (`Snapshot`). */
interface TextCursor<Row> extends Omit<Snapshot, 'sums'> {
  first: Row[];
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
    await client.query(`set local idle_in_transaction_session_timeout = '3min'; set local statement_timeout = '3min'`);
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

/** Builds the statement of an export: one text for each row, since decoding many columns is what takes the time. */
export function exportStatement(
  reader: Reader,
  { query, columns, separator, searched, profileNames }: ExportSelection,
): SQL {
  const conditions = [
    ...filterConditions(reader, query),
    ...(searched ? [foundCondition(searched.term, searched.exactness)] : []),
  ];
  const order = [...(searched ? [tierOf(searched)] : []), orderByClause(query)];
  const cells = sql.join(
    columns.map((column) => cellOf(column, profileNames)),
    sql`, ${separator}::text, `,
  );
  return sql`select concat(${cells}) from mirror_transfers where ${joinConditions(conditions)}
    order by ${sql.join(order, sql`, `)}`;
}

// The nil UUID means absent (docs/specification/service-facts.md#fields).
const NIL_UUID = '00000000-0000-0000-0000-000000000000';
const MEMBERS_WITH_NIL: ReadonlySet<string> = new Set(['group_id', 'identity_id', 'account_id']);

function cellOf({ path, kind, computed }: TransferColumn, profileNames: readonly ProfileName[]): SQL {
  const [first = '', ...rest] = path;
  if (computed === 'profile name') return nameCell(first, profileNames);
  if (computed !== undefined) return COMPUTED_CELLS[computed](first);
  if (path.length === 0) return sql.raw('record::text');
  if (kind === 'object') return sql.raw(`nullif(nullif((record -> '${first}')::text, 'null'), '{}')`);
  if (MEMBERS_WITH_NIL.has(first)) return sql.raw(`nullif(record ->> '${first}', '${NIL_UUID}')`);
  return sql.raw(rest.length === 0 ? `record ->> '${first}'` : `record #>> '{${path.join(',')}}'`);
}

/** Builds the cell with the name of a profile: found by its ID in lower case of ASCII, as `profileKey` does. */
function nameCell(member: string, profileNames: readonly ProfileName[]): SQL {
  const names = JSON.stringify(Object.fromEntries(profileNames.map(({ id, name }) => [profileKey(id), name])));
  return sql`${names}::jsonb ->> lower((record ->> ${sql.raw(`'${member}'`)}) collate "C")`;
}

type ComputedCell = Exclude<NonNullable<TransferColumn['computed']>, 'profile name'>;
const COMPUTED_CELLS: Record<ComputedCell, (member: string) => SQL> = {
  signed: (member) => sql.raw(`case ${signBranches(member)} end`),
  'balance change': (member) => sql.raw(`case when status <> 'COMPLETED' then null ${signBranches(member)} end`),
  'balance asset': (member) => sql.raw(`coalesce(nullif(record ->> '${member}', ''), record ->> 'asset')`),
};

/**
 * Builds the branches of a `case` that signs a member by the direction as `signAmount`
 * (lib/transfers/balance-change.ts) does: by its text, so that no digit changes. The column of that name is null where
 * the member is no amount.
 */
function signBranches(member: string): string {
  const digits = `case when record ->> '${member}' like '.%' then '0' else '' end || (record ->> '${member}')`;
  return `when ${member} is null then null
    when direction = 'CREDIT' or direction = 'DEBIT' and ${member} = 0 then ${digits}
    when direction = 'DEBIT' then '-' || ${digits}`;
}

function tierOf({ term, exactness }: SearchFilter): SQL {
  const whens = listTiers(term)
    .filter((tier) => !isRedundant(tier, exactness, term))
    .map((tier, index) => sql`when ${conditionOf(tier)} then ${sql.raw(String(index))}`);
  return whens.length === 0 ? sql`0` : sql`case ${sql.join(whens, sql` `)} end`;
}

/** Reads one batch ahead while the batch before is written and sent; never more. */
function createBatchReader(client: PoolClient): Pick<Snapshot, 'next' | 'close'> {
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
    if (isAtEnd) await commitAndRelease(client);
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

async function commitAndRelease(client: PoolClient): Promise<void> {
  try {
    await client.query('commit');
    client.release();
  } catch {
    client.release(true);
  }
}
