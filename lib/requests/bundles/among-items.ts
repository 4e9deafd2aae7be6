import { addBySignature, type BySignature, findAlike } from '@/lib/addresses/find-alike';
import { computeProbes, computeSignature } from '@/lib/addresses/similarity';
import type { AddressFamily } from '@/lib/networks/network-definition';
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
function findSimilarItems(items: readonly Item[]): Map<number, number[]> {
  const known = new Map<string, KnownItem>();
  for (const { position, body } of items) {
    const network = resolveNetwork(body.crypto_network);
    const { family, normal } = identifyAddress(network, body.destination_address);
    const one = known.get(`${family} ${normal}`) ?? { family, normal, format: network.family, positions: [] };
    one.positions.push(position);
    known.set(`${family} ${normal}`, one);
  }
  const bySignature: BySignature<KnownItem> = new Map();
  for (const one of known.values()) addBySignature(bySignature, one, computeSignature(one.normal, one.format));
  return new Map(
    [...known.values()].flatMap((one): [number, number[]][] => {
      const probes = computeProbes(one.normal, one.format);
      const found = findAlike({ ...one, probes }, bySignature, { atMost: MAX_NAMED })
        .flatMap(({ other }) => other.positions)
        .slice(0, MAX_NAMED)
        .toSorted((a, b) => a - b);
      return found.length === 0 ? [] : one.positions.map((position) => [position, found]);
    }),
  );
}

/** An address of a batch with the positions of the items that go to it. */
interface KnownItem {
  family: string;
  normal: string;
  format: AddressFamily | undefined;
  positions: number[];
}

const nameItems = (positions: readonly number[]) =>
  `${positions.length === 1 ? 'item' : 'items'} ${joinList(positions.map((position) => String(position + 1)))}`;
