import { type Network, NETWORKS } from '@/lib/networks/networks';

export interface Asset {
  ticker: string;
  /** Networks on which the service is known to send it (service-facts, "Assets and networks"). */
  networks: readonly string[];
  /** Decimal places, only where stated. */
  decimals?: number;
}

/** The service offers no call for this, so it is configuration. An asset outside it may be right all the same. */
export const ASSETS: readonly Asset[] = [
  { ticker: 'BTC', networks: ['BITCOIN'] },
  { ticker: 'ETH', networks: ['ETHEREUM'], decimals: 18 },
  { ticker: 'SOL', networks: ['SOLANA'] },
  { ticker: 'LTC', networks: ['LITECOIN'] },
  { ticker: 'BCH', networks: ['BITCOIN_CASH'] },
  { ticker: 'USDC', networks: ['ETHEREUM', 'BASE', 'POLYGON_POS', 'SOLANA'] },
  { ticker: 'PYUSD', networks: ['ETHEREUM', 'SOLANA', 'STELLAR', 'ARBITRUM_ONE', 'POLYGON_POS', 'XLAYER'] },
  { ticker: 'USDG', networks: ['ETHEREUM', 'SOLANA', 'INK', 'XLAYER'] },
  { ticker: 'USDP', networks: ['ETHEREUM', 'SOLANA'] },
  { ticker: 'PAXG', networks: ['ETHEREUM'] },
  { ticker: 'AAVE', networks: ['ETHEREUM'] },
  { ticker: 'LINK', networks: ['ETHEREUM'] },
  { ticker: 'UNI', networks: ['ETHEREUM'] },
];

/** What is known of assets and networks: the console's own table, or the one that administrators put in its place. */
export interface Registry {
  assets: readonly Asset[];
  networks: readonly Network[];
}

export const DEFAULT_REGISTRY: Registry = { assets: ASSETS, networks: NETWORKS };

/** The table's row for a ticker, or undefined for one this console does not know. */
export function findAsset(ticker: string): Asset | undefined {
  return ASSETS.find((asset) => asset.ticker === ticker);
}

/** What is unusual about an asset and a network together, by the field that it is about; undefined where nothing is. An empty field says nothing. */
export function findUnusualPair(
  { assets, networks }: Registry,
  ticker: string,
  networkId: string,
): { path: 'asset' | 'network'; message: string } | undefined {
  if (ticker === '') return undefined;
  const asset = assets.find((known) => known.ticker === ticker);
  if (!asset) return { path: 'asset', message: 'Not in the console’s table of assets; check the ticker.' };
  if (networkId === '' || asset.networks.includes(networkId)) return undefined;
  const label = networks.find(({ id }) => id === networkId)?.label ?? networkId;
  return { path: 'network', message: `${ticker} is not known to be sent on ${label}. Check it with the recipient.` };
}

/** Why an amount has more decimals than the asset can have; undefined where it has not, or where nobody stated how many there are. */
export function checkDecimals({ ticker, decimals }: Asset, value: string): string | undefined {
  const given = /\.([0-9]*)$/.exec(value)?.[1]?.length ?? 0;
  if (decimals === undefined || given <= decimals) return undefined;
  return `${ticker} has ${decimals === 0 ? 'no' : decimals} decimal${decimals === 1 ? '' : 's'}; this has ${given}. Leave out what is too many.`;
}
