import { createHash } from 'node:crypto';
import { base32nopad, base58, bech32, bech32m } from '@scure/base';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { checkAddress } from '@/lib/addresses/check-address';
import { findNetwork, KNOWN_NETWORKS, type NetworkId } from '@/lib/networks/networks';
import { encodeBase58check } from '@/sandbox/addresses/base58check';
import { encodeCashAddress } from '@/sandbox/addresses/cash-address';
import { generateAddress } from '@/sandbox/addresses/generate-address';
import { encodeEvmAddress } from '@/sandbox/addresses/evm-address';
import { encodeSegwit } from '@/sandbox/addresses/segwit';
import { encodeStellarAddress } from '@/sandbox/addresses/stellar-address';
import { SeededRandom } from '@/sandbox/random';

const random = new SeededRandom(1);
const draws = (network: NetworkId) => Array.from({ length: 60 }, () => generateAddress(network, random));
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

// Test vectors from the networks' own documents: the same key hash in each spelling.
describe('encoded addresses match the networks', () => {
  it('BIP 173: the key hash 751e...3bd6 in bech32, and BIP 350: the taproot of the generator point in bech32m', () => {
    expect(encodeSegwit('bc', 0, bytes('751e76e8199196d454941c45d1b3a323f1433bd6'))).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
    expect(encodeSegwit('bc', 1, bytes('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'))).toBe(
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    );
  });

  it('CashAddr: the first test vector and its old spelling are the same hash', () => {
    const hash = bytes('76a04053bda0a88bda5177b86a15c3b29f559873');
    expect(encodeCashAddress(hash)).toBe('bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a');
    expect(encodeBase58check(0, hash)).toBe('1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu');
  });

  it('EIP-55: the letters of its examples', () => {
    for (const address of [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    ]) {
      expect(encodeEvmAddress(bytes(address.slice(2).toLowerCase()))).toBe(address);
    }
  });

  it('SEP-23: the first valid test case', () => {
    const account = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
    expect(encodeStellarAddress(base32nopad.decode(account).subarray(1, 33))).toBe(account);
  });
});

describe('generated addresses have a valid checksum', () => {
  it('Bitcoin, in all five spellings', () => {
    const addresses = draws('BITCOIN');
    expect(
      new Set(
        addresses.map((address) =>
          address.startsWith('bc1') ? `${address.slice(0, 4)}${address.length}` : address[0],
        ),
      ),
    ).toEqual(new Set(['bc1q42', 'bc1q62', 'bc1p62', '1', '3']));
    expect(addresses.filter((address) => !isBitcoinLike(address))).toEqual([]);
  });

  it('Litecoin', () => {
    for (const address of draws('LITECOIN')) {
      expect(address).toMatch(/^(?:ltc1q|L|M)/);
      expect(isBitcoinLike(address)).toBe(true);
    }
  });

  it('Bitcoin Cash', () => {
    for (const address of draws('BITCOIN_CASH')) expect(cashChecksum(address)).toBe(0n);
  });

  it.each([
    'ETHEREUM',
    'POLYGON_POS',
    'BASE',
    'ARBITRUM_ONE',
    'INK',
    'XLAYER',
    'AVALANCHE',
    'BNB',
    'ROBINHOOD',
  ] as const)('%s', (network) => {
    for (const address of draws(network)) {
      const digits = address.slice(2);
      const check = bytesToHex(keccak_256(new TextEncoder().encode(digits.toLowerCase())));
      const capitals = digits.replace(/[0-9a-f]/gi, (digit, index: number) =>
        check.charAt(index) < '8' ? digit.toLowerCase() : digit.toUpperCase(),
      );
      expect(address).toBe(`0x${capitals}`);
    }
  });

  it('Solana: 32 bytes', () => {
    for (const address of draws('SOLANA')) expect(base58.decode(address)).toHaveLength(32);
  });

  it('Stellar: an account with its CRC', () => {
    for (const address of draws('STELLAR')) {
      const decoded = base32nopad.decode(address);
      expect([address.length, decoded[0]]).toEqual([56, 0x30]);
      expect(decoded[33]! | (decoded[34]! << 8)).toBe(crcByDivision(decoded.subarray(0, 33)));
    }
  });
});

it.each(KNOWN_NETWORKS.map(({ id }) => id))(
  'the console takes drawn addresses of %s for what they are, and has nothing to warn of',
  (network) => {
    for (const address of draws(network)) {
      const verdict = checkAddress(address, findNetwork(network));
      expect({ address, ...verdict }).toMatchObject({ address, state: 'valid' });
      expect(JSON.stringify(verdict)).not.toMatch(/lost|mistyped|without the EIP-55/);
    }
  },
);

// bech32 throws where its checksum is wrong.
function isBitcoinLike(address: string): boolean {
  if (/^(?:bc|ltc)1/.test(address)) {
    const isTaproot = address.startsWith('bc1p');
    return (isTaproot ? bech32m : bech32).decode(address as `${string}1${string}`).words[0] === Number(isTaproot);
  }
  const decoded = base58.decode(address);
  return sha256(sha256(decoded.subarray(0, 21)))
    .subarray(0, 4)
    .equals(decoded.subarray(21));
}

function sha256(input: Uint8Array): Buffer {
  return createHash('sha256').update(input).digest();
}

// The remainder of the whole word sequence as a polynomial, computed differently from the code under test.
function cashChecksum(address: string): bigint {
  const words = Array.from('bitcoincash')
    .map((letter) => letter.charCodeAt(0) % 32)
    .concat(
      0,
      Array.from(address.slice(12), (letter) => 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(letter)),
    );
  const generators = { 1: 0x98f2bc8e61n, 2: 0x79b76d99e2n, 4: 0xf33e5fb3c4n, 8: 0xae2eabe2a8n, 16: 0x1e4f43e470n };
  let remainder = 1n;
  for (const word of words) {
    const top = Number(remainder / 2n ** 35n);
    remainder = (remainder % 2n ** 35n) * 32n + BigInt(word);
    for (const [bit, generator] of Object.entries(generators)) if ((top & Number(bit)) !== 0) remainder ^= generator;
  }
  return remainder ^ 1n;
}

// CRC-16/XMODEM as a long division of one big number by x^16 + x^12 + x^5 + 1.
function crcByDivision(input: Uint8Array): number {
  let rest = BigInt(`0x${bytesToHex(input)}0000`);
  for (let bit = BigInt(input.length * 8 + 15); bit >= 16n; bit -= 1n)
    if ((rest >> bit) & 1n) rest ^= 0x11021n << (bit - 16n);
  return Number(rest);
}
