import { createContext, use } from 'react';
import type { Registry } from '@/lib/networks/assets';

/** The table of assets and networks that the form offers and checks by. */
export const RegistryContext = createContext<Registry>({ assets: [], networks: [] });

export function useRegistry(): Registry {
  return use(RegistryContext);
}
