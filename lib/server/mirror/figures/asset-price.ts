import 'server-only';
import { sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import { type Amount, largestOf, medianOf, priceOf, smallestOf } from '@/lib/money/amounts';
import type { Transaction } from '@/lib/server/database/client';
import { COUNTS_FOR_PRICES } from '@/lib/server/database/schema/mirror';

/** A price of an asset in USD. */
export interface Price {
  /** The higher of the median and the latest, for the value of units. */
  usd: Amount;
  /** The lower of the two, for the units that a value is worth. */
  least: Amount;
  /** The time of the last transfer behind it (ISO 8601); undefined for USD itself. */
  at?: string;
}

// Anyone can send dust, which the service values as it likes.
export const MIN_NOTIONAL = 10;
export const MIN_SAMPLES = 5;
const MAX_SAMPLES = 25;
/**
 * Reads the prices of assets: the value in USD for each unit of amount and fee, over the newest completed withdrawals
 * and deposits that were worth at least 10 USD; the median and the latest. Leaves an asset out that has fewer than
 * five.
 */
export async function readPrices(
  reader: Pick<Transaction, 'execute'>,
  assets: readonly string[],
): Promise<Map<string, Price>> {
  if (assets.length === 0) return new Map();
  const { rows } = await reader.execute<{ asset: string; notional: string; units: string; at: string }>(
    pricesStatement(assets),
  );
  return new Map(
    assets.flatMap((asset): [string, Price][] => {
      const stored = sanitizeText(asset);
      const samples = rows.filter((row) => row.asset === stored);
      const [latest] = samples;
      if (!latest || samples.length < MIN_SAMPLES) return [];
      const prices = samples.map(({ notional, units }) => priceOf(notional, units));
      const both = [medianOf(prices), prices[0] ?? '0'];
      return [[asset, { usd: largestOf(both), least: smallestOf(both), at: latest.at }]];
    }),
  );
}

/** Builds the query of the newest samples of each asset. Exported for the test of its plan. */
export function pricesStatement(assets: readonly string[]): SQL {
  return sql`
    select wanted.asset, notional, units, at
    from unnest(${sql.param(assets.map(sanitizeText))}::text[]) as wanted(asset), lateral (
      select record->>'notional_value' as notional, trim_scale(amount + coalesce(fee, 0))::text as units,
        to_json(created_at at time zone 'UTC')#>>'{}' || 'Z' as at, created_at
      from mirror_transfers
      where mirror_transfers.asset = wanted.asset and created_at > '-infinity'
        and type in ('CRYPTO_WITHDRAWAL', 'CRYPTO_DEPOSIT') and status = 'COMPLETED'
        and ${COUNTS_FOR_PRICES} and amount + coalesce(fee, 0) > 0
      order by created_at desc, id desc limit ${MAX_SAMPLES}
    ) samples order by wanted.asset, samples.created_at desc`;
}
