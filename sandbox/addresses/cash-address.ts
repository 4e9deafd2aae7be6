import { bech32 } from '@scure/base';

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const PREFIX = 'bitcoincash';
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];

/** Encodes a 20-byte key hash as a Bitcoin Cash address with its prefix (CashAddr, version byte 0). */
export function encodeCashAddress(hash: Uint8Array): string {
  const payload = bech32.toWords(Uint8Array.of(0, ...hash));
  const prefix = Array.from(PREFIX, (letter) => letter.charCodeAt(0) & 31);
  const checksum = polymod([...prefix, 0, ...payload, 0, 0, 0, 0, 0, 0, 0, 0]);
  const checkWords = Array.from({ length: 8 }, (_, index) => Number((checksum >> BigInt(5 * (7 - index))) & 31n));
  return `${PREFIX}:${[...payload, ...checkWords].map((word) => ALPHABET[word]).join('')}`;
}

function polymod(words: readonly number[]): bigint {
  let check = 1n;
  for (const word of words) {
    const top = check >> 35n;
    check = ((check & 0x07ffffffffn) << 5n) ^ BigInt(word);
    for (const [bit, generator] of GENERATORS.entries()) if ((top >> BigInt(bit)) & 1n) check ^= generator;
  }
  return check ^ 1n;
}
