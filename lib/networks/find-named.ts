import type { Network } from '@/lib/networks/network-definition';
import { DEFINITIONS, KNOWN_NETWORKS, type NetworkId } from '@/lib/networks/networks';

/** Networks by chain ID, in decimal digits. */
const BY_CHAIN: ReadonlyMap<string, NetworkId> = new Map(
  DEFINITIONS.flatMap(({ network, chain }) => (chain ? [[String(chain.id), network.id]] : [])),
);

/** Networks by the names that wallets put in front of addresses. */
const BY_SHORT_NAME: ReadonlyMap<string, NetworkId> = new Map(
  DEFINITIONS.flatMap(({ network, chain }) => chain?.names.map((name) => [name, network.id] as const) ?? []),
);

/** Networks by the ticker of their coin, where it is sent on no other. */
const BY_COIN: ReadonlyMap<string, NetworkId> = new Map(
  DEFINITIONS.flatMap(({ network, coin }) => (coin ? [[coin.ticker, network.id]] : [])),
);

const CHAIN_ID = /^(?:eip155:)?(0x[0-9a-f]{1,16}|[0-9]{1,20})$/i;

/** Finds the network of a chain ID (EIP-155) in decimal digits, as in 0x…@137; undefined for an unknown one. */
export function networkOfChain(chain: string): NetworkId | undefined {
  return BY_CHAIN.get(chain);
}

/** Finds the network of a name in front of an address (EIP-3770), in any case; undefined for an unknown one. */
export function networkOfShortName(name: string): NetworkId | undefined {
  return BY_SHORT_NAME.get(name.toLowerCase());
}

/** Finds the one network whose coin an asset is: BTC gives Bitcoin, USDC none. */
export function networkOfCoin(ticker: string): NetworkId | undefined {
  return BY_COIN.get(ticker.trim().toUpperCase());
}

/**
 * Finds one of `networks` by what people and wallets write: its ID or label, with or without “Mainnet”, its chain ID as
 * 1, 0x1 or eip155:1, its short name (EIP-3770), or the ticker of its coin. Undefined for another text.
 */
export function findNetworkNamed(written: string, networks: readonly Network[]): Network | undefined {
  const wanted = plain(written);
  if (wanted === '') return undefined;
  const isNamed = ({ id, label }: Network) => plain(id) === wanted || plain(label) === wanted;
  const own = networks.find(isNamed);
  if (own) return own;
  const [, chain] = CHAIN_ID.exec(written.trim()) ?? [];
  const id =
    (chain === undefined ? undefined : networkOfChain(BigInt(chain).toString())) ??
    networkOfShortName(wanted) ??
    networkOfCoin(wanted) ??
    KNOWN_NETWORKS.find(isNamed)?.id;
  return networks.find((network) => network.id === id);
}

/** Says that a text names none of a console's networks; names the one that it means, where that is known. */
export function explainNotNamed(written: string): string {
  const known = findNetworkNamed(written, KNOWN_NETWORKS);
  return known
    ? `${known.label} is not among the networks of this console.`
    : `The console does not know the network “${written}”.`;
}

/** Removes case, spaces and punctuation, which people write differently. */
function plain(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '')
    .replace(/(?<=.)mainnet$/, '');
}
