import { DEFAULT_REGISTRY } from '@/lib/networks/assets';
import type { Sendable } from '@/lib/withdrawals/sendable';
import { NETWORK_IDS } from '@/lib/networks/networks';

/** What a withdrawal may name under the default registry, with a policy that names no asset. */
export const DEFAULT_SENDABLE: Sendable = {
  ...DEFAULT_REGISTRY,
  serviceNetworks: NETWORK_IDS,
  policyAssets: [],
  beneficiary: 'send',
  hasBalances: false,
  quotesFees: false,
};
