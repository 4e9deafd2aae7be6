import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { readSearched } from '@/lib/server/mirror/search/search';
import { queryCondition, type SearchFilter } from '@/lib/server/mirror/search/search-tiers';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';
import { BALANCE_ASSET, kindConditions } from '@/lib/server/mirror/filter-conditions';
import type { BalanceAccountOption } from '@/lib/transfers/export/preset-query';
import { hidesSettled, type TransferQuery } from '@/lib/transfers/query';
import type { AssetTotal, BalanceTotal, NetFlow, TransferSums } from '@/lib/transfers/totals';

const MAX_ACCOUNTS = 500;
const MAX_NAMES = 3;
// As in the trigger that fills mirror_totals.
const NOTIONAL = sql`case when record->>'notional_value' ~ '^[0-9]*[.]?[0-9]+$'
  and length(record->>'notional_value') <= 121 then (record->>'notional_value')::numeric end`;

const BY_KIND = sql`sum(transfers) as transfers, sum(amount) as amount, sum(total) as total, sum(fee) as fee,
  sum(without_total) as without_total, ${usdOf(sql`sum(notional)`, sql`sum(total)`)} as notional,
  ${usdOf(sql`sum(notional_transfers)`, sql`sum(transfers) - sum(without_total)`)} as notional_transfers`;
const BY_TRANSFER = sql`count(*) as transfers, sum(amount) as amount, sum(total) as total, sum(fee) as fee,
  count(*) - count(total) as without_total, ${usdOf(sql`sum(notional)`, sql`sum(total)`)} as notional,
  ${usdOf(sql`count(notional)`, sql`count(total)`)} as notional_transfers`;

/** A value in USD: a dollar is worth a dollar, whether the service gives its value or not. */
function usdOf(given: SQL, ofDollars: SQL): SQL {
  return sql`case balance_asset when 'USD' then ${ofDollars} else ${given} end`;
}

/**
 * Builds the statement for exact sums by asset, by balance asset and over all: from mirror_totals where that is enough,
 * else over the transfers. `toSums` reads its rows.
 */
export function totalsStatement(reader: Reader, query: TransferQuery, searched?: SearchFilter): SQL {
  const isOfKinds = isByKind(query, searched);
  const source = isOfKinds ? kindSource(reader, query) : transferSource(reader, query, searched);
  return sql`
    with kind as (
      select asset, balance_asset, status in ('COMPLETED', 'PENDING', 'FAILED') and direction in ('CREDIT', 'DEBIT')
        as is_known, status, direction, ${isOfKinds ? BY_KIND : BY_TRANSFER}
      from ${source} group by asset, balance_asset, status, direction
    )
    select grouping(asset, balance_asset) as grouped, coalesce(asset, balance_asset, '') as asset,
      ${count(sql`true`)} as transfers, ${sum('amount', sql`true`)} as amount, ${sum('total', sql`true`)} as total,
      ${sum('fee', sql`true`)} as fee,
      ${sum('amount', flow('COMPLETED', 'CREDIT'))} as amount_in,
      ${sum('amount', flow('COMPLETED', 'DEBIT'))} as amount_out,
      ${sum('fee', sql`is_known and status = 'COMPLETED'`)} as completed_fee,
      ${sql.join(STATUSES.map(statusColumns), sql`, `)},
      ${net('total')} as net, ${sum('notional', flow('COMPLETED', 'CREDIT'))} as usd_in,
      ${sum('notional', flow('COMPLETED', 'DEBIT'))} as usd_out, ${net('notional')} as usd_net,
      coalesce(sum(notional_transfers) filter (where is_known and status = 'COMPLETED'), 0)::float8 as usd_transfers,
      ${count(sql`not is_known`)} as other, sum(without_total)::float8 as without_total
    from kind group by grouping sets ((asset), (balance_asset), ())
    having sum(transfers) > 0 order by transfers desc, asset`;
}

/** Tells whether mirror_totals alone answers a query. */
function isByKind(query: TransferQuery, searched?: SearchFilter): boolean {
  return !searched && Object.keys(query.ranges).length === 0 && query.fields.length === 0 && !hidesSettled(query);
}

function kindSource(reader: Reader, query: TransferQuery): SQL {
  return sql`mirror_totals where ${joinConditions(kindConditions(reader, query))}`;
}

function transferSource(reader: Reader, query: TransferQuery, searched: SearchFilter | undefined): SQL {
  return sql`(
    select asset, ${BALANCE_ASSET} as balance_asset, status, direction, amount, total, fee, ${NOTIONAL} as notional
    from mirror_transfers where ${queryCondition(reader, query, searched)}) as chosen`;
}

const STATUSES = ['COMPLETED', 'PENDING', 'FAILED'] as const;

const flow = (status: (typeof STATUSES)[number], direction: 'CREDIT' | 'DEBIT') =>
  sql.raw(`status = '${status}' and direction = '${direction}'`);
const sum = (column: string, condition: SQL) =>
  sql`trim_scale(coalesce(sum(${sql.raw(column)}) filter (where ${condition}), 0))::text`;
const count = (condition: SQL) => sql`coalesce(sum(transfers) filter (where ${condition}), 0)::float8`;
const net = (column: string) => sql`trim_scale(
  coalesce(sum(${sql.raw(column)}) filter (where ${flow('COMPLETED', 'CREDIT')}), 0)
  - coalesce(sum(${sql.raw(column)}) filter (where ${flow('COMPLETED', 'DEBIT')}), 0))::text`;

function statusColumns(status: (typeof STATUSES)[number]): SQL {
  const name = (suffix: string) => sql.raw(`${status.toLowerCase()}_${suffix}`);
  return sql`${count(sql.raw(`is_known and status = '${status}'`))} as ${name('transfers')},
    ${sum('total', flow(status, 'CREDIT'))} as ${name('in')},
    ${sum('total', flow(status, 'DEBIT'))} as ${name('out')}`;
}

type StatusName = Lowercase<(typeof STATUSES)[number]>;

/** A row of `totalsStatement`. */
export type SumsRow = Record<
  'asset' | 'amount' | 'total' | 'fee' | 'amount_in' | 'amount_out' | 'completed_fee' | 'net' | UsdSum | FlowSum,
  string
> &
  Record<'grouped' | 'transfers' | 'other' | 'without_total' | 'usd_transfers' | `${StatusName}_transfers`, number>;
type UsdSum = 'usd_in' | 'usd_out' | 'usd_net';
type FlowSum = `${StatusName}_${'in' | 'out'}`;

// https://www.postgresql.org/docs/15/functions-aggregate.html#FUNCTIONS-GROUPING-TABLE: one bit for each column that
// the row does not group by.
const BY_ASSET = 0b01;
const BY_BALANCE_ASSET = 0b10;

/** Reads the rows of `totalsStatement`. */
export function toSums(rows: readonly SumsRow[]): TransferSums {
  const overall = rows.find(({ grouped }) => grouped !== BY_ASSET && grouped !== BY_BALANCE_ASSET);
  return {
    totals: rows.filter(({ grouped }) => grouped === BY_ASSET).map(toAssetTotal),
    balances: rows.filter(({ grouped }) => grouped === BY_BALANCE_ASSET).map(toBalanceTotal),
    overall: {
      completed: { transfers: overall?.completed_transfers ?? 0 },
      pending: { transfers: overall?.pending_transfers ?? 0 },
      failed: { transfers: overall?.failed_transfers ?? 0 },
      other: overall?.other ?? 0,
      usd: overall ? toUsd(overall) : { transfers: 0, in: '0', out: '0', net: '0' },
    },
  };
}

function toAssetTotal(row: SumsRow): AssetTotal {
  const { asset, transfers, amount, total, fee } = row;
  const completed = {
    transfers: row.completed_transfers,
    amountIn: row.amount_in,
    amountOut: row.amount_out,
    fee: row.completed_fee,
  };
  return { asset, transfers, amount, total, fee, completed };
}

function toBalanceTotal(row: SumsRow): BalanceTotal {
  const toFlow = (status: StatusName) => ({
    transfers: row[`${status}_transfers`],
    in: row[`${status}_in`],
    out: row[`${status}_out`],
  });
  return {
    asset: row.asset,
    transfers: row.transfers,
    completed: { ...toFlow('completed'), net: row.net },
    pending: toFlow('pending'),
    failed: toFlow('failed'),
    other: row.other,
    withoutTotal: row.without_total,
    usd: toUsd(row),
  };
}

function toUsd(row: SumsRow): NetFlow {
  return { transfers: row.usd_transfers, in: row.usd_in, out: row.usd_out, net: row.usd_net };
}

/** Reads the exact sums of the transfers that a query shows. */
export async function readTotals(reader: Reader, query: TransferQuery, signal?: AbortSignal): Promise<TransferSums> {
  const searched = await readSearched(reader, query, signal);
  return toSums(await readRowsFor<SumsRow>(reader, totalsStatement(reader, query, searched), signal));
}

/**
 * Builds the statement for the accounts of a query, the most frequent first: from mirror_totals where that is enough,
 * else over the transfers.
 */
export function accountsStatement(reader: Reader, query: TransferQuery, searched?: SearchFilter): SQL {
  const source = isByKind(query, searched)
    ? kindSource(reader, query)
    : sql`(select profile_id, ${BALANCE_ASSET} as balance_asset, 1 as transfers from mirror_transfers
        where ${queryCondition(reader, query, searched)}) as chosen`;
  return sql`select profile_id as profile, balance_asset as asset, sum(transfers)::float8 as transfers from ${source}
    group by 1, 2 having sum(transfers) > 0 order by 3 desc, 1, 2 limit ${MAX_ACCOUNTS}`;
}

/** Reads the accounts of a query with their numbers of transfers, the most frequent first, at most 500. */
export async function readAccounts(
  reader: Reader,
  query: TransferQuery,
  signal?: AbortSignal,
): Promise<BalanceAccountOption[]> {
  const searched = await readSearched(reader, query, signal);
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
      from mirror_transfers where ${queryCondition(reader, query, searched)}
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
