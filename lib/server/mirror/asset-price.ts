import 'server-only';
import { sql } from 'drizzle-orm';
import { priceOf, largestOf, medianOf } from '@/lib/money/amounts';
import type { TimeUsage } from '@/lib/policy/time-limits';
import type { Transaction } from '@/lib/server/database/client';
import { sanitizeText } from '@/lib/server/mirror/filter-conditions';

/** A price of an asset in USD, and the time of the last transfer behind it (ISO 8601). */
export type Price = NonNullable<TimeUsage['price']>;

// Anybody can send dust, which the service values as it likes.
export const MIN_NOTIONAL = 10;
export const MIN_SAMPLES = 5;
const MAX_SAMPLES = 25;
const MAX_ROWS_SCANNED = 500;

/**
 * Reads the prices of assets: the value in USD for each unit of amount and fee, over the newest completed withdrawals and
 * deposits that were worth at least 10 USD; the median or the latest, whichever is higher. Leaves an asset out that has
 * fewer than five.
 */
export async function readPrices(
  reader: Pick<Transaction, 'execute'>,
  assets: readonly string[],
): Promise<Map<string, Price>> {
  if (assets.length === 0) return new Map();
  const { rows } = await reader.execute<{ asset: string; notional: string; units: string; at: string }>(sql`
    select wanted.asset, notional, units, at
    from unnest(${sql.param(assets.map(sanitizeText))}::text[]) as wanted(asset), lateral (
      select record->>'notional_value' as notional, trim_scale(amount + coalesce(fee, 0))::text as units,
        to_json(created_at at time zone 'UTC')#>>'{}' || 'Z' as at, created_at
      from (
        select record, amount, fee, type, status, created_at, id from mirror_transfers
        where mirror_transfers.asset = wanted.asset and created_at > '-infinity'
        order by created_at desc, id desc limit ${MAX_ROWS_SCANNED}
      ) newest
      where type in ('CRYPTO_WITHDRAWAL', 'CRYPTO_DEPOSIT') and status = 'COMPLETED'
        and mirror_amount(record->>'notional_value') >= ${MIN_NOTIONAL} and amount + coalesce(fee, 0) > 0
      order by created_at desc, id desc limit ${MAX_SAMPLES}
    ) samples order by wanted.asset, samples.created_at desc`);
  return new Map(
    assets.flatMap((asset): [string, Price][] => {
      const samples = rows.filter((row) => row.asset === sanitizeText(asset));
      const [latest] = samples;
      if (!latest || samples.length < MIN_SAMPLES) return [];
      const prices = samples.map(({ notional, units }) => priceOf(notional, units));
      return [[asset, { usd: largestOf([medianOf(prices), prices[0] ?? '0']), at: latest.at }]];
    }),
  );
}
