import { expect, it } from 'vitest';
import type { AddressVerdict } from '@/lib/addresses/check-address';
import type { SimilarAddress } from '@/lib/recipients/recipients';
import { listSimilarFindings } from '@/lib/risk/similar-findings';
import { nameLine } from '@/lib/risk/sort-findings';

const KNOWN: SimilarAddress = {
  network: 'ETHEREUM',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  resemblance: 'few-differences',
  name: 'Northwind Settlement',
  lastPaidAt: null,
};
const titles = (similarAddresses: SimilarAddress[] | 'unavailable') =>
  listSimilarFindings({ similarAddresses }).map((line) => `${line.state}: ${nameLine(line).title}`);

it('names what an address resembles, each a finding, and no name that is hidden', () => {
  expect(titles([KNOWN, { ...KNOWN, name: null }, { ...KNOWN, name: null, isOpen: true }, { isHidden: true }])).toEqual(
    [
      'warn: Resembles Northwind Settlement',
      'warn: Resembles an address that was used before',
      'warn: Resembles an address of an open request',
      'warn: Resembles an address of another profile',
    ],
  );
  const noted: SimilarAddress = { ...KNOWN, name: null, isOpen: true, isNote: true };
  expect(titles([noted, KNOWN, noted])).toEqual([
    'warn: Resembles Northwind Settlement',
    'notice: An open request names a similar address that is not in the address book',
  ]);
  expect(titles('unavailable')).toEqual(['unavailable: Similar addresses not checked']);
  expect(titles([])).toEqual([]);
  const address: AddressVerdict = {
    state: 'valid',
    normal: '0x5aaec00000000000000000000000000000000eaed',
    kind: '',
    notes: [],
  };
  const textOf = (similar: SimilarAddress) =>
    listSimilarFindings({ similarAddresses: [similar], address }).map(({ text }) => text);
  expect(textOf({ ...KNOWN, resemblance: 'same-ends' })).toEqual(['The same first 4 and last 4 characters.']);
  const oneOff = '0x5aaec00000000000000000000000000000000ebed';
  expect(textOf({ ...KNOWN, address: oneOff })).toEqual(['1 character differs.']);
  const ids = listSimilarFindings({ similarAddresses: [KNOWN, KNOWN] }).map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
});
