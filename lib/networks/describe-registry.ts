import type { Asset, Registry } from '@/lib/networks/assets';
import { describeDuration } from '@/lib/transfers/typical-duration';
import type { AddressFamily, Network } from '@/lib/networks/networks';

/** Address families as they are called where one chooses among them. */
export const FAMILY_WORDS: Record<AddressFamily, string> = {
  bitcoin: 'Bitcoin',
  'bitcoin-cash': 'Bitcoin Cash',
  litecoin: 'Litecoin',
  evm: 'EVM (Ethereum and alike)',
  solana: 'Solana',
  stellar: 'Stellar',
};

/** What the table says of something, by what it is called; what it does not say is absent. */
export type RegistryFact = [name: string, value: string];

/** What the table says of an asset. */
export function factsOfAsset({ networks, decimals }: Asset, labelOf: (id: string) => string): RegistryFact[] {
  return [
    ['Networks', networks.map(labelOf).join(', ')],
    ['Decimals', decimals === undefined ? 'not stated' : String(decimals)],
  ];
}

/** What the table says of a network. */
export function factsOfNetwork({
  label,
  family,
  usesMemo,
  usualSeconds,
  explorerTransaction,
  explorerAddress,
}: Network): RegistryFact[] {
  return [
    ['Name', label],
    ['Addresses', family === undefined ? 'cannot be checked' : FAMILY_WORDS[family]],
    ['Memo', usesMemo ? 'recipients need one' : 'not needed'],
    ['Usually takes', usualSeconds === undefined ? 'not stated' : describeDuration(usualSeconds * 1000)],
    ['Explorer, transactions', explorerTransaction ?? 'none'],
    ['Explorer, addresses', explorerAddress ?? 'none'],
  ];
}

/** The name of a network in a table; its id where the table does not have it. */
export function labelIn({ networks }: Registry): (id: string) => string {
  return (id) => networks.find((network) => network.id === id)?.label ?? id;
}
