import { computeProbes, computeSignature, findResemblance } from '@/lib/addresses/similarity';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress } from '@/lib/recipients/recipients';
import { describeTimes, orderByFindings } from '@/lib/requests/bundles/item-amounts';
import { joinList } from '@/lib/text/join-list';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

interface Item {
  position: number;
  body: WithdrawalBody;
}

const MAX_NAMED = 3;

/**
 * Gives a function from the position of an item to what is found beside the others of its batch, as sentences: an
 * address that resembles another one, and an amount far above the median.
 */
export function findAmongItems(items: readonly Item[]): (position: number) => string[] {
  const similar = findSimilarItems(items);
  const times = new Map(
    orderByFindings(items.map((item) => ({ ...item, look: null }))).map((one) => [one.item.position, one.times]),
  );
  return (position) => {
    const others = similar.get(position) ?? [];
    const far = times.get(position);
    return [
      ...(others.length > 0 ? [`The address closely resembles that of ${nameItems(others)}.`] : []),
      ...(far === undefined ? [] : [`${describeTimes(far)} the median of the batch.`]),
    ];
  };
}

/** Finds, by position, the positions of the first items whose other address resembles that of an item. */
export function findSimilarItems(items: readonly Item[]): Map<number, number[]> {
  const known = items.map(({ position, body }) => {
    const network = resolveNetwork(body.crypto_network);
    return { position, format: network.family, ...identifyAddress(network, body.destination_address) };
  });
  const bySignature = new Map<string, typeof known>();
  for (const one of known)
    for (const element of computeSignature(one.normal, one.format)) {
      const sharing = bySignature.get(element);
      if (sharing) sharing.push(one);
      else bySignature.set(element, [one]);
    }
  return new Map(
    known.flatMap(({ position, family, normal, format }): [number, number[]][] => {
      const found = new Set<number>();
      for (const probe of computeProbes(normal, format))
        for (const other of bySignature.get(probe) ?? []) {
          // A thousand rows that are all alike are not all compared.
          if (found.size === MAX_NAMED) break;
          const isOther = other.family === family && other.normal !== normal;
          if (isOther && findResemblance(normal, other.normal, format) !== undefined) found.add(other.position);
        }
      return found.size === 0 ? [] : [[position, [...found].toSorted((a, b) => a - b)]];
    }),
  );
}

const nameItems = (positions: readonly number[]) =>
  `${positions.length === 1 ? 'item' : 'items'} ${joinList(positions.map((position) => String(position + 1)))}`;
