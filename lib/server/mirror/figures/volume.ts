import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { ok, type Result } from '@/lib/result';
import { now } from '@/lib/server/runtime/clock';
import { readerDatabase } from '@/lib/server/database/query/reader-pool';
import { BALANCE_ASSET } from '@/lib/server/mirror/filter-conditions';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { type AssetVolume, type DayVolume, HOURS } from '@/lib/transfers/figures/volume';

interface VolumeRow extends Record<string, unknown> {
  since: Date;
  asset: string;
  /** Null in the row that holds the sums of the asset. */
  hour: number | null;
  transfers: number;
  credit: string;
  debit: string;
  pending: number;
  pending_credit: string;
  pending_debit: string;
  credit_share: number;
  debit_share: number;
}

/**
 * Reads the balance changes in each asset of the transfers that were created in the last 24 hours: completed ones by
 * hour, pending ones apart. The database computes sums and shares, so that no amount becomes a floating-point number.
 */
export async function readVolume(): Promise<Result<DayVolume, Denial>> {
  const reader = await authorize('readTransfers');
  if (!reader.ok) return reader;
  const { rows } = await readerDatabase().execute<VolumeRow>(sql`
    with moved as (
      select ${BALANCE_ASSET} as asset, direction, total, status = 'COMPLETED' as is_completed,
        -- The service's clock may be a little ahead of ours.
        least(
          floor(extract(epoch from created_at - (now() - interval '24 hours')) / 3600), ${HOURS - 1}::int)::int as hour
      from mirror_transfers
      where created_at >= now() - interval '24 hours' and created_at < now() + interval '1 hour'
        and status in ('COMPLETED', 'PENDING') and total is not null and direction in ('CREDIT', 'DEBIT')
        and ${joinConditions(visibleTransfers(reader.value))}
    ), summed as (
      select asset, hour, count(*) filter (where is_completed)::int as transfers,
        coalesce(sum(total) filter (where is_completed and direction = 'CREDIT'), 0) as credit,
        coalesce(sum(total) filter (where is_completed and direction = 'DEBIT'), 0) as debit,
        count(*) filter (where not is_completed)::int as pending,
        coalesce(sum(total) filter (where not is_completed and direction = 'CREDIT'), 0) as pending_credit,
        coalesce(sum(total) filter (where not is_completed and direction = 'DEBIT'), 0) as pending_debit
      from moved group by grouping sets ((asset, hour), (asset))
    ), measured as (
      select *,
        nullif(max(greatest(credit, debit)) filter (where hour is not null) over (partition by asset), 0) as peak,
        max(transfers + pending) over (partition by asset) as most
      from summed
    )
    select (now() - interval '24 hours') as since, asset, hour, transfers, pending,
      trim_scale(credit)::text as credit, trim_scale(debit)::text as debit,
      trim_scale(pending_credit)::text as pending_credit, trim_scale(pending_debit)::text as pending_debit,
      coalesce(round(100 * credit / peak, 1), 0)::float8 as credit_share,
      coalesce(round(100 * debit / peak, 1), 0)::float8 as debit_share
    from measured order by most desc, asset, hour nulls first`);
  return ok({
    from: new Date(rows[0]?.since ?? now().getTime() - HOURS * 3_600_000).toISOString(),
    assets: toAssets(rows),
  });
}

function toAssets(rows: readonly VolumeRow[]): AssetVolume[] {
  const assets = new Map<string, AssetVolume>();
  for (const row of rows) {
    const { asset, hour, transfers, credit, debit } = row;
    if (hour === null)
      assets.set(asset, {
        asset,
        transfers,
        credit,
        debit,
        pending: { transfers: row.pending, credit: row.pending_credit, debit: row.pending_debit },
        hours: Array.from({ length: HOURS }, () => ({ credit: '0', debit: '0', creditShare: 0, debitShare: 0 })),
      });
    else
      assets
        .get(asset)
        ?.hours.splice(hour, 1, { credit, debit, creditShare: row.credit_share, debitShare: row.debit_share });
  }
  return [...assets.values()];
}
