import type { Network } from '@/lib/networks/network-definition';
import { findNetworkNamed, networkOfCoin } from '@/lib/networks/find-named';
import { splitNetwork } from '@/lib/addresses/payment-links/eip681';

/** Network and address of a row. */
interface Destination {
  /** ID of the network; empty where the row names none, undefined where it names none of the networks. */
  network: string | undefined;
  /** What the row says of its network, as it is written; empty for nothing. */
  named: string;
  address: string;
}

/**
 * Reads where a row pays to. An address with its network in front (eth:0x…, eip155:137:0x…) gives both where the cell
 * of the network is empty or names the same one; otherwise it stays as it is, and the check of the address says why. An
 * asset gives the network where it is the coin of one and nothing else names any.
 */
export function readDestination(
  { network, address, asset = '' }: { network: string; address: string; asset?: string },
  networks: readonly Network[],
): Destination {
  const split = splitNetwork(address);
  const find = (text: string) => (text === '' ? '' : findNetworkNamed(text, networks)?.id);
  if (split && network === '') return { network: find(split.network), named: split.network, address: split.address };
  const named = network === '' ? (networkOfCoin(asset) ?? '') : network;
  const found = find(named);
  const isSame = split && found !== undefined && find(split.network) === found;
  return { network: found, named, address: isSame ? split.address : address };
}
