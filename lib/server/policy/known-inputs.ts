import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import type { KnownInput, KnownInputs } from '@/lib/policy/analysis/describe-coverage';
import { describeProfile, indexProfileNames, profileKey } from '@/lib/profiles/find-name';
import { networkLabel } from '@/lib/networks/networks';
import { REFERENCE_CURRENCY } from '@/lib/policy/time-limits';
import { readPrices } from '@/lib/server/mirror/figures/asset-price';
import { readValues } from '@/lib/server/mirror/search/list';
import { database } from '@/lib/server/database/client';
import { readRegistry } from '@/lib/server/networks/registry';
import { log } from '@/lib/server/observability/log';
import { readProfileNames } from '@/lib/server/profiles/profile-names';
import { readSeenProfiles } from '@/lib/server/profiles/seen-profiles';

/**
 * Reads the values that the conditions of a policy can name: those of the registry, those that administrators named,
 * and those of transfers and requests that a reader may see. Where transfers cannot be read, the others alone.
 */
export async function readKnownInputs(reader: Reader): Promise<KnownInputs> {
  const [{ assets, networks }, named, seen] = await Promise.all([
    readRegistry(),
    readProfileNames(reader),
    readSeen(reader),
  ]);
  const names = indexProfileNames(named);
  return {
    assets: listOnce([...assets.map(({ ticker }) => ticker), ...seen.assets].map((value) => ({ value, label: value }))),
    networks: listOnce([
      ...networks.map(({ id, label }) => ({ value: id, label })),
      ...seen.networks.map((id) => ({ value: id, label: networkLabel(id) })),
    ]),
    profiles: listOnce(
      [...named.map(({ id }) => id), ...seen.profiles].map((id) => ({ value: id, label: describeProfile(names, id) })),
    ),
  };
}

async function readSeen(reader: Reader): Promise<Record<keyof KnownInputs, string[]>> {
  try {
    const [{ asset, network }, profiles] = await Promise.all([readValues(reader), readSeenProfiles(reader)]);
    return {
      assets: asset.map(({ value }) => value),
      networks: network.map(({ value }) => value),
      profiles: profiles.map(({ id }) => id),
    };
  } catch (error) {
    log.error({ err: error }, 'transfers could not be read; the policy page offers the values of the registry alone');
    return { assets: [], networks: [], profiles: [] };
  }
}

/** Reads the values that a stored analysis names: those that everybody sees, since everybody reads what is stored. */
export async function readCommonInputs(): Promise<KnownInputs> {
  const { assets, networks } = await readRegistry();
  return {
    assets: await markUnpriced(assets.map(({ ticker }) => ({ value: ticker, label: ticker }))),
    networks: networks.map(({ id, label }) => ({ value: id, label })),
    profiles: [],
  };
}

/** Marks the assets of which no price is known; none where transfers cannot be read. */
export async function markUnpriced(assets: readonly KnownInput[]): Promise<KnownInput[]> {
  try {
    const prices = await readPrices(
      database(),
      assets.map(({ value }) => value),
    );
    const isPriced = (asset: string) => asset === REFERENCE_CURRENCY || prices.has(asset);
    return assets.map((input) => (isPriced(input.value) ? input : { ...input, lacksPrice: true }));
  } catch (error) {
    log.error({ err: error }, 'prices could not be read; the policy page names no asset without one');
    return [...assets];
  }
}

/** Keeps the first of the values that rules take as one. */
function listOnce(inputs: readonly KnownInput[]): KnownInput[] {
  const first = new Map<string, KnownInput>();
  for (const input of inputs) {
    const key = profileKey(input.value);
    if (!first.has(key)) first.set(key, input);
  }
  return [...first.values()];
}
