import { sha256Hex } from '@/lib/proof/bytes';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import { bundleHashInput } from '@/lib/requests/bundles/bundles';

/** What an approval of items of a batch names: their bytes, what was looked at, and which addresses were chosen. */
export interface CoveredItems {
  bundleSha256: string;
  looks: Record<number, string>;
  chosen: Record<number, string>;
}

/**
 * Names the items that one approval covers. `chosen` holds the addresses that the person chose, by position; only those
 * of items with similar addresses are named.
 */
export async function coverItems(
  items: readonly BatchItem[],
  chosen: Readonly<Record<number, string>> = {},
): Promise<CoveredItems> {
  const inOrder = items.toSorted((a, b) => a.position - b.position);
  const named = (valueOf: (item: BatchItem) => string | false | undefined) =>
    Object.fromEntries(
      inOrder.flatMap((item): [number, string][] => {
        const value = valueOf(item);
        return value === undefined || value === false ? [] : [[item.position, value]];
      }),
    );
  const hashes = inOrder.map(({ bodySha256 }) => bodySha256);
  return {
    bundleSha256: await sha256Hex(bundleHashInput('batch', hashes)),
    looks: named(({ look }) => look?.seen),
    chosen: named(({ look, position }) => look?.isSimilar === true && chosen[position]),
  };
}
