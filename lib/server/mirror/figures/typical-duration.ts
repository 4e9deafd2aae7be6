import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import { listVisibleSpellings, type Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { hasEnoughSamples, type TransferKind, type TypicalDuration } from '@/lib/transfers/figures/typical-duration';
import { readerDatabase } from '@/lib/server/database/query/reader-pool';
import { singleton } from '@/lib/server/runtime/singleton';

// How many of an asset's newest transfers are scanned for those of the kind, and how many of those are used.
const MAX_ROWS_SCANNED = 5_000;
const MAX_SAMPLES = 1_000;
// A median of a thousand changes slowly, and the scan is the slowest part of the page.
const CACHE_MS = 300_000;
const MAX_CACHED = 1_000;

interface TypicalRow extends Record<string, unknown> {
  place: number;
  samples: number;
  median_ms: number | null;
  p90_ms: number | null;
}

/** Reads the typical duration of each kind of transfer, in the order of the kinds; cached for up to five minutes. */
export async function readTypicalDurations(reader: Reader, kinds: readonly TransferKind[]): Promise<TypicalDuration[]> {
  const cache = singleton('mirror.typical', () => new Map<string, { typical: TypicalDuration; until: number }>());
  const keys = kinds.map(({ asset, network, direction, type }) =>
    JSON.stringify([listVisibleSpellings(reader) ?? null, asset, network, direction, type]),
  );
  const now = performance.now();
  const known = keys
    .map((key) => cache.get(key))
    .map((entry) => (entry && entry.until > now ? entry.typical : undefined));
  const computed = await computeTypicalDurations(
    reader,
    kinds.filter((_kind, index) => !known[index]),
  );
  if (cache.size > MAX_CACHED) cache.clear();
  return keys.flatMap((key, index) => {
    const typical = known[index] ?? computed.shift();
    // Too few samples are not cached: a mirror that fills soon has enough.
    if (typical && !known[index] && hasEnoughSamples(typical)) cache.set(key, { typical, until: now + CACHE_MS });
    return typical ? [typical] : [];
  });
}

/**
 * Computes how long the newest completed transfers of each kind took, in the order of the kinds. Scans the end of each
 * asset's index, so the cost does not grow with the mirror. Leaves out records without an `updated_at`.
 */
export async function computeTypicalDurations(
  reader: Reader,
  kinds: readonly TransferKind[],
): Promise<TypicalDuration[]> {
  if (kinds.length === 0) return [];
  const { rows } = await readerDatabase().execute<TypicalRow>(sql`
    select kind.place::int as place, computed.*
    from rows from (
      jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as (asset text, network text, direction text, type text))
      with ordinality as kind(asset, network, direction, type, place),
    lateral (
      select count(*)::int as samples,
        (percentile_disc(0.5) within group (order by took))::float8 as median_ms,
        (percentile_disc(0.9) within group (order by took))::float8 as p90_ms
      from (
        select round(extract(epoch from updated_at - created_at) * 1000) as took
        from (
          select network, direction, type, status, created_at, updated_at, record from mirror_transfers
          where asset = kind.asset collate "C" and created_at > '-infinity'
            and ${joinConditions(visibleTransfers(reader))}
          order by created_at desc, id desc limit ${MAX_ROWS_SCANNED}
        ) as newest
        where status = 'COMPLETED' and network = kind.network collate "C" and direction = kind.direction collate "C"
          and type = kind.type collate "C"
          and updated_at >= created_at and record ? 'updated_at'
        order by created_at desc limit ${MAX_SAMPLES}
      ) as sample
    ) as computed
    order by kind.place`);
  return rows.map(({ samples, median_ms, p90_ms }) => ({ samples, medianMs: median_ms ?? 0, p90Ms: p90_ms ?? 0 }));
}

/**
 * Computes the same for every kind that has a network, among the newest transfers of each asset: one pass over the end
 * of each asset's index, whatever the number of kinds.
 */
export async function computeTypicalByNetwork(reader: Reader): Promise<(TransferKind & TypicalDuration)[]> {
  const { rows } = await readerDatabase().execute<TransferKind & TypicalRow>(typicalByNetworkStatement(reader));
  return rows.map(({ network, asset, direction, type, samples, median_ms: median, p90_ms: p90 }) => ({
    network,
    asset,
    direction,
    type,
    samples,
    medianMs: median ?? 0,
    p90Ms: p90 ?? 0,
  }));
}

/** Builds the statement of `computeTypicalByNetwork`. */
export function typicalByNetworkStatement(reader: Reader): SQL {
  const visible = joinConditions(visibleTransfers(reader));
  return sql`
    select counted.asset, computed.*
    from (select asset from mirror_totals where network <> '' and ${visible} group by asset having sum(transfers) > 0)
      as counted,
    lateral (
      select network, direction, type, count(*)::int as samples,
        (percentile_disc(0.5) within group (order by took))::float8 as median_ms,
        (percentile_disc(0.9) within group (order by took))::float8 as p90_ms
      from (
        select network, direction, type, round(extract(epoch from updated_at - created_at) * 1000) as took,
          row_number() over (partition by network, direction, type order by created_at desc) as place
        from (
          select network, direction, type, status, created_at, updated_at, record from mirror_transfers
          where asset = counted.asset and created_at > '-infinity' and ${visible}
          order by created_at desc, id desc limit ${MAX_ROWS_SCANNED}
        ) as newest
        where status = 'COMPLETED' and network <> '' and updated_at >= created_at and record ? 'updated_at'
      ) as sample
      where place <= ${MAX_SAMPLES}
      group by network, direction, type
    ) as computed`;
}
