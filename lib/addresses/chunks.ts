import type { AddressFamily } from '@/lib/networks/networks';

const CHUNK = /.{1,4}/gsu;

// What says which kind of address it is and is nearly the same for all of a family, set apart from what tells them apart.
const PREFIXES: Record<AddressFamily, RegExp> = {
  bitcoin: /^bc1/i,
  litecoin: /^ltc1/i,
  'bitcoin-cash': /^bitcoincash:/i,
  evm: /^0x/i,
  solana: /^(?!)/,
  stellar: /^(?!)/,
};
const ANY_PREFIX = /^(?:bc1|ltc1|bitcoincash:|0x)/i;

/** An address in pieces as people read them out: a prefix, which may be empty, and chunks of four characters. Together they are the address. */
export function chunkAddress(address: string, family?: AddressFamily): { prefix: string; chunks: string[] } {
  const prefix = (family ? PREFIXES[family] : ANY_PREFIX).exec(address)?.[0] ?? '';
  return { prefix, chunks: address.slice(prefix.length).match(CHUNK) ?? [] };
}
