import { arbitrumOne } from '@/lib/networks/definitions/arbitrum-one';
import { avalanche } from '@/lib/networks/definitions/avalanche';
import { base } from '@/lib/networks/definitions/base';
import { bitcoin } from '@/lib/networks/definitions/bitcoin';
import { bitcoinCash } from '@/lib/networks/definitions/bitcoin-cash';
import { bnb } from '@/lib/networks/definitions/bnb';
import { dogecoin } from '@/lib/networks/definitions/dogecoin';
import { ethereum } from '@/lib/networks/definitions/ethereum';
import { ink } from '@/lib/networks/definitions/ink';
import { litecoin } from '@/lib/networks/definitions/litecoin';
import { polygonPos } from '@/lib/networks/definitions/polygon-pos';
import { robinhood } from '@/lib/networks/definitions/robinhood';
import { solana } from '@/lib/networks/definitions/solana';
import { stellar } from '@/lib/networks/definitions/stellar';
import { sui } from '@/lib/networks/definitions/sui';
import { xlayer } from '@/lib/networks/definitions/xlayer';
import type { Network, NetworkDefinition } from '@/lib/networks/network-definition';

// In the order of docs/specification/service-interface.md#withdrawal-request.
const OF_INTERFACE = [
  bitcoin,
  ethereum,
  bitcoinCash,
  litecoin,
  solana,
  polygonPos,
  base,
  arbitrumOne,
  stellar,
  ink,
  xlayer,
] as const;

// On where TRANSFER_SERVICE_NETWORKS names them: docs/decisions/0078-networks-are-definitions.md.
const FURTHER = [avalanche, bnb, dogecoin, robinhood, sui] as const;

type InterfaceNetworkId = (typeof OF_INTERFACE)[number]['network']['id'];
type FurtherNetworkId = (typeof FURTHER)[number]['network']['id'];
/** ID of a network that has a definition. */
export type NetworkId = InterfaceNetworkId | FurtherNetworkId;

/** Networks of the service interface, which are always on. */
export const NETWORKS = OF_INTERFACE.map(({ network }) => network);

/** IDs of the networks of the service interface. */
export const NETWORK_IDS = NETWORKS.map(({ id }) => id) as [InterfaceNetworkId, ...InterfaceNetworkId[]];

/** Definitions of the networks beyond the service interface. */
export const FURTHER_DEFINITIONS: readonly NetworkDefinition[] = FURTHER;

/** IDs of the networks beyond the service interface. */
export const FURTHER_NETWORK_IDS = FURTHER.map(({ network }) => network.id);

/** Network with the ID of a definition. */
type KnownNetwork = Network & { id: NetworkId };

/** Definitions of all networks, on or off. */
export const DEFINITIONS: readonly (NetworkDefinition & { network: KnownNetwork })[] = [...OF_INTERFACE, ...FURTHER];

/** All networks that have a definition, on or off. */
export const KNOWN_NETWORKS: readonly KnownNetwork[] = DEFINITIONS.map(({ network }) => network);

/** Finds a network by its definition, on or off; undefined where there is none. */
export function findNetwork(id: string): Network | undefined {
  return KNOWN_NETWORKS.find((network) => network.id === id);
}

/**
 * Finds a network in a registry, else by its definition, so that a network that was switched off keeps its label and
 * its kind of address. One with neither has its ID as its label, and addresses that nothing checks.
 */
export function resolveNetwork(id: string, networks: readonly Network[] = []): Network {
  return networks.find((network) => network.id === id) ?? findNetwork(id) ?? { id, label: id };
}

/** Gives the label of a network; for an unknown network its ID, never the label of a known one. */
export function networkLabel(id: string): string {
  return findNetwork(id)?.label ?? id;
}

// A hash or an address is put into a link to another site only where it has no other characters.
const LINKABLE = /^[A-Za-z0-9:]{16,128}$/;

/** Gives the explorer's link to a transaction; undefined where the network is unknown or the hash is malformed. */
export function explorerTransactionUrl(networkId: string, hash: string): string | undefined {
  return LINKABLE.test(hash) ? findNetwork(networkId)?.explorerTransaction?.replace('{hash}', hash) : undefined;
}

/** Gives the explorer's link to an address; undefined where the network is unknown or the address is malformed. */
export function explorerAddressUrl(networkId: string, address: string): string | undefined {
  return LINKABLE.test(address) ? findNetwork(networkId)?.explorerAddress?.replace('{address}', address) : undefined;
}
