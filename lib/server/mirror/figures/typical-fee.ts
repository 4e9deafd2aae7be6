import 'server-only';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import { readRows } from '@/lib/server/database/query/reader-pool';
import type { TypicalFee } from '@/lib/sends/cost';
import { singleton } from '@/lib/server/runtime/singleton';

// How many of an asset's newest withdrawals are scanned for those on the network, and how many of those are used.
const MAX_ROWS_SCANNED = 5_000;
const MAX_SAMPLES = 1_000;
const CACHE_MS = 60_000;
const MAX_CACHED = 1_000;

/**
 * Reads the typical fee of the newest completed withdrawals of an asset on a network, exactly; null if there are none.
 * Scans the end of the asset's index. Deposits do not count, since anyone can send one. Cached for a minute.
 */
export async function readTypicalFee(asset: string, network: string): Promise<TypicalFee | null> {
  const cache = singleton('mirror.fees', () => new Map<string, { fee: TypicalFee | null; until: number }>());
  const key = JSON.stringify([asset, network]);
  const known = cache.get(key);
  if (known && known.until > performance.now()) return known.fee;
  const fee = await computeTypicalFee(asset, network);
  if (cache.size > MAX_CACHED) cache.clear();
  cache.set(key, { fee, until: performance.now() + CACHE_MS });
  return fee;
}

async function computeTypicalFee(asset: string, network: string): Promise<TypicalFee | null> {
  const [row] = await readRows<{ samples: number; median: string | null; p90: string | null }>(sql`
    select count(*)::int as samples, (percentile_disc(0.5) within group (order by fee))::text as median,
      (percentile_disc(0.9) within group (order by fee))::text as p90
    from (
      select fee from (
        select fee, network, status, created_at from mirror_transfers
        where asset = ${sanitizeText(asset)} and type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT'
          and created_at > '-infinity' order by created_at desc, id desc limit ${MAX_ROWS_SCANNED}
      ) as newest
      where network = ${sanitizeText(network)} and status = 'COMPLETED' and fee is not null
      order by created_at desc limit ${MAX_SAMPLES}
    ) as sample`);
  return row?.median && row.p90 ? { samples: row.samples, median: row.median, p90: row.p90 } : null;
}
