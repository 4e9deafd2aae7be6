import 'server-only';
import type { Registry } from '@/lib/networks/assets';
import { compareRegistries } from '@/lib/networks/registry-changes';
import { REGISTRY } from '@/lib/server/networks/registry';
import { changeOf } from '@/lib/server/proposals/change-setting';

/**
 * Replaces the registry of assets and networks by the proposed one, unless another version came into force since the
 * proposal was written.
 */
export const registryChange = changeOf<Registry>(REGISTRY, {
  isSame: (before, after) => compareRegistries(before, after).length === 0,
  same: 'The proposed table is the same as the one in force.',
  outdated: () => 'The table has changed since this change was proposed. Propose the change again.',
});
