import { z } from 'zod';
import { type Condition, draftOfList, list } from '@/lib/policy/conditions/condition';
import { profileKey } from '@/lib/profiles/find-name';
import { joinList } from '@/lib/text/join-list';
import { isSameId } from '@/lib/text/uuid';

/** The asset is one of these. Requests name assets in capitals; a rule about “usdt” must not be one about nothing. */
export const assets: Condition<string[]> = {
  schema: list,
  holds: (named, { asset }) => named.some((one) => isSameId(one, asset)),
  comparison: { list: (named) => named.map(assetKey) },
  describe: (named) => `for ${joinList(named, 'or')}`,
  explain: (_named, { asset }) => `the asset is ${asset}`,
  // The caller chooses one of the assets.
  example: (_named, calm) => calm,
  draft: draftOfList(z.array(z.string())),
};

/** Gives an asset as rules compare it: ignoring the case of its letters, as a profile's ID. */
export function assetKey(asset: string): string {
  return profileKey(asset);
}
