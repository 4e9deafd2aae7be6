import { ASSETS } from '@/lib/networks/assets';
import type { NetworkId } from '@/lib/networks/networks';
import { ISSUER_STABLECOINS, networkFee, termsOf } from '@/sandbox/assets';
import { drawUnits } from '@/sandbox/history/draw-units';
import { writeAmounts, type Movement } from '@/sandbox/history/movement';
import { type Draw, uuidFrom } from '@/sandbox/random';
import type { TransferRecord } from '@/sandbox/transfer';
import { dollars, toUnits } from '@/sandbox/units';

// Each asset equally often, then any of its networks.
const ROUTES = ASSETS.map(({ ticker, networks }) => ({
  asset: ticker,
  networks: networks as [NetworkId, ...NetworkId[]],
})) as [Route, ...Route[]];

interface Route {
  asset: string;
  networks: [NetworkId, ...NetworkId[]];
}

/** A deposit or withdrawal over a blockchain. */
export function drawCryptoMovement(
  type: 'CRYPTO_DEPOSIT' | 'CRYPTO_WITHDRAWAL',
  draw: Draw,
  addressOf: (network: NetworkId, number: number) => string,
): Movement {
  const { asset, networks } = draw.pick(ROUTES);
  const network = draw.pick(networks);
  const { decimals, priceCents } = termsOf(asset);
  const units = drawUnits(draw, decimals, priceCents);
  const isDeposit = type === 'CRYPTO_DEPOSIT';
  // Deposits are mostly free; where they are not, a thousandth is kept back.
  const feeUnits = isDeposit ? (draw.oneIn(20) ? units / 1000n : 0n) : toUnits(networkFee(asset, network), decimals);
  const direction = isDeposit ? 'CREDIT' : 'DEBIT';
  const amounts = writeAmounts(direction, units, feeUnits, decimals);
  // The service leaves out the zero before the point now and then (service-facts, "Fields").
  if (amounts.amount.startsWith('0.') && draw.oneIn(32)) amounts.amount = amounts.amount.slice(1);
  return {
    type,
    direction,
    asset,
    ...amounts,
    network,
    details: {
      ...drawConversion(asset, draw),
      destination_address: addressOf(network, draw.next()),
      crypto_network: network,
      notional_value: dollars(units + feeUnits, decimals, priceCents),
    },
  };
}

// An issuer's stablecoin may move against the USD balance; what the conversion says of itself is usually nothing.
function drawConversion(asset: string, draw: Draw): Partial<TransferRecord> {
  if (!ISSUER_STABLECOINS.includes(asset) || !draw.oneIn(4)) return {};
  const other = () => uuidFrom(draw.next(), draw.next(), draw.next(), draw.next());
  return {
    balance_asset: 'USD',
    auto_conversion: draw.oneIn(3) ? { from_transfer_id: other(), to_transfer_id: other() } : {},
  };
}
