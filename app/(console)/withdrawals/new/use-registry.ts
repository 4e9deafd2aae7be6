import { createContext, use } from 'react';
import type { Sendable } from '@/lib/withdrawals/sendable';

/** Registry of assets and networks for the fields and checks of the form. */
export const RegistryContext = createContext<Sendable>({
  assets: [],
  networks: [],
  serviceNetworks: [],
  policyAssets: [],
  beneficiary: 'send',
  hasBalances: false,
  quotesFees: false,
});

/** Gives the registry of the form. */
export function useRegistry(): Sendable {
  return use(RegistryContext);
}
