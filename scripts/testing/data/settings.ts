import { sql } from 'drizzle-orm';
import { DEFAULT_REGISTRY, type Registry } from '@/lib/networks/assets';
import type { SettingKind } from '@/lib/proposals/settings';
import type { ProfileRight } from '@/lib/rights/profile-rights';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';

/** Puts a value in force, in place of the one before, as two administrators would. */
export async function putSettingInForce(kind: SettingKind, value: unknown): Promise<void> {
  await withoutTriggers((transaction) =>
    transaction.execute(sql`
      insert into setting_versions (kind, version, value)
      select ${kind}, coalesce(max(version), 0) + 1, ${JSON.stringify(value)}::json
      from setting_versions where kind = ${kind}`),
  );
}

/** Puts rights to profiles in force, in place of those before. */
export const putRightsInForce = (rights: readonly ProfileRight[]) => putSettingInForce('profile-rights', rights);

/** Puts the default registry with more assets and networks in force. */
export const putRegistryInForce = ({ assets = [], networks = [] }: Partial<Registry> = {}) =>
  putSettingInForce('registry', {
    assets: [...DEFAULT_REGISTRY.assets, ...assets],
    networks: [...DEFAULT_REGISTRY.networks, ...networks],
  });
