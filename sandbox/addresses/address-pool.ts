import type { NetworkId } from '@/lib/networks/networks';
import { drawAddress } from '@/sandbox/addresses/draw-address';
import { Draw, hashText, mix } from '@/sandbox/random';

/** Addresses per network: a desk pays the same recipients again and again, and drawing one is the slowest part of a record. */
const POOL_SIZE = 256;

/** Addresses by network and number; each is drawn once, when it is first asked for, and follows from the seed alone. */
export function openAddressPool(seed: number): (network: NetworkId, number: number) => string {
  const pools = new Map<NetworkId, (string | undefined)[]>();
  return (network, number) => {
    const pool = pools.get(network) ?? [];
    pools.set(network, pool);
    const slot = number % POOL_SIZE;
    return (pool[slot] ??= drawAddress(network, new Draw(mix(mix(seed, hashText(network)), slot))));
  };
}
