import 'server-only';
import { z } from 'zod';
import type { Shortage } from '@/lib/balances/contract';
import { explainShortage, type Need } from '@/lib/balances/needs';
import type { Denial } from '@/lib/http/denials';
import type { Reader } from '@/lib/identity/reader';
import type { Amount } from '@/lib/money/amounts';
import { parseAmount } from '@/lib/money/parse-amount';
import { ok, type Result } from '@/lib/result';
import { knownTypicalFee } from '@/lib/sends/cost-check';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';
import { readBalances } from '@/lib/server/balances/read-balances';
import { readTypicalFee } from '@/lib/server/mirror/figures/typical-fee';
import { log } from '@/lib/server/observability/log';
import { storableText } from '@/lib/text/storable-text';

// Each costs one read of the service; a sheet of more profiles is compared in part.
const MAX_PROFILES = 20;

/**
 * Finds which needs are more than is available, one for each balance. A balance that is not known gives none. Never
 * throws, and decides nothing.
 */
export async function findShortages(
  reader: Pick<Reader, 'visibleProfiles'>,
  needs: readonly Need[],
): Promise<Shortage[]> {
  if (settings().TRANSFER_SERVICE_BALANCES === 'off') return [];
  const profiles = [...new Set(needs.map(({ profileId }) => profileId))].slice(0, MAX_PROFILES);
  try {
    const found = await Promise.all(
      profiles.map((profileId) =>
        findOfProfile(
          reader,
          needs.filter((need) => need.profileId === profileId),
        ),
      ),
    );
    return found.flat();
  } catch (error) {
    log.warn({ err: error }, 'amounts could not be compared with balances');
    return [];
  }
}

async function findOfProfile(reader: Pick<Reader, 'visibleProfiles'>, needs: readonly Need[]): Promise<Shortage[]> {
  const profileId = needs[0]?.profileId ?? '';
  const read = await readBalances(reader, profileId);
  if (!read) return [];
  const fees = new Map<string, Amount>();
  for (const { asset, network } of needs) {
    const fee = await readUsualFee(reader, asset, network);
    if (fee !== undefined) fees.set(keyOf({ asset, network }), fee);
  }
  return [...new Set(needs.map(({ balanceAsset }) => balanceAsset))].flatMap((asset) => {
    const available = read.balances.get(asset);
    const ofBalance = needs.filter(({ balanceAsset }) => balanceAsset === asset);
    const text =
      available === undefined ? undefined : explainShortage(ofBalance, available, (need) => fees.get(keyOf(need)));
    return text === undefined ? [] : [{ profileId, asset, text }];
  });
}

const keyOf = ({ asset, network }: Pick<Need, 'asset' | 'network'>) => JSON.stringify([asset, network]);

// The usual fee counts the withdrawals of every profile, so a person who does not see them all is shown none.
async function readUsualFee(
  { visibleProfiles }: Pick<Reader, 'visibleProfiles'>,
  asset: string,
  network: string,
): Promise<Amount | undefined> {
  if (visibleProfiles !== 'all') return undefined;
  return knownTypicalFee(await readTypicalFee(asset, network))?.median;
}

const amount = z
  .string()
  .max(64)
  .refine((text) => parseAmount(text).ok);
const questionSchema = z.object({
  needs: z
    .array(
      z.object({
        profileId: storableText().min(1).max(128),
        asset: storableText().min(1).max(20),
        network: storableText().min(1).max(64),
        balanceAsset: storableText().min(1).max(20),
        value: amount,
        fees: z.number().int().min(0).max(1000),
      }),
    )
    .max(1000),
});

/** Finds which sums of a sheet or batch are more than is available. Takes unchecked `{ needs: Need[] }`. */
export async function compareNeeds(input: unknown): Promise<Result<Shortage[], Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const question = questionSchema.safeParse(input);
  return ok(question.success ? await findShortages(reader.value, question.data.needs) : []);
}
