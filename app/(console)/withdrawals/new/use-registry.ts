import { createContext, use } from 'react';
import type { Directory } from '@/lib/networks/assets';

/** The table of assets and networks that the form offers and checks by. */
export const DirectoryContext = createContext<Directory>({ assets: [], networks: [] });

export function useDirectory(): Directory {
  return use(DirectoryContext);
}
