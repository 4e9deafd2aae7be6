import type { Amount } from '@/lib/money/amounts';
import type { NetworkId } from '@/lib/networks/networks';

/** What the sandbox knows of an asset beyond where it moves (lib/networks/assets). Prices and limits are made up and stand still. */
export interface AssetTerms {
  decimals: number;
  /** US cents for one whole unit. */
  priceCents: number;
  minimum: Amount;
  maximum: Amount;
  /** What sending costs, by network, in the asset itself. */
  fees: Partial<Record<NetworkId, Amount>>;
}

const TERMS: Readonly<Record<string, AssetTerms>> = {
  BTC: { decimals: 8, priceCents: 9_650_000, minimum: '0.0001', maximum: '10000', fees: { BITCOIN: '0.00005' } },
  // A fee with a last digit, so that sums of 18 decimals are seen.
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
    fees: { ETHEREUM: '1.25', SOLANA: '0.01', INK: '0.002', XLAYER: '0.004' },
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
};

// An asset outside the table may be right all the same (lib/networks/assets), so it moves under terms that let it.
const UNKNOWN_TERMS: AssetTerms = { decimals: 18, priceCents: 100, minimum: '0', maximum: '1000000000', fees: {} };
const UNKNOWN_FEE: Amount = '0.01';

/** Stablecoins that are minted by the issuer and can be debited from a USD balance (section 2.1, balance_asset). */
export const ISSUER_STABLECOINS: readonly string[] = ['PYUSD', 'USDG', 'USDP'];

/** The terms of an asset. One that the table does not know gets generous ones. */
export function termsOf(ticker: string): AssetTerms {
  return (Object.hasOwn(TERMS, ticker) ? TERMS[ticker] : undefined) ?? UNKNOWN_TERMS;
}

/** What sending an asset over a network costs, in that asset. The same every time. */
export function networkFee(ticker: string, network: NetworkId): Amount {
  return termsOf(ticker).fees[network] ?? UNKNOWN_FEE;
}
