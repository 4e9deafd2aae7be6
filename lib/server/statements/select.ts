import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { BALANCE_ASSET } from '@/lib/server/mirror/filter-conditions';
import {
  boundsOfMonth,
  type StatementChoice,
  type StatementLine,
  type StatementSums,
  toStatementLine,
} from '@/lib/statements/statement';
import { addRecipients } from '@/lib/server/recipients/names';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import type { TransferRow } from '@/lib/transfers/transfer';

/**
 * Builds the conditions for the transfers of a statement, of any status: those that change the balance of the asset in
 * the profile, by the time of creation (docs/decisions/0027-statements-go-by-the-time-of-creation.md).
 */
function statementConditions(reader: Reader, { profile, asset, month }: StatementChoice): SQL {
  const { from, to } = boundsOfMonth(month);
  return joinConditions([
    ...visibleTransfers(reader),
    sql`profile_id = ${sanitizeText(profile)}`,
    sql`created_at >= ${from}::timestamptz`,
    sql`created_at < ${to}::timestamptz`,
    sql`${BALANCE_ASSET} = ${sanitizeText(asset)}`,
  ]);
}

/** Builds the statement for the records of the lines, in the order of their creation. */
export function statementLines(reader: Reader, choice: StatementChoice): SQL {
  return sql`select record::text from mirror_transfers
    where ${statementConditions(reader, choice)} and status = 'COMPLETED' order by created_at, id`;
}

const total = (direction: 'CREDIT' | 'DEBIT') =>
  sql`coalesce(sum(total) filter (where status = 'COMPLETED' and direction = ${sql.raw(`'${direction}'`)}), 0)`;

/** Builds the statement for the sums of the lines; gives one row. */
export function statementSums(reader: Reader, choice: StatementChoice): SQL {
  return sql`
    with chosen as materialized (
      select asset, status, direction, total, fee from mirror_transfers where ${statementConditions(reader, choice)}
    )
    select count(*) filter (where status = 'COMPLETED')::int as lines,
      trim_scale(${total('CREDIT')})::text as "in", trim_scale(${total('DEBIT')})::text as out,
      trim_scale(${total('CREDIT')} - ${total('DEBIT')})::text as net,
      count(*) filter (where status = 'PENDING')::int as pending,
      count(*) filter (
        where status = 'COMPLETED' and (total is null or direction not in ('CREDIT', 'DEBIT')))::int as unreadable,
      (
        select coalesce(json_agg(json_build_object('asset', asset, 'fee', trim_scale(fee)::text) order by asset), '[]')
        from (
          select asset, sum(fee) as fee from chosen where status = 'COMPLETED' and direction in ('CREDIT', 'DEBIT')
          group by asset having sum(fee) <> 0
        ) as by_asset
      ) as fees
    from chosen`;
}

/** The row of `statementSums`. */
export type StatementSumsRow = StatementSums & Record<string, unknown>;

/** Creates the lines of a statement from stored records (JSON), with the names that the address book has. */
export async function toStatementLines(reader: Reader, records: readonly string[]): Promise<StatementLine[]> {
  const transfers = records.map((record) => decodeRow(JSON.parse(record)) as TransferRow);
  return (await addRecipients(reader, transfers)).map(toStatementLine);
}
