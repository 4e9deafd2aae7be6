import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Encodes 20 bytes as an address whose capital letters are its checksum (EIP-55). */
export function encodeEvmAddress(bytes: Uint8Array): string {
  const digits = bytesToHex(bytes);
  const check = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const isUpper = (index: number) => Number.parseInt(check[index] ?? '0', 16) >= 8;
  return `0x${Array.from(digits, (digit, index) => (isUpper(index) ? digit.toUpperCase() : digit)).join('')}`;
}
