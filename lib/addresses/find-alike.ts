import { findResemblance, type Resemblance } from '@/lib/addresses/similarity';
import type { AddressFamily } from '@/lib/networks/network-definition';

/** An address in normal form, with the family of addresses within which it is compared. */
interface Comparable {
  family: string;
  normal: string;
}

/** Addresses by the elements of their signatures (lib/addresses/similarity.ts). */
export type BySignature<Other> = Map<string, Other[]>;

/** Adds an address to those that are found by its signature. */
export function addBySignature<Other>(index: BySignature<Other>, other: Other, signature: readonly string[]): void {
  for (const element of signature) {
    const sharing = index.get(element);
    if (sharing) sharing.push(other);
    else index.set(element, [other]);
  }
}

/**
 * Finds the addresses that resemble one, each once and at most so many, of those that `isCompared` lets through: a
 * thousand that are all alike are not all compared.
 */
export function findAlike<Other extends Comparable>(
  { family, normal, format, probes }: Comparable & { format: AddressFamily | undefined; probes: readonly string[] },
  index: ReadonlyMap<string, readonly Other[]>,
  { atMost, isCompared = () => true }: { atMost: number; isCompared?: (other: Other) => boolean },
): { other: Other; resemblance: Resemblance }[] {
  const seen = new Set<string>();
  const alike: { other: Other; resemblance: Resemblance }[] = [];
  for (const probe of probes)
    for (const other of index.get(probe) ?? []) {
      if (alike.length === atMost) return alike;
      if (seen.has(other.normal) || other.family !== family || other.normal === normal || !isCompared(other)) continue;
      seen.add(other.normal);
      const resemblance = findResemblance(normal, other.normal, format);
      if (resemblance) alike.push({ other, resemblance });
    }
  return alike;
}
