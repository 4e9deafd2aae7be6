import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { TransferKind, Typical } from '@/lib/durations';
import { database } from '@/lib/server/database/client';

// As many of the newest of an asset are looked through for those of the kind, and as many of those are learned from.
const LOOKED_THROUGH = 5_000;
const MOST_SAMPLES = 1_000;

/**
 * How long the newest completed transfers of a kind took, as one row `(samples, median_ms, p90_ms)`: a lateral subquery
 * over columns or parameters. It walks the end of the asset's own index, so its cost does not grow with the mirror.
 */
export function selectTypical(kind: Record<keyof TransferKind, SQL>): SQL {
  return sql`
    select count(*)::int as samples,
      (percentile_disc(0.5) within group (order by took))::float8 as median_ms,
      (percentile_disc(0.9) within group (order by took))::float8 as p90_ms
    from (
      select round(extract(epoch from updated_at - created_at) * 1000) as took
      from (
        select network, direction, type, status, created_at, updated_at, record ? 'updated_at' as has_end from mirror_transfers
        where asset = ${kind.asset} and created_at > '-infinity'
        order by created_at desc, id desc limit ${sql.raw(String(LOOKED_THROUGH))}
      ) as newest
      where network = ${kind.network} and direction = ${kind.direction} and type = ${kind.type} and status = 'COMPLETED' and has_end and updated_at >= created_at
      order by created_at desc limit ${sql.raw(String(MOST_SAMPLES))}
    ) as learned`;
}

/** As `selectTypical` gives it. */
export interface TypicalRow {
  samples: number;
  median_ms: number | null;
  p90_ms: number | null;
}

export function toTypical({ samples, median_ms, p90_ms }: TypicalRow): Typical {
  return { samples, medianMs: median_ms ?? 0, p90Ms: p90_ms ?? 0 };
}

/** How long transfers of one kind took. */
export async function readTypical({ asset, network, direction, type }: TransferKind): Promise<Typical> {
  const { rows } = await database().execute<TypicalRow & Record<string, unknown>>(
    selectTypical({ asset: sql`${asset}`, network: sql`${network}`, direction: sql`${direction}`, type: sql`${type}` }),
  );
  return toTypical(rows[0] ?? { samples: 0, median_ms: null, p90_ms: null });
}
