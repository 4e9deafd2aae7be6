import 'server-only';
import { sql } from 'drizzle-orm';
import { isLearned, type TransferKind, type Typical } from '@/lib/transfers/typical-duration';
import { readersDatabase } from '@/lib/server/mirror/reader-pool';
import { singleton } from '@/lib/server/runtime/singleton';

// As many of the newest of an asset are looked through for those of the kind, and as many of those are learned from.
const LOOKED_THROUGH = 5_000;
const MOST_SAMPLES = 1_000;
// What a thousand transfers say changes slowly, and looking through five thousand for each kind is what takes a page longest.
const REMEMBERED_MS = 300_000;
const MOST_REMEMBERED = 1_000;

interface TypicalRow extends Record<string, unknown> {
  place: number;
  samples: number;
  median_ms: number | null;
  p90_ms: number | null;
}

/** The same as `learnTypical`, remembered for up to five minutes. */
export async function readTypical(kinds: readonly TransferKind[]): Promise<Typical[]> {
  const remembered = singleton('mirror.typical', () => new Map<string, { typical: Typical; until: number }>());
  const keys = kinds.map(({ asset, network, direction, type }) => JSON.stringify([asset, network, direction, type]));
  const now = performance.now();
  const known = keys
    .map((key) => remembered.get(key))
    .map((entry) => (entry && entry.until > now ? entry.typical : undefined));
  const learned = await learnTypical(kinds.filter((_kind, index) => !known[index]));
  if (remembered.size > MOST_REMEMBERED) remembered.clear();
  return keys.flatMap((key, index) => {
    const typical = known[index] ?? learned.shift();
    // While the mirror fills there are soon enough.
    if (typical && !known[index] && isLearned(typical)) remembered.set(key, { typical, until: now + REMEMBERED_MS });
    return typical ? [typical] : [];
  });
}

/**
 * How long the newest completed transfers of each kind took, in the order of the kinds. Each walks the end of its
 * asset's own index, so the cost does not grow with the mirror. A record without an `updated_at` of its own says nothing.
 */
export async function learnTypical(kinds: readonly TransferKind[]): Promise<Typical[]> {
  if (kinds.length === 0) return [];
  const { rows } = await readersDatabase().execute<TypicalRow>(sql`
    select kind.place::int as place, learned.*
    from rows from (jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as (asset text, network text, direction text, type text))
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
          order by created_at desc, id desc limit ${LOOKED_THROUGH}
        ) as newest
        where status = 'COMPLETED' and network = kind.network collate "C" and direction = kind.direction collate "C" and type = kind.type collate "C"
          and updated_at >= created_at and record ? 'updated_at'
        order by created_at desc limit ${MOST_SAMPLES}
      ) as sample
    ) as learned
    order by kind.place`);
  return rows.map(({ samples, median_ms, p90_ms }) => ({ samples, medianMs: median_ms ?? 0, p90Ms: p90_ms ?? 0 }));
}
