import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/**
 * Encodes a version byte and a 20-byte hash as a base58 address with a checksum, such as
 * "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu".
 */
export function encodeBase58check(version: number, hash: Uint8Array): string {
  return base58check.encode(Uint8Array.of(version, ...hash));
}
