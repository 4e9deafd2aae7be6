import { z } from 'zod';
import { amountSchema } from '@/lib/money/amount-schema';
import { compareAmounts } from '@/lib/money/amounts';
import { groupDigits } from '@/lib/money/format-amount';
import { type Condition, ownValue, text } from '@/lib/policy/conditions/condition';
import { type LimitDraft, limitDraftSchema, toLimitDrafts, toLimits } from '@/lib/policy/conditions/limit-lines';
import type { PolicyFacts } from '@/lib/policy/facts';

/** The amount or total is at least this much, by asset. An asset that is not named matches with every amount. */
export const atLeast: Condition<Record<string, string>, LimitDraft[]> = {
  schema: z
    .record(text(20), amountSchema)
    .refine((limits) => Object.keys(limits).length > 0, 'Enter at least one limit.'),
  // Fails closed: an asset that was forgotten, or that is new, has no limit.
  holds: (limits, { asset, value }) => {
    const limit = ownValue(limits, asset);
    return limit === undefined || compareAmounts(value, limit) >= 0;
  },
  comparison: {
    implies: (mine = {}, other, asset) =>
      !Object.hasOwn(other, asset) ||
      (Object.hasOwn(mine, asset) && compareAmounts(mine[asset] ?? '', other[asset] ?? '') >= 0),
  },
  describe: (limits, _names, assets) => `${assets ? 'of' : 'for'} ${describeLimits(limits, assets)}`,
  explain: (limits, facts) => explainLimit(facts, ownValue(limits, facts.asset)),
  example: (limits, calm) => ({ ...calm, value: ownValue(limits, calm.asset) ?? calm.value }),
  draft: {
    schema: z.array(limitDraftSchema),
    empty: [],
    read: (lines) => (toLimits(lines).length > 0 ? Object.fromEntries(toLimits(lines)) : undefined),
    write: toLimitDrafts,
  },
};

function explainLimit({ asset, value, isSum }: PolicyFacts, limit: string | undefined): string {
  if (limit === undefined) return `the rule has no limit for ${asset}, so every amount of it counts`;
  const [shown, least] = [`${groupDigits(value)} ${asset}`, `${groupDigits(limit)} ${asset}`];
  return isSum
    ? `the rows to the recipient total ${shown}, which is at least ${least}`
    : `${shown} is at least ${least}`;
}

function describeLimits(limits: Record<string, string>, assets: readonly string[] | undefined): string {
  const named = Object.entries(limits).map(([asset, limit]) => `${groupDigits(limit)} ${asset} or more`);
  const hasUnnamed = assets === undefined || assets.some((asset) => !Object.hasOwn(limits, asset));
  return [...named, ...(hasUnnamed ? ['also for every asset without a limit here'] : [])].join(', ');
}
