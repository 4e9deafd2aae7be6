import type { Amount } from '@/lib/money/amounts';
import type { NetworkId } from '@/lib/networks/networks';

/** Terms of an asset beyond its networks (lib/networks/assets). Prices and limits are invented and constant. */
export interface AssetTerms {
  decimals: number;
  /** Price of one whole unit, in US cents. */
  priceCents: number;
  minimum: Amount;
  maximum: Amount;
  /** Network fee of a withdrawal by network, in the asset itself. */
  fees: Partial<Record<NetworkId, Amount>>;
}

const TERMS: Readonly<Record<string, AssetTerms>> = {
  BTC: { decimals: 8, priceCents: 9_650_000, minimum: '0.0001', maximum: '10000', fees: { BITCOIN: '0.00005' } },
  // A fee with a digit in the last decimal, so that sums of 18 decimals occur.
  ETH: {
    decimals: 18,
    priceCents: 345_000,
    minimum: '0.001',
    maximum: '100000',
    fees: { ETHEREUM: '0.000420000000000001' },
  },
  SOL: { decimals: 9, priceCents: 18_250, minimum: '0.01', maximum: '1000000', fees: { SOLANA: '0.000005' } },
  LTC: { decimals: 8, priceCents: 8_900, minimum: '0.01', maximum: '1000000', fees: { LITECOIN: '0.001' } },
  BCH: { decimals: 8, priceCents: 47_500, minimum: '0.01', maximum: '1000000', fees: { BITCOIN_CASH: '0.0002' } },
  USDC: {
    decimals: 6,
    priceCents: 100,
    minimum: '0.01',
    maximum: '1000000000',
    fees: { ETHEREUM: '1.25', BASE: '0.02', POLYGON_POS: '0.03', SOLANA: '0.01' },
  },
  PYUSD: {
    decimals: 6,
    priceCents: 100,
    minimum: '0.01',
    maximum: '1000000000',
    fees: {
      ETHEREUM: '1.25',
      SOLANA: '0.01',
      STELLAR: '0.0001',
      ARBITRUM_ONE: '0.05',
      POLYGON_POS: '0.03',
      XLAYER: '0.004',
    },
  },
  USDG: {
    decimals: 6,
    priceCents: 100,
    minimum: '0.01',
    maximum: '1000000000',
    fees: { ETHEREUM: '1.25', SOLANA: '0.01', INK: '0.002', XLAYER: '0.004', ROBINHOOD: '0.003' },
  },
  USDP: {
    decimals: 18,
    priceCents: 100,
    minimum: '0.01',
    maximum: '1000000000',
    fees: { ETHEREUM: '1.25', SOLANA: '0.01' },
  },
  PAXG: { decimals: 18, priceCents: 265_000, minimum: '0.001', maximum: '100000', fees: { ETHEREUM: '0.0005' } },
  AAVE: { decimals: 18, priceCents: 28_000, minimum: '0.01', maximum: '1000000', fees: { ETHEREUM: '0.005' } },
  LINK: { decimals: 18, priceCents: 1_850, minimum: '0.1', maximum: '10000000', fees: { ETHEREUM: '0.07' } },
  UNI: { decimals: 18, priceCents: 980, minimum: '0.1', maximum: '10000000', fees: { ETHEREUM: '0.13' } },
  AVAX: { decimals: 18, priceCents: 2_500, minimum: '0.01', maximum: '1000000', fees: { AVALANCHE: '0.0005' } },
  BNB: { decimals: 18, priceCents: 90_000, minimum: '0.001', maximum: '100000', fees: { BNB: '0.00002' } },
  DOGE: { decimals: 8, priceCents: 15, minimum: '1', maximum: '100000000', fees: { DOGECOIN: '0.5' } },
  SUI: { decimals: 9, priceCents: 160, minimum: '0.1', maximum: '10000000', fees: { SUI: '0.002' } },
};

// Some supported assets are missing from the table (lib/networks/assets); these terms let them move.
const UNKNOWN_TERMS: AssetTerms = { decimals: 18, priceCents: 100, minimum: '0', maximum: '1000000000', fees: {} };
const UNKNOWN_FEE: Amount = '0.01';

/**
 * Stablecoins that the issuer mints and that can be debited from a USD balance (`balance_asset` in
 * docs/specification/service-interface.md#withdrawal-request).
 */
export const ISSUER_STABLECOINS: readonly string[] = ['PYUSD', 'USDG', 'USDP'];

/** Returns the terms of an asset; generous ones for an asset that is not in the table. */
export function termsOf(ticker: string): AssetTerms {
  return (Object.hasOwn(TERMS, ticker) ? TERMS[ticker] : undefined) ?? UNKNOWN_TERMS;
}

/** Tells whether the table has a fee of an asset on a network. */
export function hasFee(ticker: string, network: NetworkId): boolean {
  return termsOf(ticker).fees[network] !== undefined;
}

/** Returns the constant fee of a withdrawal over a network, in the asset itself. */
export function networkFee(ticker: string, network: NetworkId): Amount {
  return termsOf(ticker).fees[network] ?? UNKNOWN_FEE;
}
