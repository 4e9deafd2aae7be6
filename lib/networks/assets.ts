import { type Network, NETWORKS } from '@/lib/networks/networks';

/** Asset of the registry. */
export interface Asset {
  ticker: string;
  /** Networks on which the service sends the asset (docs/specification/service-facts.md#assets-and-networks). */
  networks: readonly string[];
  /** Decimal places; absent where not stated. */
  decimals?: number;
}

/**
 * Assets of the default registry. The service offers no call that lists them, so they are configuration; a withdrawal
 * of another asset can still be right.
 */
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

/** The known assets and networks: the default registry, or one that two administrators put in its place. */
export interface Registry {
  assets: readonly Asset[];
  networks: readonly Network[];
}

/** Registry of the console until administrators change it. */
export const DEFAULT_REGISTRY: Registry = { assets: ASSETS, networks: NETWORKS };

/** Finds an asset of the default registry; undefined for an unknown ticker. */
export function findAsset(ticker: string): Asset | undefined {
  return ASSETS.find((asset) => asset.ticker === ticker);
}

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
  const label = networks.find(({ id }) => id === networkId)?.label ?? networkId;
  return {
    path: 'network',
    message: `${ticker} is not known to be sent on ${label}. Check the network with the recipient.`,
  };
}

/** Explains an amount with more decimals than the asset has; undefined for any other, or where none is stated. */
export function explainExtraDecimals({ ticker, decimals }: Asset, value: string): string | undefined {
  const given = /\.([0-9]*)$/.exec(value)?.[1]?.length ?? 0;
  if (decimals === undefined || given <= decimals) return undefined;
  const allowed = `${decimals === 0 ? 'no' : decimals} decimal${decimals === 1 ? '' : 's'}`;
  return `${ticker} has ${allowed}, but this amount has ${given}. Remove the extra digits.`;
}
