import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { AmountRange } from '@/lib/search/read-amounts';
import { joinConditions } from '@/lib/server/database/query/conditions';

const number = (text: string) => sql`${text}::numeric`;

/** What `nearestStatement` selects from. */
interface NearestFrom {
  /** The expression of the ID. */
  id: SQL;
  table: SQL;
  /** The expressions of the amounts, each with an index. */
  amounts: readonly SQL[];
  /** Further conditions. */
  conditions: readonly SQL[];
  limit: number;
}

/**
 * Builds the statement for the IDs of the rows with the amounts nearest to one, not equal to it, within a range. Each
 * side of each amount is read in the order of its index, so a range with many rows costs no more than one with few.
 */
export function nearestStatement(range: AmountRange, { id, table, amounts, conditions, limit }: NearestFrom): SQL {
  const others = [...amounts.map((amount) => sql`(${amount} <> ${number(range.amount)}) is not false`), ...conditions];
  const sides = amounts.flatMap((amount) => [
    {
      amount,
      condition: sql`${amount} > ${number(range.amount)} and ${amount} <= ${number(range.to)}`,
      order: sql`${amount}`,
    },
    {
      amount,
      condition: sql`${amount} < ${number(range.amount)} and ${amount} >= ${number(range.from)}`,
      order: sql`${amount} desc`,
    },
  ]);
  const arms = sides.map(
    ({ amount, condition, order }) =>
      sql`(select ${id} as id, abs(${amount} - ${number(range.amount)}) as distance from ${table}
        where ${joinConditions([condition, ...others])} order by ${order} limit ${limit})`,
  );
  return sql`select id, min(distance) as distance from (${sql.join(arms, sql` union all `)}) as side
    group by id order by min(distance), id limit ${limit}`;
}
