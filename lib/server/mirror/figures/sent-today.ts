import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { now } from '@/lib/server/runtime/clock';
import { boundsOfDay, dayIn } from '@/lib/time/time-zone';
import type { AssetSent, CountedSum, DaySent } from '@/lib/transfers/figures/sent-today';

type Part = 'sent' | 'completed' | 'pending' | 'failed';
type SentRow = { asset: string; without: number } & Record<`${Part}_count`, number> & Record<`${Part}_amount`, string>;

/**
 * Reads the withdrawals that were created in the day of a time zone (an IANA name) at a moment, with exact sums by
 * asset and status. The caller has authorized the reader.
 */
export async function readSentToday(reader: Reader, zone: string, at = now()): Promise<DaySent> {
  const day = dayIn(zone, at);
  const { from, to } = boundsOfDay(zone, day);
  const rows = await readRows<SentRow>(sentStatement(reader, from, to));
  return { day, zone, assets: rows.map(toAssetSent) };
}

function sentStatement(reader: Reader, from: Date, to: Date): SQL {
  const conditions = [
    sql`created_at >= ${from.toISOString()}::timestamptz and created_at < ${to.toISOString()}::timestamptz`,
    sql`type = 'CRYPTO_WITHDRAWAL' and direction = 'DEBIT'`,
    ...visibleTransfers(reader),
  ];
  return sql`
    select asset, count(*) filter (where amount is null)::int as without,
      ${part('sent', sql`true`)}, ${part('completed', sql`status = 'COMPLETED'`)},
      ${part('pending', sql`status = 'PENDING'`)}, ${part('failed', sql`status = 'FAILED'`)}
    from mirror_transfers where ${joinConditions(conditions)}
    group by asset order by count(*) desc, asset`;
}

function part(name: Part, condition: SQL): SQL {
  return sql`count(*) filter (where ${condition})::int as ${sql.identifier(`${name}_count`)},
    trim_scale(coalesce(sum(amount) filter (where ${condition}), 0))::text as ${sql.identifier(`${name}_amount`)}`;
}

function toAssetSent(row: SentRow): AssetSent {
  const read = (name: Part): CountedSum => ({ transfers: row[`${name}_count`], amount: row[`${name}_amount`] });
  return {
    asset: row.asset,
    sent: read('sent'),
    completed: read('completed'),
    pending: read('pending'),
    failed: read('failed'),
    withoutAmount: row.without,
  };
}
