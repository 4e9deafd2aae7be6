import type { Asset, Registry } from '@/lib/networks/assets';
import { formatDurationToSeconds } from '@/lib/transfers/typical-duration';
import type { AddressFamily, Network } from '@/lib/networks/networks';

/** Labels of the address families. */
export const FAMILY_LABELS: Record<AddressFamily, string> = {
  bitcoin: 'Bitcoin',
  'bitcoin-cash': 'Bitcoin Cash',
  litecoin: 'Litecoin',
  evm: 'EVM (Ethereum and similar)',
  solana: 'Solana',
  stellar: 'Stellar',
};

/** A fact about an asset or a network, for people, such as `['Decimals', '18']`. */
export type RegistryFact = [name: string, value: string];

/** Describes an asset of a registry; `labelOf` gives the label of a network ID. */
export function describeAsset({ networks, decimals }: Asset, labelOf: (id: string) => string): RegistryFact[] {
  return [
    ['Networks', networks.map(labelOf).join(', ')],
    ['Decimals', decimals === undefined ? 'not stated' : String(decimals)],
  ];
}

/** Describes a network of a registry. */
export function describeNetwork({
  label,
  family,
  usesMemo,
  usualSeconds,
  explorerTransaction,
  explorerAddress,
}: Network): RegistryFact[] {
  return [
    ['Name', label],
    ['Address format', family === undefined ? 'not checked' : FAMILY_LABELS[family]],
    ['Memo', usesMemo ? 'needed' : 'not needed'],
    ['Usual duration', usualSeconds === undefined ? 'not stated' : formatDurationToSeconds(usualSeconds * 1000)],
    ['Transaction explorer', explorerTransaction ?? 'none'],
    ['Address explorer', explorerAddress ?? 'none'],
  ];
}

/** Makes a function that gives the label of a network in a registry; the ID where the registry does not have it. */
export function networkLabelsIn({ networks }: Registry): (id: string) => string {
  return (id) => networks.find((network) => network.id === id)?.label ?? id;
}
