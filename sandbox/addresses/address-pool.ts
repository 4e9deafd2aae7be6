import type { NetworkId } from '@/lib/networks/networks';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { SeededRandom, hashText, mix } from '@/sandbox/random';

/**
 * Number of addresses per network. A real desk pays the same recipients repeatedly, and generating an address is the
 * slowest part of a record.
 */
const POOL_SIZE = 256;

/**
 * Creates a function that returns the address of a network and number. Each address is generated once, on first use,
 * from the seed alone.
 */
export function createAddressPool(seed: number): (network: NetworkId, number: number) => string {
  const pools = new Map<NetworkId, (string | undefined)[]>();
  return (network, number) => {
    const pool = pools.get(network) ?? [];
    pools.set(network, pool);
    const slot = number % POOL_SIZE;
    return (pool[slot] ??= generateAddress(network, new SeededRandom(mix(mix(seed, hashText(network)), slot))));
  };
}
