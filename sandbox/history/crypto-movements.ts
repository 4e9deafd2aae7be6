import { ASSETS } from '@/lib/networks/assets';
import type { NetworkId } from '@/lib/networks/networks';
import { ISSUER_STABLECOINS, networkFee, termsOf } from '@/sandbox/assets';
import { type Draw, generateUnits } from '@/sandbox/history/generate-units';
import { writeAmounts, type Movement } from '@/sandbox/history/movement';
import { type SeededRandom, uuidFrom } from '@/sandbox/random';
import type { TransferRecord } from '@/sandbox/transfer';
import { dollars, toUnits } from '@/sandbox/units';

// Each asset is equally frequent, on any of its networks.
const ROUTES = ASSETS.map(({ ticker, networks }) => ({
  asset: ticker,
  networks: networks as [NetworkId, ...NetworkId[]],
})) as [Route, ...Route[]];

interface Route {
  asset: string;
  networks: [NetworkId, ...NetworkId[]];
}

/** Generates a deposit or withdrawal over a blockchain. */
export function generateCryptoMovement(
  type: 'CRYPTO_DEPOSIT' | 'CRYPTO_WITHDRAWAL',
  draw: Draw,
  addressOf: (network: NetworkId, number: number) => string,
): Movement {
  const { random } = draw;
  const { asset, networks } = random.pick(ROUTES);
  const network = random.pick(networks);
  const { decimals, priceCents } = termsOf(asset);
  const units = generateUnits(draw, decimals, priceCents);
  const isDeposit = type === 'CRYPTO_DEPOSIT';
  // Most deposits are free; the others cost a thousandth.
  const feeUnits = isDeposit ? (random.oneIn(20) ? units / 1000n : 0n) : toUnits(networkFee(asset, network), decimals);
  const direction = isDeposit ? 'CREDIT' : 'DEBIT';
  const amounts = writeAmounts({ direction, units, feeUnits, decimals });
  // The service sometimes omits the zero before the point (docs/specification/service-facts.md#fields).
  if (amounts.amount.startsWith('0.') && random.oneIn(32)) amounts.amount = amounts.amount.slice(1);
  return {
    type,
    direction,
    asset,
    ...amounts,
    network,
    details: {
      ...generateConversion(asset, random),
      destination_address: addressOf(network, random.next()),
      crypto_network: network,
      notional_value: dollars(units + feeUnits, decimals, priceCents),
    },
  };
}

// An issuer's stablecoin may move against the USD balance. The conversion is usually an empty object.
function generateConversion(asset: string, random: SeededRandom): Partial<TransferRecord> {
  if (!ISSUER_STABLECOINS.includes(asset) || !random.oneIn(4)) return {};
  const other = () => uuidFrom(random.next(), random.next(), random.next(), random.next());
  return {
    balance_asset: 'USD',
    auto_conversion: random.oneIn(3) ? { from_transfer_id: other(), to_transfer_id: other() } : {},
  };
}
