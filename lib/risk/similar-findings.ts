import type { Resemblance } from '@/lib/addresses/similarity';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import { listToChoose, type RecipientChecks } from '@/lib/risk/recipient-checks';
import type { RiskLine } from '@/lib/risk/risk-facts';

/** Says in which way one address resembles another. */
export const RESEMBLANCES: Record<Resemblance, string> = {
  'same-ends': 'the same beginning or end',
  'few-differences': 'a few characters differ',
  reordered: 'the same characters in another order',
  'looks-same': 'characters that look the same',
};

/** How the id of a finding about one similar address begins. */
export const SIMILAR_ID = 'similar-';

/** Lists as findings what an address resembles. Hidden addresses are one finding, however many there are. */
export function listSimilarFindings({ similarAddresses }: Pick<RecipientChecks, 'similarAddresses'>): RiskLine[] {
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
      ...name(similar),
    })),
    ...(toChoose.length < similarAddresses.length ? [note] : []),
  ];
}

const NOTE = 'An open request names a similar address that is not in the address book.';

function name(similar: SimilarAddress): Pick<RiskLine, 'name' | 'text'> {
  if (similar.isHidden)
    return {
      name: 'resembles an address of another profile',
      text: 'Compare every character with the address that the recipient gave you.',
    };
  const known = similar.isOpen === true ? 'an address of an open request' : 'an address that was used before';
  const way = RESEMBLANCES[similar.resemblance];
  return {
    name: `resembles ${similar.name ?? known}`,
    text: `${way.charAt(0).toUpperCase()}${way.slice(1)}.`,
  };
}
