import { createContext, use } from 'react';
import type { Registry } from '@/lib/networks/assets';

/** Registry of assets and networks for the fields and checks of the form. */
export const RegistryContext = createContext<Registry>({ assets: [], networks: [] });

/** Gives the registry of the form. */
export function useRegistry(): Registry {
  return use(RegistryContext);
}
