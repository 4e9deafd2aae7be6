import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { type Amount, worthAt } from '@/lib/money/amounts';
import { sumUsdValues } from '@/lib/money/sum-usd-values';
import type { UsdValue } from '@/lib/money/usd-value';
import { REFERENCE_CURRENCY } from '@/lib/policy/time-limits';
import { database } from '@/lib/server/database/client';
import { readPrices } from '@/lib/server/mirror/figures/asset-price';
import { log } from '@/lib/server/observability/log';
import { coalesce } from '@/lib/server/runtime/coalesce';

/** Gives what an amount of an asset is worth; null where its price is unknown. */
export type ValueOf = (fixed: { asset: string; amount: Amount }) => UsdValue | null;

/**
 * Reads what amounts of these assets are worth, at the prices of the limits; null for each where prices cannot be read,
 * since nothing depends on them. A price rests on the transfers of every profile, so a reader who sees some alone does
 * not learn its age (docs/decisions/0067-free-questions-answer-from-what-one-sees.md).
 */
export async function readUsdValues(
  { visibleProfiles }: Pick<Reader, 'visibleProfiles'>,
  assets: readonly string[],
): Promise<ValueOf> {
  const asked = [...new Set(assets)].filter((asset) => asset !== REFERENCE_CURRENCY).toSorted();
  const prices = await readOrNone(asked);
  return ({ asset, amount }) => {
    if (asset === REFERENCE_CURRENCY) return { usd: amount, pricedAt: null };
    const price = prices.get(asset);
    if (!price) return null;
    return { usd: worthAt(amount, price.usd), pricedAt: (visibleProfiles === 'all' && price.at) || null };
  };
}

async function readOrNone(assets: readonly string[]): ReturnType<typeof readPrices> {
  try {
    return await coalesce('prices', assets, () => readPrices(database(), assets));
  } catch (error) {
    log.warn({ err: error }, 'prices could not be read; amounts are shown without a value in USD');
    return new Map();
  }
}

/** Adds to sums by asset what each and all of them are worth. */
export function valueTotals<Total extends { asset: string; total: Amount }>(
  totals: readonly Total[],
  valueOf: ValueOf,
) {
  const valued = totals.map((sum) => ({ ...sum, value: valueOf({ asset: sum.asset, amount: sum.total }) }));
  return { totals: valued, value: sumUsdValues(valued.map(({ value }) => value)) };
}
