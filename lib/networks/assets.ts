import type { Network } from '@/lib/networks/network-definition';
import { FURTHER_DEFINITIONS, resolveNetwork, NETWORKS } from '@/lib/networks/networks';

/** Asset of the registry. */
export interface Asset {
  ticker: string;
  /** Networks on which the service sends the asset (docs/specification/service-facts.md#assets-and-networks). */
  networks: readonly string[];
  /** Decimals of the asset on every network without a number of its own; absent where not stated. */
  decimals?: number;
  /** Decimals on the networks where they differ, by network ID. */
  networkDecimals?: Readonly<Record<string, number>>;
}

/**
 * Assets of the default registry, with the decimals of their chains and contracts
 * (docs/specification/service-facts.md#assets-and-networks). The service offers no call that lists them, so they are
 * configuration; a withdrawal of another asset can still be right.
 */
export const ASSETS: readonly Asset[] = [
  { ticker: 'BTC', networks: ['BITCOIN'], decimals: 8 },
  { ticker: 'ETH', networks: ['ETHEREUM'], decimals: 18 },
  { ticker: 'SOL', networks: ['SOLANA'], decimals: 9 },
  { ticker: 'LTC', networks: ['LITECOIN'], decimals: 8 },
  { ticker: 'BCH', networks: ['BITCOIN_CASH'], decimals: 8 },
  { ticker: 'USDC', networks: ['ETHEREUM', 'BASE', 'POLYGON_POS', 'SOLANA'], decimals: 6 },
  {
    ticker: 'PYUSD',
    networks: ['ETHEREUM', 'SOLANA', 'STELLAR', 'ARBITRUM_ONE', 'POLYGON_POS', 'XLAYER'],
    decimals: 6,
    networkDecimals: { STELLAR: 7 },
  },
  { ticker: 'USDG', networks: ['ETHEREUM', 'SOLANA', 'INK', 'XLAYER'], decimals: 6 },
  { ticker: 'USDP', networks: ['ETHEREUM', 'SOLANA'], decimals: 18, networkDecimals: { SOLANA: 6 } },
  { ticker: 'PAXG', networks: ['ETHEREUM'], decimals: 18 },
  { ticker: 'AAVE', networks: ['ETHEREUM'], decimals: 18 },
  { ticker: 'LINK', networks: ['ETHEREUM'], decimals: 18 },
  { ticker: 'UNI', networks: ['ETHEREUM'], decimals: 18 },
];

/** The known assets and networks: the default registry, or one that two administrators put in its place. */
export interface Registry {
  assets: readonly Asset[];
  networks: readonly Network[];
}

/** Makes the default registry with networks beyond the service interface, by ID, and their coins. */
export function registryWith(ids: readonly string[]): Registry {
  const further = FURTHER_DEFINITIONS.filter(({ network }) => ids.includes(network.id));
  const coins = further.flatMap(({ network, coin }) => (coin ? [{ ...coin, networks: [network.id] }] : []));
  return { assets: [...ASSETS, ...coins], networks: [...NETWORKS, ...further.map(({ network }) => network)] };
}

/** Registry of the console until administrators change it, with the networks of the service interface alone. */
export const DEFAULT_REGISTRY: Registry = registryWith([]);

/**
 * Warns of an unknown ticker, or of a network on which the asset is not known to be sent, by the field concerned.
 * Undefined where there is nothing to warn of or the ticker is empty.
 */
export function findAssetWarning(
  { assets, networks }: Registry,
  ticker: string,
  networkId: string,
): { path: 'asset' | 'network'; message: string } | undefined {
  if (ticker === '') return undefined;
  const asset = assets.find((known) => known.ticker === ticker);
  if (!asset)
    return { path: 'asset', message: 'This asset is not in the table of assets and networks. Check the ticker.' };
  if (networkId === '' || asset.networks.includes(networkId)) return undefined;
  const { label } = resolveNetwork(networkId, networks);
  return {
    path: 'network',
    message: `${ticker} is not known to be sent on ${label}. Check the network with the recipient.`,
  };
}

/** Returns the decimals of an asset on a network; undefined where none are stated. An empty network has the default. */
export function decimalsOn({ decimals, networkDecimals }: Asset, networkId: string): number | undefined {
  return networkDecimals && Object.hasOwn(networkDecimals, networkId) ? networkDecimals[networkId] : decimals;
}

/**
 * Explains an amount with more decimals than the asset has on the network; undefined for any other, or where none are
 * stated. Trailing zeros are not decimals: 1.500 has one.
 */
export function explainExtraDecimals(
  { assets, networks }: Registry,
  { ticker, network: networkId, value }: { ticker: string; network: string; value: string },
): string | undefined {
  const asset = assets.find((known) => known.ticker === ticker);
  const decimals = asset && decimalsOn(asset, networkId);
  const given = countDecimals(value);
  if (decimals === undefined || given <= decimals) return undefined;
  const isOwnNumber = asset?.networkDecimals && Object.hasOwn(asset.networkDecimals, networkId);
  const place = isOwnNumber ? ` on ${resolveNetwork(networkId, networks).label}` : '';
  const allowed = `${decimals === 0 ? 'no' : decimals} decimal${decimals === 1 ? '' : 's'}`;
  return `${ticker} has ${allowed}${place}, but this amount has ${given}. Remove the extra digits.`;
}

/** Counts the decimals of an amount without its trailing zeros. */
export function countDecimals(amount: string): number {
  const point = amount.indexOf('.');
  if (point === -1) return 0;
  let end = amount.length;
  while (amount[end - 1] === '0') end -= 1;
  return end - point - 1;
}
