import 'server-only';
import { sql } from 'drizzle-orm';
import { readRows } from '@/lib/server/mirror/reader-pool';
import { sanitizeText } from '@/lib/server/mirror/filter-conditions';
import type { TypicalFee } from '@/lib/sends/cost';
import { singleton } from '@/lib/server/runtime/singleton';

// As many of the newest withdrawals of an asset are looked through for those of the network, and as many of those are learned from.
const LOOKED_THROUGH = 5_000;
const MOST_SAMPLES = 1_000;
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 1_000;

/**
 * What the newest completed withdrawals of an asset on a network cost, exactly; null where there is none. Walks the end
 * of the asset's own index. Only what went out counts: nobody else can bring it about. Remembered for a minute.
 */
export async function readTypicalFee(asset: string, network: string): Promise<TypicalFee | null> {
  const remembered = singleton('mirror.fees', () => new Map<string, { usual: TypicalFee | null; until: number }>());
  const key = JSON.stringify([asset, network]);
  const known = remembered.get(key);
  if (known && known.until > performance.now()) return known.usual;
  const usual = await learnFee(asset, network);
  if (remembered.size > MOST_REMEMBERED) remembered.clear();
  remembered.set(key, { usual, until: performance.now() + REMEMBERED_MS });
  return usual;
}

async function learnFee(asset: string, network: string): Promise<TypicalFee | null> {
  const [row] = await readRows<{ samples: number; median: string | null; p90: string | null }>(sql`
    select count(*)::int as samples, (percentile_disc(0.5) within group (order by fee))::text as median,
      (percentile_disc(0.9) within group (order by fee))::text as p90
    from (
      select fee from (
        select fee, network, status, created_at from mirror_transfers
        where asset = ${sanitizeText(asset)} and type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT' and created_at > '-infinity' order by created_at desc, id desc limit ${LOOKED_THROUGH}
      ) as newest
      where network = ${sanitizeText(network)} and status = 'COMPLETED' and fee is not null
      order by created_at desc limit ${MOST_SAMPLES}
    ) as sample`);
  return row?.median && row.p90 ? { samples: row.samples, median: row.median, p90: row.p90 } : null;
}
