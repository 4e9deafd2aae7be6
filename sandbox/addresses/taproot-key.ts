import { hexToBytes } from '@noble/hashes/utils.js';
import type { SeededRandom } from '@/sandbox/random';

// The field of secp256k1 (SEC 2, section 2.4.1).
const P = 2n ** 256n - 2n ** 32n - 977n;

/**
 * Generates 32 bytes that are the x coordinate of a point on secp256k1, as a taproot output requires (BIP 341). Half of
 * all numbers qualify.
 */
export function generateTaprootKey(random: SeededRandom): Uint8Array {
  for (;;) {
    const hex = random.hex(8);
    const x = BigInt(`0x${hex}`);
    if (x < P && isSquare((x ** 3n + 7n) % P)) return hexToBytes(hex);
  }
}

// Euler's criterion.
function isSquare(value: bigint): boolean {
  let result = 1n;
  let base = value;
  for (let exponent = (P - 1n) / 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * base) % P;
    base = (base * base) % P;
  }
  return result === 1n;
}
