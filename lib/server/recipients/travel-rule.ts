import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { valueAt } from '@/lib/money/amounts';
import { REFERENCE_CURRENCY } from '@/lib/policy/time-limits';
import { recipientKey } from '@/lib/recipients/recipients';
import { explainMissingTravelRule, type MissingTravelRule } from '@/lib/recipients/travel-rule';
import { settings } from '@/lib/server/config/settings';
import type { Transaction } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { readPrices } from '@/lib/server/mirror/figures/asset-price';
import { isSameId } from '@/lib/text/uuid';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Explains which travel-rule data the service would miss for a body; undefined where nothing is missing. */
export type TravelRuleCheck = (body: WithdrawalBody) => MissingTravelRule | undefined;

/**
 * Reads what the travel rule needs of the recipients of bodies, at the prices of the limits; checks nothing where
 * TRAVEL_RULE_FROM_USD is unset. An entry counts for the profiles that may pay it: others do not learn of it.
 */
export async function readTravelRule(
  reader: Pick<Transaction, 'select' | 'execute'>,
  bodies: readonly WithdrawalBody[],
): Promise<TravelRuleCheck> {
  const from = settings().TRAVEL_RULE_FROM_USD;
  if (from === undefined || bodies.length === 0) return () => undefined;
  const keys = [...new Set(bodies.map(recipientKey))];
  const rows = await reader
    .select({
      key: recipients.recipientKey,
      name: recipients.name,
      profiles: recipients.profiles,
      travelRule: recipients.travelRule,
    })
    .from(recipients)
    .where(and(eq(recipients.state, 'ACTIVE'), inArray(recipients.recipientKey, keys)));
  const entries = new Map(rows.map(({ key, ...entry }) => [key, entry]));
  const assets = [...new Set(bodies.map(({ asset }) => asset))].filter((asset) => asset !== REFERENCE_CURRENCY);
  const prices = await readPrices(reader, assets);
  return (body) => {
    const price = body.asset === REFERENCE_CURRENCY ? '1' : prices.get(body.asset)?.usd;
    return explainMissingTravelRule({
      from,
      worth: price === undefined ? null : valueAt(body.amount ?? body.total, price),
      entry: entryFor(body, entries.get(recipientKey(body))),
      identityId: body.identity_id,
    });
  };
}

type Entry = Pick<typeof recipients.$inferSelect, 'name' | 'profiles' | 'travelRule'>;

function entryFor({ profile_id: profileId }: WithdrawalBody, entry: Entry | undefined) {
  const isAllowed = entry?.profiles.length === 0 || entry?.profiles.some((id) => isSameId(id, profileId));
  return entry && isAllowed
    ? { name: entry.name, ...(entry.travelRule && { travelRule: entry.travelRule }) }
    : undefined;
}
