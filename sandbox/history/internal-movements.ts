import { ASSETS } from '@/lib/networks/assets';
import { termsOf } from '@/sandbox/assets';
import { generateUnits, type Magnitudes } from '@/sandbox/history/generate-units';
import { writeAmounts, type Movement } from '@/sandbox/history/movement';
import { SeededRandom, mix, uuidFrom } from '@/sandbox/random';

const TICKERS = ['USD', ...ASSETS.map((asset) => asset.ticker)] as [string, ...string[]];
const INTERNAL_SHARE = 12;
// Credited profile, then debited profile.
const PROFILE_PAIRS = [
  ['p-ops', 'p-treasury'],
  ['p-treasury', 'p-ops'],
  ['p-customers', 'p-ops'],
  ['p-small', 'p-treasury'],
] as const;

/**
 * Generates one side of a movement between two profiles, or returns undefined for a number that is not part of one. The
 * two sides are neighbours: the even number is the credit, the odd number before it in time the debit. Both are
 * generated from the even number.
 */
export function generateInternalMovement(
  seed: number,
  number: number,
  { size, magnitudes }: { size: number; magnitudes: Magnitudes },
): Movement | undefined {
  const creditNumber = number - (number % 2);
  const random = new SeededRandom(mix(seed, creditNumber));
  if (creditNumber + 1 >= size || !random.oneIn(INTERNAL_SHARE)) return undefined;
  const family = random.oneIn(3) ? 'PAXOS_TRANSFER' : 'INTERNAL_TRANSFER';
  const asset = random.pick(TICKERS);
  const { decimals, priceCents } = asset === 'USD' ? { decimals: 2, priceCents: 100 } : termsOf(asset);
  const direction = number === creditNumber ? 'CREDIT' : 'DEBIT';
  const [creditedProfile, debitedProfile] = random.pick(PROFILE_PAIRS);
  return {
    type: `${family}_${direction}`,
    direction,
    asset,
    ...writeAmounts({
      direction,
      units: generateUnits({ random, magnitudes }, decimals, priceCents),
      feeUnits: 0n,
      decimals,
    }),
    profileId: direction === 'CREDIT' ? creditedProfile : debitedProfile,
    details: { group_id: uuidFrom(random.next(), random.next(), random.next(), random.next()) },
  };
}
