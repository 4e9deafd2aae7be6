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
const MAX_ROWS_SCANNED = 2_000;

/**
 * Reads the price of an asset: the value in USD for each unit of amount and fee, over the newest completed withdrawals
 * and deposits that were worth at least 10 USD; the median or the latest, whichever is higher. Undefined for fewer than
 * five, and for a price of zero.
 */
export async function readPrice(reader: Pick<Transaction, 'execute'>, asset: string): Promise<Price | undefined> {
  const { rows } = await reader.execute<{ notional: string; units: string; at: string }>(sql`
    select (record->>'notional_value') as notional, trim_scale(amount + coalesce(fee, 0))::text as units,
      to_json(created_at at time zone 'UTC')#>>'{}' || 'Z' as at
    from (
      select record, amount, fee, type, status, created_at, id from mirror_transfers
      where asset = ${sanitizeText(asset)} and created_at > '-infinity'
      order by created_at desc, id desc limit ${MAX_ROWS_SCANNED}
    ) newest
    where type in ('CRYPTO_WITHDRAWAL', 'CRYPTO_DEPOSIT') and status = 'COMPLETED'
      and mirror_amount(record->>'notional_value') >= ${MIN_NOTIONAL} and amount + coalesce(fee, 0) > 0
    order by created_at desc, id desc limit ${MAX_SAMPLES}`);
  const [latest] = rows;
  if (!latest || rows.length < MIN_SAMPLES) return undefined;
  const prices = rows.map(({ notional, units }) => priceOf(notional, units));
  return { usd: largestOf([medianOf(prices), prices[0] ?? '0']), at: latest.at };
}
