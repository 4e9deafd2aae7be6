import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { valueAt } from '@/lib/money/amounts';
import { REFERENCE_CURRENCY } from '@/lib/policy/time-limits';
import { recipientKey } from '@/lib/recipients/recipients';
import { explainMissingTravelRule, type MissingTravelRule } from '@/lib/recipients/travel-rule';
import { settings } from '@/lib/server/config/settings';
import type { Transaction } from '@/lib/server/database/client';
import { recipients } from '@/lib/server/database/schema/recipients';
import { toEntry } from '@/lib/server/recipients/change';
import { readLastSaves, savesAddresses, writeAddressData } from '@/lib/server/recipients/travel-rule/saves';
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
    .select()
    .from(recipients)
    .where(and(eq(recipients.state, 'ACTIVE'), inArray(recipients.recipientKey, keys)));
  const entries = new Map(rows.map((row) => [row.recipientKey, row]));
  const lastSaveOf = savesAddresses() && rows.length > 0 ? await readLastSaves(reader, rows) : undefined;
  const assets = [...new Set(bodies.map(({ asset }) => asset))].filter((asset) => asset !== REFERENCE_CURRENCY);
  const prices = await readPrices(reader, assets);
  return (body) => {
    const price = body.asset === REFERENCE_CURRENCY ? '1' : prices.get(body.asset)?.usd;
    const row = payableEntry(body, entries.get(recipientKey(body)));
    return explainMissingTravelRule({
      from,
      worth: price === undefined ? null : valueAt(body.amount ?? body.total, price),
      entry: row && toEntry(row),
      identityId: body.identity_id,
      isSavedHere: savesAddresses() ? row !== undefined && isSaved(row, body.identity_id, lastSaveOf) : undefined,
    });
  };
}

type Row = typeof recipients.$inferSelect;

function payableEntry({ profile_id: profileId }: WithdrawalBody, row: Row | undefined): Row | undefined {
  return row?.profiles.length === 0 || row?.profiles.some((id) => isSameId(id, profileId)) ? row : undefined;
}

/** Tells whether the last save of an entry's address for an identity had the data that the entry has now. */
function isSaved(
  row: Row,
  identityId: string | undefined,
  lastSaveOf: Awaited<ReturnType<typeof readLastSaves>> | undefined,
): boolean {
  const identity = row.travelRule?.identities.find((id) => isSameId(id, identityId)) ?? '';
  const last = lastSaveOf?.(row, identity);
  return (
    last !== undefined &&
    last.state !== 'REJECTED' &&
    last.dataSha256 === writeAddressData(toEntry(row), identity)?.sha256
  );
}
