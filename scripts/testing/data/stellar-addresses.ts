import { generateKeyPairSync } from 'node:crypto';
import { base32nopad } from '@scure/base';

/** Makes the key of a new Stellar account. */
export function newStellarKey(): Buffer {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

/** Writes the account of a key (SEP-23). */
export const accountOf = (key: Buffer) => encode(6 << 3, key);

/** Writes the muxed account of a key with a memo ID (SEP-23). */
export function muxedOf(key: Buffer, memoId: bigint): string {
  const id = Buffer.alloc(8);
  id.writeBigUInt64BE(memoId);
  return encode(12 << 3, Buffer.concat([key, id]));
}

function encode(kind: number, payload: Buffer): string {
  const bytes = Buffer.concat([Buffer.from([kind]), payload]);
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc16(bytes));
  return base32nopad.encode(Buffer.concat([bytes, checksum]));
}

// CRC-16/XMODEM, bit by bit.
function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes)
    for (let bit = 7; bit >= 0; bit -= 1) {
      const isSet = ((crc >> 15) ^ (byte >> bit)) & 1;
      crc = ((crc << 1) ^ (isSet ? 0x1021 : 0)) & 0xffff;
    }
  return crc;
}
