import { addAmounts } from '@/lib/money/amounts';
import type { UsdValue } from '@/lib/money/usd-value';

/** Adds values up; null where none of them is known. The sum is as old as its oldest price. */
export function sumUsdValues(values: readonly (UsdValue | null)[]): UsdValue | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const times = known.flatMap(({ pricedAt }) => pricedAt ?? []).toSorted();
  const unpriced = values.length - known.length + known.reduce((sum, value) => sum + (value.unpriced ?? 0), 0);
  return {
    usd: known.map(({ usd }) => usd).reduce(addAmounts, '0'),
    pricedAt: times[0] ?? null,
    ...(unpriced > 0 && { unpriced }),
  };
}
