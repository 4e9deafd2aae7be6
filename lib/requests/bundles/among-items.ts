import { addBySignature, type BySignature, findAlike } from '@/lib/addresses/find-alike';
import { computeProbes, computeSignature } from '@/lib/addresses/similarity';
import type { AddressFamily } from '@/lib/networks/network-definition';
import { resolveNetwork } from '@/lib/networks/networks';
import { identifyAddress } from '@/lib/recipients/recipients';
import { describeTimes, labelTimes, orderByFindings } from '@/lib/requests/bundles/item-amounts';
import type { AmongFinding } from '@/lib/requests/bundles/looks';
import { askForPoint } from '@/lib/risk/typical-amount';
import { joinList } from '@/lib/text/join-list';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** An item as far as it is compared with the others; `position` is zero-based. */
export interface ComparedItem {
  position: number;
  body: Pick<WithdrawalBody, 'asset' | 'balance_asset' | 'amount' | 'total' | 'crypto_network' | 'destination_address'>;
}

/**
 * Finds what is named about an item, by its position. `isKnown` tells of each whether its recipient is in the address
 * book in force or was paid before (`isKnownRecipient`): of two addresses that resemble each other, only the other one
 * is named.
 */
export type FindAmong = (position: number, isKnown: (position: number) => boolean) => AmongFinding[];

const MAX_NAMED = 3;
// More than are named, so that those of known recipients are among them.
const MAX_COMPARED = 20;

/**
 * Compares the items of a batch or sheet with each other: which addresses resemble another one, and which amounts are
 * far above the median. Takes time, for all items at once.
 */
export function findAmongItems(items: readonly ComparedItem[]): FindAmong {
  const similar = findSimilarItems(items);
  const times = new Map(
    orderByFindings(items.map((item) => ({ ...item, look: null }))).map((one) => [one.item.position, one.times]),
  );
  return (position, isKnown) => {
    const { own = [], others = [] } = similar.get(position) ?? {};
    const known = others.filter((positions) => positions.some(isKnown));
    const named = [...known, ...(own.some(isKnown) ? [] : others.filter((positions) => !known.includes(positions)))]
      .flat()
      .slice(0, MAX_NAMED)
      .toSorted((a, b) => a - b);
    const far = times.get(position);
    return [...(named.length > 0 ? [resembles(named)] : []), ...(far === undefined ? [] : [isFar(far)])];
  };
}

const RESEMBLES = 'The address closely resembles that of';

/** Tells whether a finding says that an address resembles that of other rows, as those beside it show. */
export function isSaidOfRows(finding: string): boolean {
  return finding.startsWith(RESEMBLES);
}

const resembles = (positions: readonly number[]): AmongFinding => ({
  about: 'address',
  positions,
  label: `resembles ${nameRows(positions)}`,
  text: `${RESEMBLES} ${nameRows(positions)}.`,
});
const isFar = (times: number): AmongFinding => {
  const question = askForPoint(String(times), '1');
  return {
    about: 'amount',
    positions: [],
    label: `${labelTimes(times)} the median`,
    text: `${describeTimes(times)} the median of the batch. ${question}`.trim(),
    question,
  };
};

/** The positions of the items to one address, and of those to each address that resembles it. */
interface Similar {
  own: readonly number[];
  others: readonly (readonly number[])[];
}

/** Finds which addresses resemble that of an item, by its position; nothing for an address like no other. */
function findSimilarItems(items: readonly ComparedItem[]): Map<number, Similar> {
  const addresses = new Map<string, ItemAddress>();
  for (const { position, body } of items) {
    const network = resolveNetwork(body.crypto_network);
    const { family, normal } = identifyAddress(network, body.destination_address);
    const key = `${family} ${normal}`;
    const one = addresses.get(key) ?? { family, normal, format: network.family, positions: [] };
    one.positions.push(position);
    addresses.set(key, one);
  }
  const bySignature: BySignature<ItemAddress> = new Map();
  for (const one of addresses.values()) addBySignature(bySignature, one, computeSignature(one.normal, one.format));
  return new Map(
    [...addresses.values()].flatMap((one): [number, Similar][] => {
      const probes = computeProbes(one.normal, one.format);
      const found = findAlike({ ...one, probes }, bySignature, { atMost: MAX_COMPARED });
      const similar = { own: one.positions, others: found.map(({ other }) => other.positions) };
      return found.length === 0 ? [] : one.positions.map((position) => [position, similar]);
    }),
  );
}

/** An address of a batch with the positions of the items that go to it. */
interface ItemAddress {
  family: string;
  normal: string;
  format: AddressFamily | undefined;
  positions: number[];
}

const nameRows = (positions: readonly number[]) =>
  `${positions.length === 1 ? 'row' : 'rows'} ${joinList(positions.map((position) => String(position + 1)))}`;
