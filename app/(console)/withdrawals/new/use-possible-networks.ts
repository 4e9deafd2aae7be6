import { createContext, use } from 'react';

type Possible = readonly [readonly string[], (networkIds: readonly string[]) => void];

/** Keeps the networks on which the address of the form is possible, which the code that reads addresses finds. */
export const PossibleNetworksContext = createContext<Possible>([[], () => undefined]);

/** Gives the IDs of these networks, empty while there is no address, and the function that says which they are. */
export function usePossibleNetworks(): Possible {
  return use(PossibleNetworksContext);
}
