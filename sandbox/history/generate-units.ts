import type { SeededRandom } from '@/sandbox/random';
import { powerOfTen } from '@/sandbox/units';

/** The smallest amounts of an order, in US cents; the largest are 99 times as much, and an irregular one twice that. */
export type Magnitudes = readonly [number, ...number[]];
/** Amounts of a desk of some people: from 5 to some 40,000 US dollars. */
export const OF_A_DESK: Magnitudes = [500, 1_000, 2_000, 5_000, 10_000, 20_000];
/** Amounts of every length, up to 200 million US dollars: for tests of what reads them. */
export const OF_EVERY_LENGTH: Magnitudes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
/** Where amounts come from: their number, and how large they are. */
export interface Draw {
  random: SeededRandom;
  magnitudes: Magnitudes;
}

/**
 * Generates an amount in smallest units: some are round, most have the decimals that people write, one in twenty has
 * every decimal, and one in twenty is one unit off a round number.
 */
export function generateUnits({ random, magnitudes }: Draw, decimals: number, priceCents: number): bigint {
  const cents = BigInt(1 + random.below(99)) * BigInt(random.pick(magnitudes));
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
