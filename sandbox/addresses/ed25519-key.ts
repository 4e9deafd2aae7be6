import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { SeededRandom } from '@/sandbox/random';

// The fixed header of a PKCS 8 private key of this curve (RFC 8410, section 7).
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Generates a 32-byte public key on the curve, as Solana and Stellar accounts are. */
export function generateEd25519Key(random: SeededRandom): Uint8Array {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, random.bytes(32)]), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
}
