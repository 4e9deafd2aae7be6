import type { NetworkId } from '@/lib/networks/networks';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { SeededRandom, hashText, mix } from '@/sandbox/random';

/** Addresses per network: a desk pays the same recipients again and again, and drawing one is the slowest part of a record. */
const POOL_SIZE = 256;

/** Addresses by network and number; each is drawn once, when it is first asked for, and follows from the seed alone. */
export function createAddressPool(seed: number): (network: NetworkId, number: number) => string {
  const pools = new Map<NetworkId, (string | undefined)[]>();
  return (network, number) => {
    const pool = pools.get(network) ?? [];
    pools.set(network, pool);
    const slot = number % POOL_SIZE;
    return (pool[slot] ??= generateAddress(network, new SeededRandom(mix(mix(seed, hashText(network)), slot))));
  };
}
