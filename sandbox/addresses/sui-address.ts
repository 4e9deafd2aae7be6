import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const ED25519_FLAG = 0;

/** Encodes an Ed25519 public key as a Sui address: the hash of a flag and the key. */
export function encodeSuiAddress(key: Uint8Array): string {
  return `0x${bytesToHex(blake2b(Uint8Array.of(ED25519_FLAG, ...key), { dkLen: 32 }))}`;
}
