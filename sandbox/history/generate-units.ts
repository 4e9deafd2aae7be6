import type { SeededRandom } from '@/sandbox/random';
import { powerOfTen } from '@/sandbox/units';

const MAGNITUDES = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000] as const;

/**
 * Generates an amount worth between 10 and 10 million US dollars, in smallest units: some are round, some irregular,
 * some one unit off a round number.
 */
export function generateUnits(random: SeededRandom, decimals: number, priceCents: number): bigint {
  const cents = BigInt(1 + random.below(99)) * BigInt(random.pick(MAGNITUDES));
  const units = (cents * powerOfTen(decimals)) / BigInt(priceCents);
  const round = roundDown(units);
  const style = random.below(20);
  // Such as 1.250000000000000001, which a float would round.
  if (style === 0) return round + 1n;
  if (style < 8) return round;
  return units + (units * BigInt(random.next())) / 0x1_0000_0000n;
}

// Keeps three leading digits.
function roundDown(units: bigint): bigint {
  const digits = units.toString().length;
  const step = powerOfTen(Math.max(0, digits - 3));
  return (units / step) * step;
}
