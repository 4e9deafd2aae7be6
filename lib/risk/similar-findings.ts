import { chunkAddress } from '@/lib/addresses/chunks';
import { markDifferences, type Resemblance } from '@/lib/addresses/similarity';
import { findNetwork } from '@/lib/networks/networks';
import type { KnownAddress, SimilarAddress } from '@/lib/recipients/recipients';
import { listToChoose, type RecipientChecks } from '@/lib/risk/recipient-checks';
import { SIMILAR_ID } from '@/lib/risk/findings';
import type { RiskLine } from '@/lib/risk/risk-facts';
import { joinList } from '@/lib/text/join-list';

const RESEMBLANCES: Record<Resemblance, string> = {
  'same-ends': 'the same beginning or end',
  'few-differences': 'a few characters differ',
  reordered: 'the same characters in another order',
  'looks-same': 'characters that look the same',
};

/**
 * Says in which way an address resembles a known one, with how many characters that is. `normal`: the address in normal
 * form; undefined where it is not known here.
 */
export function describeResemblance(
  { resemblance, address, network }: KnownAddress,
  normal: string | undefined,
): string {
  const counted = resemblance === 'same-ends' || resemblance === 'few-differences';
  if (!counted || normal === undefined) return RESEMBLANCES[resemblance];
  const pieces = markDifferences(normal, address, findNetwork(network)?.family).a.flat();
  if (resemblance === 'few-differences') {
    const count = sumLengths(pieces.filter(({ differs }) => differs));
    // What the known one has besides is marked there.
    return count === 0
      ? RESEMBLANCES[resemblance]
      : `${count} ${count === 1 ? 'character differs' : 'characters differ'}`;
  }
  // The prefix is that of every address of the network.
  const { prefix } = chunkAddress(normal, findNetwork(network)?.family);
  const first = sumLengths(takeWhile(pieces, isSame)) - prefix.length;
  const last = sumLengths(takeWhile(pieces.toReversed(), isSame));
  return `the same ${joinList([...(first > 0 ? [`first ${first}`] : []), ...(last > 0 ? [`last ${last}`] : [])])} characters`;
}

const isSame = ({ differs }: { differs: boolean }) => !differs;
const sumLengths = (pieces: readonly { text: string }[]) => pieces.reduce((sum, { text }) => sum + text.length, 0);

function takeWhile<Item>(items: readonly Item[], holds: (item: Item) => boolean): Item[] {
  const end = items.findIndex((item) => !holds(item));
  return items.slice(0, end === -1 ? items.length : end);
}

/** Lists as findings what an address resembles. Hidden addresses are one finding, however many there are. */
export function listSimilarFindings({
  similarAddresses,
  address,
}: Pick<RecipientChecks, 'similarAddresses'> & Partial<Pick<RecipientChecks, 'address'>>): RiskLine[] {
  if (similarAddresses === 'unavailable')
    return [
      {
        id: 'similar',
        state: 'unavailable',
        name: 'similar addresses not checked',
        text: 'Compare the address character by character with the one that the recipient gave you.',
      },
    ];
  const toChoose = listToChoose(similarAddresses);
  const note: RiskLine = { id: 'similar-note', state: 'notice', text: NOTE };
  return [
    ...toChoose.map((similar, index): RiskLine => ({
      id: `${SIMILAR_ID}${index}`,
      state: 'warn',
      ...name(similar, address?.state === 'valid' ? address.normal : undefined),
    })),
    ...(toChoose.length < similarAddresses.length ? [note] : []),
  ];
}

const NOTE = 'An open request names a similar address that is not in the address book.';

function name(similar: SimilarAddress, normal: string | undefined): Pick<RiskLine, 'name' | 'text'> {
  if (similar.isHidden)
    return {
      name: 'resembles an address of another profile',
      text: 'Compare every character with the address that the recipient gave you.',
    };
  const known = similar.isOpen === true ? 'an address of an open request' : 'an address that was used before';
  const way = describeResemblance(similar, normal);
  return {
    name: `resembles ${similar.name ?? known}`,
    text: `${way.charAt(0).toUpperCase()}${way.slice(1)}.`,
  };
}
