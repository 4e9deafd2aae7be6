import type { AddressFamily } from '@/lib/networks/network-definition';

// Shared by so many addresses that it distinguishes none: also the version of SegWit, the letter for the kind of hash,
// and the second letter of a Stellar account, in which only two bits belong to the key.
const COMMON: Record<AddressFamily, RegExp> = {
  bitcoin: /^(?:bc1.|[13])/,
  litecoin: /^(?:ltc1.|[LM])/,
  'bitcoin-cash': /^bitcoincash:./,
  dogecoin: /^[DA9]/,
  evm: /^0x/,
  solana: /^(?!)/,
  stellar: /^[GM][A-D]/,
  sui: /^0x/,
};

// Characters that many typefaces draw alike, each group by one of it. The case of letters is dropped before.
const TWINS: Record<string, string> = { o: '0', i: '1', l: '1', z: '2', s: '5', b: '8' };

/**
 * Gives the part of an address in normal form that a person compares: without the characters that all addresses of the
 * family share, and with one character for all that look the same.
 */
export function significantPart(normal: string, family?: AddressFamily): string {
  const common = family ? (COMMON[family].exec(normal)?.[0].length ?? 0) : 0;
  return normal
    .slice(common)
    .toLowerCase()
    .replace(/[oilzsb]/g, (letter) => TWINS[letter] ?? letter);
}
