import { addBySignature, type BySignature, findAlike } from '@/lib/addresses/find-alike';
import { computeProbes, computeSignature } from '@/lib/addresses/similarity';
import type { AddressFamily } from '@/lib/networks/network-definition';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress } from '@/lib/recipients/recipients';
import { describeTimes, labelTimes, orderByFindings } from '@/lib/requests/bundles/item-amounts';
import type { ItemFinding } from '@/lib/requests/bundles/looks';
import { joinList } from '@/lib/text/join-list';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** An item as far as it is compared with the others; `position` is zero-based. */
export interface ComparedItem {
  position: number;
  body: Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount' | 'total' | 'crypto_network' | 'destination_address'>;
}

/** What was found about the address or the amount of an item. */
export type AmongFinding = Required<ItemFinding>;

const MAX_NAMED = 3;

/**
 * Gives a function from the position of an item to what is found beside the others of its batch or sheet: an
 * address that resembles another one, and an amount far above the median.
 */
export function findAmongItems(items: readonly ComparedItem[]): (position: number) => AmongFinding[] {
  const similar = findSimilarItems(items);
  const times = new Map(
    orderByFindings(items.map((item) => ({ ...item, look: null }))).map((one) => [one.item.position, one.times]),
  );
  return (position) => {
    const others = similar.get(position) ?? [];
    const far = times.get(position);
    return [...(others.length > 0 ? [resembles(nameRows(others))] : []), ...(far === undefined ? [] : [isFar(far)])];
  };
}

const resembles = (rows: string): AmongFinding => ({
  about: 'address',
  label: `resembles ${rows}`,
  text: `The address closely resembles that of ${rows}.`,
});
const isFar = (times: number): AmongFinding => ({
  about: 'amount',
  label: `${labelTimes(times)} the median`,
  text: `${describeTimes(times)} the median of the batch.`,
});

/** Finds, by position, the positions of the first items whose other address resembles that of an item. */
function findSimilarItems(items: readonly ComparedItem[]): Map<number, number[]> {
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

const nameRows = (positions: readonly number[]) =>
  `${positions.length === 1 ? 'row' : 'rows'} ${joinList(positions.map((position) => String(position + 1)))}`;
