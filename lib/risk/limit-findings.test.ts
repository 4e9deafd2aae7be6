import { expect, it } from 'vitest';
import { listLimitFindings } from '@/lib/risk/limit-findings';
import { nameLine, sortByWeight } from '@/lib/risk/sort-findings';

it('names a limit that is passed among what calls for attention, and counts the others as normal', () => {
  const lines = listLimitFindings([
    { text: '60 of 100 LINK today', isOver: false },
    { text: '101 LINK today, this one included, is more than 100 LINK', isOver: true },
    { text: 'Unknown use of 5 LINK today, which counts as over the limit: it was not measured.', isOver: true },
  ]);
  const { attention, normal } = sortByWeight(lines);
  expect(normal.map(({ text }) => text)).toEqual(['60 of 100 LINK today']);
  // One finding, since two of one name would be shown once.
  expect(attention.map(nameLine)).toEqual([
    {
      title: 'Over a policy limit',
      rest:
        '101 LINK today, this one included, is more than 100 LINK; ' +
        'Unknown use of 5 LINK today, which counts as over the limit: it was not measured.',
    },
  ]);
});
