import { ASSETS } from '@/lib/networks/assets';
import { termsOf } from '@/sandbox/assets';
import { drawUnits } from '@/sandbox/history/draw-units';
import { writeAmounts, type Movement } from '@/sandbox/history/movement';
import { Draw, mix, uuidFrom } from '@/sandbox/random';

const TICKERS = ['USD', ...ASSETS.map((asset) => asset.ticker)] as [string, ...string[]];
const ONE_PAIR_IN = 12;
// From the second to the first.
const WAYS = [
  ['p-ops', 'p-treasury'],
  ['p-treasury', 'p-ops'],
  ['p-customers', 'p-ops'],
  ['p-small', 'p-treasury'],
] as const;

/**
 * One side of a movement between two profiles, or undefined where the number belongs to none. The two sides are
 * neighbours: the even number is the credit and the odd one before it in time the debit. Both draw from the even number.
 */
export function drawInternalMovement(seed: number, number: number, size: number): Movement | undefined {
  const creditNumber = number - (number % 2);
  const draw = new Draw(mix(seed, creditNumber));
  if (creditNumber + 1 >= size || !draw.oneIn(ONE_PAIR_IN)) return undefined;
  const family = draw.oneIn(3) ? 'PAXOS_TRANSFER' : 'INTERNAL_TRANSFER';
  const asset = draw.pick(TICKERS);
  const { decimals, priceCents } = asset === 'USD' ? { decimals: 2, priceCents: 100 } : termsOf(asset);
  const direction = number === creditNumber ? 'CREDIT' : 'DEBIT';
  const [creditedProfile, debitedProfile] = draw.pick(WAYS);
  return {
    type: `${family}_${direction}`,
    direction,
    asset,
    ...writeAmounts(direction, drawUnits(draw, decimals, priceCents), 0n, decimals),
    profileId: direction === 'CREDIT' ? creditedProfile : debitedProfile,
    details: { group_id: uuidFrom(draw.next(), draw.next(), draw.next(), draw.next()) },
  };
}
