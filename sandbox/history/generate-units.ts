import type { SeededRandom } from '@/sandbox/random';
import { powerOfTen } from '@/sandbox/units';

const MAGNITUDES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const;

/**
 * Generates an amount worth between 10 and 10 million US dollars, in smallest units: some are round, most have the
 * decimals that people write, one in twenty has every decimal, and one in twenty is one unit off a round number.
 */
export function generateUnits(random: SeededRandom, decimals: number, priceCents: number): bigint {
  const cents = BigInt(1 + random.below(99)) * BigInt(random.pick(MAGNITUDES));
  const units = (cents * powerOfTen(decimals)) / BigInt(priceCents);
  const round = roundDown(units);
  const style = random.below(20);
  // Such as 1.250000000000000001, which a float would round.
  if (style === 0) return round + 1n;
  if (style < 8) return round;
  const irregular = units + (units * BigInt(random.next())) / 0x1_0000_0000n;
  return style === 8 ? irregular : keepDecimals(irregular, decimals, priceCents);
}

/** Cuts an amount to cents of what is worth a dollar, and to six decimals of other coins, eight of the dearest. */
function keepDecimals(units: bigint, decimals: number, priceCents: number): bigint {
  const kept = priceCents <= 100 ? 2 : priceCents < 1_000_000 ? 6 : 8;
  const step = powerOfTen(Math.max(0, decimals - kept));
  return units < step ? units : (units / step) * step;
}

// Keeps three leading digits.
function roundDown(units: bigint): bigint {
  const digits = units.toString().length;
  const step = powerOfTen(Math.max(0, digits - 3));
  return (units / step) * step;
}
