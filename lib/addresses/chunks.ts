import type { AddressFamily } from '@/lib/networks/network-definition';

const CHUNK = /.{1,4}/gsu;

// Names the kind of address and is nearly the same for a whole family, so it is set apart from the rest.
const PREFIXES: Record<AddressFamily, RegExp> = {
  bitcoin: /^bc1/i,
  litecoin: /^ltc1/i,
  'bitcoin-cash': /^bitcoincash:/i,
  dogecoin: /^(?!)/,
  evm: /^0x/i,
  solana: /^(?!)/,
  stellar: /^(?!)/,
  sui: /^0x/i,
};
const ANY_PREFIX = /^(?:bc1|ltc1|bitcoincash:|0x)/i;

/**
 * Splits an address into the pieces in which people read it out: a prefix, which may be empty, and chunks of four
 * characters. Joined together they are the address.
 */
export function chunkAddress(address: string, family?: AddressFamily): { prefix: string; chunks: string[] } {
  const prefix = (family ? PREFIXES[family] : ANY_PREFIX).exec(address)?.[0] ?? '';
  return { prefix, chunks: address.slice(prefix.length).match(CHUNK) ?? [] };
}

/**
 * Shortens an address to its ends for an overview, such as “0x5aAe b605 … Ef1B eAed”; one with little between them
 * stays whole. Never where an address is decided on.
 */
export function shortenAddress(address: string, family?: AddressFamily): string {
  const { prefix, chunks } = chunkAddress(address, family);
  const [first = '', ...others] = chunks.length > 5 ? [...chunks.slice(0, 2), '…', ...chunks.slice(-2)] : chunks;
  return [`${prefix}${first}`, ...others].join(' ');
}
