import { base32nopad } from '@scure/base';

const ACCOUNT_VERSION = 6 << 3;

/** Encodes a public key as a Stellar account, "G..." (SEP-23). */
export function encodeStellarAddress(key: Uint8Array): string {
  const payload = Uint8Array.of(ACCOUNT_VERSION, ...key);
  const checksum = crc16(payload);
  return base32nopad.encode(Uint8Array.of(...payload, checksum & 0xff, checksum >> 8));
}

// CRC-16/XMODEM.
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}
