import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { orderByClause } from '@/lib/server/mirror/search/keyset-pagination';
import { queryCondition, type SearchFilter, tierNumber } from '@/lib/server/mirror/search/search-tiers';
import { openTextCursor, type TextCursor } from '@/lib/server/database/query/text-cursor';
import { type SumsRow, toSums, totalsStatement } from '@/lib/server/mirror/search/totals';
import { profileKey, type ProfileName } from '@/lib/profiles/find-name';
import type { TransferColumn } from '@/lib/transfers/columns';
import type { TransferQuery } from '@/lib/transfers/query';
import type { TransferSums } from '@/lib/transfers/totals';

/** Everything that a query shows at one moment, read batch by batch, however long that takes. */
export interface Snapshot extends Omit<TextCursor<never>, 'first'> {
  sums: TransferSums;
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

/** Builds the statement of an export: one text for each row, since decoding many columns is what takes the time. */
export function exportStatement(
  reader: Reader,
  { query, columns, separator, searched, profileNames }: ExportSelection,
): SQL {
  const order = [...(searched ? [tierNumber(searched)] : []), orderByClause(query)];
  const cells = sql.join(
    columns.map((column) => cellOf(column, profileNames)),
    sql`, ${separator}::text, `,
  );
  return sql`select concat(${cells}) from mirror_transfers where ${queryCondition(reader, query, searched)}
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
