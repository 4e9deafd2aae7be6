import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { filterConditions, kindConditions } from '@/lib/server/mirror/filter-conditions';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';
import { foundCondition } from '@/lib/server/mirror/search/search-tiers';
import { BALANCE_ASSET, isByKind, type SearchFilter } from '@/lib/server/mirror/search/totals';
import type { BalanceAccountOption } from '@/lib/transfers/export/preset-query';
import type { TransferQuery } from '@/lib/transfers/query';

const MAX_ACCOUNTS = 500;
const MAX_NAMES = 3;

/**
 * Builds the statement for the accounts of a query, the most frequent first: from mirror_totals where that is enough,
 * else over the transfers.
 */
export function accountsStatement(reader: Reader, query: TransferQuery, searched?: SearchFilter): SQL {
  const source = isByKind(query, searched)
    ? sql`mirror_totals where ${joinConditions(kindConditions(reader, query))}`
    : sql`(select profile_id, ${BALANCE_ASSET} as balance_asset, 1 as transfers from mirror_transfers
        where ${selected(reader, query, searched)}) as chosen`;
  return sql`select profile_id as profile, balance_asset as asset, sum(transfers)::float8 as transfers from ${source}
    group by 1, 2 having sum(transfers) > 0 order by 3 desc, 1, 2 limit ${MAX_ACCOUNTS}`;
}

/** Reads the accounts of a query with their numbers of transfers, the most frequent first, at most 500. */
export async function readAccounts(
  reader: Reader,
  query: TransferQuery,
  { searched, signal }: { searched?: SearchFilter | undefined; signal?: AbortSignal | undefined },
): Promise<BalanceAccountOption[]> {
  return readRowsFor<BalanceAccountOption>(reader, accountsStatement(reader, query, searched), signal);
}

/**
 * Builds the statement for a `PresetSummary` of the completed transfers of a query. The lines of a transfer are those
 * of `balanceLines` (lib/transfers/export/balance-lines.ts).
 */
export function presetSummaryStatement(
  reader: Reader,
  { query, searched, maxDecimals }: { query: TransferQuery; searched?: SearchFilter | undefined; maxDecimals: number },
): SQL {
  return sql`
    with transfer as (
      select id, profile_id, asset, ${BALANCE_ASSET} as balance_asset, amount, fee, total,
        direction in ('CREDIT', 'DEBIT') and total is not null as is_signed, created_at = '-infinity' as is_undated,
        coalesce(total = case direction when 'DEBIT' then amount + fee else amount - fee end, false) as adds_up
      from mirror_transfers where ${selected(reader, query, searched)}
    ), line as (
      select *, case when adds_up and asset = balance_asset then
          case when scale(trim_scale(amount)) > ${maxDecimals} then amount else fee end
        else total end as finest
      from transfer
    )
    select count(distinct (profile_id, balance_asset))::float8 as accounts,
      coalesce((array_agg(distinct profile_id || ' ' || balance_asset))[:${sql.raw(String(MAX_NAMES))}], '{}')
        as "accountNames",
      count(*) filter (where not is_signed)::float8 as unsigned, min(id) filter (where not is_signed) as "unsignedId",
      count(*) filter (where is_undated)::float8 as undated, min(id) filter (where is_undated) as "undatedId",
      count(*) filter (where scale(trim_scale(finest)) > ${maxDecimals})::float8 as "tooPrecise",
      min(trim_scale(finest)::text || ' ' || balance_asset) filter (where scale(trim_scale(finest)) > ${maxDecimals})
        as "tooPreciseAmount"
    from line`;
}

function selected(reader: Reader, query: TransferQuery, searched: SearchFilter | undefined): SQL {
  return joinConditions([
    ...filterConditions(reader, query),
    ...(searched ? [foundCondition(searched.term, searched.exactness)] : []),
  ]);
}
