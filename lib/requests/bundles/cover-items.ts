import { sha256Hex } from '@/lib/proof/bytes';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import { bundleHashInput } from '@/lib/requests/bundles/bundles';

/** What a rejection of items of a batch names: their bytes, and the version of each by its position. */
export interface RejectedItems {
  bundleSha256: string;
  rows: Record<number, number>;
}

/** Names the items that one rejection covers, and no other. */
export async function rejectItems(items: readonly BatchItem[]): Promise<RejectedItems> {
  const inOrder = items.toSorted((a, b) => a.position - b.position);
  return {
    bundleSha256: await hashItems(inOrder),
    rows: Object.fromEntries(inOrder.map(({ position, version }) => [position, version])),
  };
}

/** What an approval of items of a batch names: their bytes, what was looked at, what was chosen and entered. */
export interface CoveredItems {
  bundleSha256: string;
  looks: Record<number, string>;
  chosen: Record<number, string>;
  amounts: Record<number, string>;
}

/**
 * Names the items that one approval covers. `chosen` holds the addresses that the person chose, by position; only those
 * of items with similar addresses are named. `amounts` holds those that they entered, of items that ask for it.
 */
export async function coverItems(
  items: readonly BatchItem[],
  chosen: Readonly<Record<number, string>> = {},
  amounts: Readonly<Record<number, string>> = {},
): Promise<CoveredItems> {
  const inOrder = items.toSorted((a, b) => a.position - b.position);
  const named = (valueOf: (item: BatchItem) => string | false | undefined) =>
    Object.fromEntries(
      inOrder.flatMap((item): [number, string][] => {
        const value = valueOf(item);
        return value === undefined || value === false ? [] : [[item.position, value]];
      }),
    );
  return {
    bundleSha256: await hashItems(inOrder),
    looks: named(({ look }) => look?.seen),
    chosen: named(({ look, position }) => look?.isSimilar === true && chosen[position]),
    amounts: named(({ look, position }) => look?.isAmountAsked === true && amounts[position]),
  };
}

const hashItems = (inOrder: readonly BatchItem[]) =>
  sha256Hex(
    bundleHashInput(
      'batch',
      inOrder.map(({ bodySha256 }) => bodySha256),
    ),
  );
