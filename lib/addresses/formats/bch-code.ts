/** Alphabet of bech32 and CashAddr: a character stands for the 5 bits of its index. */
export const BCH_ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** A BCH code: a checksum that is the remainder of a division of polynomials over 5-bit words. */
export interface BchCode {
  bits: bigint;
  generators: readonly bigint[];
}

/** BIP 173, "Checksum". */
export const BECH32_CODE: BchCode = {
  bits: 30n,
  generators: [0x3b6a57b2n, 0x26508e6dn, 0x1ea119fan, 0x3d4233ddn, 0x2a1462b3n],
};

/** CashAddr, "Checksum". */
export const CASH_ADDRESS_CODE: BchCode = {
  bits: 40n,
  generators: [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n],
};

/** Computes the remainder of a sequence of words, which begins with a 1. */
export function computeRemainder(code: BchCode, words: readonly number[]): bigint {
  return words.reduce((remainder, word) => shift(code, remainder) ^ BigInt(word), 1n);
}

/** Makes a function that gives the remainder of a sequence whose only set bit is that many from the end. */
export function createBitEffect(code: BchCode): (bit: number) => bigint {
  const effects = Array.from({ length: 5 }, (_, bit) => 1n << BigInt(bit));
  return (bit) => {
    while (effects.length <= bit) effects.push(shift(code, effects.at(-5) ?? 0n));
    return effects[bit] ?? 0n;
  };
}

/** Gives the 5-bit value of each character; -1 for a character outside the alphabet. */
export function toWords(text: string): number[] {
  return Array.from(text, (character) => BCH_ALPHABET.indexOf(character));
}

function shift({ bits, generators }: BchCode, remainder: bigint): bigint {
  const top = Number(remainder >> (bits - 5n));
  let shifted = (remainder & ((1n << (bits - 5n)) - 1n)) << 5n;
  for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) shifted ^= generator;
  return shifted;
}
