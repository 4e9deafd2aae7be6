import type { Asset, Registry } from '@/lib/networks/assets';
import { formatDurationToSeconds } from '@/lib/text/duration';
import type { AddressFamily, Network } from '@/lib/networks/network-definition';
import { resolveNetwork } from '@/lib/networks/networks';

/** Labels of the address families. */
export const FAMILY_LABELS: Record<AddressFamily, string> = {
  bitcoin: 'Bitcoin',
  'bitcoin-cash': 'Bitcoin Cash',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
  evm: 'EVM (Ethereum and similar)',
  solana: 'Solana',
  stellar: 'Stellar',
  sui: 'Sui',
};

/** A fact about an asset or a network, for people, such as `['Decimals', '18']`. */
export type RegistryFact = [name: string, value: string];

/** Describes an asset of a registry; `labelOf` gives the label of a network ID. */
export function describeAsset(asset: Asset, labelOf: (id: string) => string): RegistryFact[] {
  return [
    ['Networks', asset.networks.map(labelOf).join(', ')],
    ['Decimals', describeDecimals(asset, labelOf)],
  ];
}

/** Describes the decimals of an asset, such as "6 (Stellar: 7)"; "not stated" where there are none. */
export function describeDecimals({ decimals, networkDecimals }: Asset, labelOf: (id: string) => string): string {
  const differing = Object.entries(networkDecimals ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, own]) => `${labelOf(id)}: ${own}`)
    .join(', ');
  const general = decimals === undefined ? 'not stated' : String(decimals);
  return differing === '' ? general : `${general} (${differing})`;
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

/** Makes a function that gives the label of a network in a registry; where the registry does not have it, as its
 * definition or its ID says. */
export function networkLabelsIn({ networks }: Registry): (id: string) => string {
  return (id) => resolveNetwork(id, networks).label;
}
