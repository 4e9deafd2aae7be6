import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Items of a batch to one address on one network, in their order. */
export interface RecipientGroup<Item> {
  key: string;
  items: readonly Item[];
}

/** Names the address that a withdrawal goes to, as its bytes have it: one that is shown for a group is that of each. */
export function addressKey({
  crypto_network: network,
  destination_address: address,
}: Pick<WithdrawalBody, 'crypto_network' | 'destination_address'>): string {
  return `${network} ${address}`;
}

/** Groups items by the address that their body goes to. A group takes the place of its first item. */
export function groupByAddress<Item>(
  items: readonly Item[],
  bodyOf: (item: Item) => WithdrawalBody,
): RecipientGroup<Item>[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = addressKey(bodyOf(item));
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups].map(([key, own]) => ({ key, items: own }));
}

/** Counts the different addresses that items go to. */
export function countAddresses(items: readonly { body: WithdrawalBody }[]): number {
  return new Set(items.map(({ body }) => addressKey(body))).size;
}

/** Takes groups as long as they have at most so many items together, and leaves the others. */
export function takeGroups<Item>(
  groups: readonly RecipientGroup<Item>[],
  atMost: number,
): { taken: readonly RecipientGroup<Item>[]; left: readonly RecipientGroup<Item>[] } {
  let count = 0;
  const end = groups.findIndex(({ items }) => {
    count += items.length;
    return count > atMost;
  });
  return end === -1 ? { taken: groups, left: [] } : { taken: groups.slice(0, end), left: groups.slice(end) };
}
