import { Field, FpIsSquare } from '@noble/curves/abstract/modular.js';
import { bytesToHex } from '@noble/hashes/utils.js';

// SEC 2, section 2.4.1.
const SECP256K1 = Field(2n ** 256n - 2n ** 32n - 977n);
// RFC 8032, section 5.1.
const ED25519 = Field(2n ** 255n - 19n);
const ED25519_D = ED25519.div(-121665n, 121666n);

// An address is read several times while a sheet is checked, and a curve takes a fifth of a millisecond each time.
const MAX_REMEMBERED = 5_000;
const remembered = new Map<string, boolean>();

/** Gives what a test of these bytes gave before, or runs it. */
function rememberBy(curve: string, bytes: Uint8Array, test: () => boolean): boolean {
  const key = curve + bytesToHex(bytes);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const isOn = test();
  remembered.set(key, isOn);
  return isOn;
}

/** Returns whether 32 bytes are the x coordinate of a point on secp256k1 (BIP 340, `lift_x`). */
export function isOnSecp256k1(x: Uint8Array): boolean {
  return rememberBy('secp256k1', x, () => testSecp256k1(x));
}

function testSecp256k1(x: Uint8Array): boolean {
  const value = BigInt(`0x${bytesToHex(x)}`);
  if (value >= SECP256K1.ORDER) return false;
  return FpIsSquare(SECP256K1, SECP256K1.add(SECP256K1.mul(SECP256K1.sqr(value), value), 7n));
}

/** Returns whether 32 bytes are a point on Ed25519: x² = (y² - 1) / (dy² + 1) has a root (RFC 8032, section 5.1.3). */
export function isOnEd25519(bytes: Uint8Array): boolean {
  return rememberBy('ed25519', bytes, () => testEd25519(bytes));
}

function testEd25519(bytes: Uint8Array): boolean {
  const isNegative = (bytes[31] ?? 0) >= 0x80;
  const y = BigInt(`0x${bytesToHex(bytes.toReversed())}`) % 2n ** 255n;
  if (y >= ED25519.ORDER) return false;
  const square = ED25519.sqr(y);
  const above = ED25519.sub(square, ED25519.ONE);
  const below = ED25519.add(ED25519.mul(ED25519_D, square), ED25519.ONE);
  // A quotient is a square where the product is; and there is no negative zero.
  return above === 0n ? !isNegative : FpIsSquare(ED25519, ED25519.mul(above, below));
}
