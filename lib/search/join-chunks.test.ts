import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkAddress, shortenAddress } from '@/lib/addresses/chunks';
import { joinChunks } from '@/lib/search/join-chunks';
import { readOtherWays } from '@/lib/search/other-readings';

const ADDRESSES = [
  '0x4e111Ec07799939400000000000080536Ca51234',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  'bitcoincash:qp4np570rtg9c72dw9e9anm33ujsl8ftl5q7hqfwf5',
];

it.each(ADDRESSES)('joins what the console prints of %s', (address) => {
  const { prefix, chunks } = chunkAddress(address);
  expect(joinChunks([prefix, ...chunks].filter((part) => part !== '').join(' '))).toBe(address);
  expect(joinChunks(prefix + chunks.join(' '))).toBe(address);
  const { ends } = readOtherWays(joinChunks(shortenAddress(address)));
  expect(ends && address.startsWith(ends.begin) && address.endsWith(ends.end)).toBe(true);
  expect(ends && ends.begin.length + ends.end.length).toBeGreaterThan(12);
});

it.each([
  ['4e11 1Ec0 7799 9394', '4e111Ec077999394'],
  ['8053 6Ca5 12', '80536Ca512'],
  ['0x4e11 1Ec0', '0x4e111Ec0'],
  ['0x4e11 1Ec0...8053 6Ca5', '0x4e111Ec0...80536Ca5'],
])('joins the part %s', (text, joined) => {
  expect(joinChunks(text)).toBe(joined);
});

it.each([
  'NORTHWIND 48',
  'harbour reserve',
  '1250 5000 2500',
  '1 250.50 USDC',
  'rent INV7 from bank',
  'wait … what',
  'From 2026 … 2027',
  'paid 2026 INV7',
  '2026 INV7 A1B2',
])('leaves %s as it is', (text) => {
  expect(joinChunks(text)).toBe(text);
});

it('changes nothing but spaces, and never a text without them', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0x4eZz …. bc1'), maxLength: 60 }), (text) => {
      const joined = joinChunks(text);
      expect(joined.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      if (!text.includes(' ')) expect(joined).toBe(text);
      expect(joinChunks(joined)).toBe(joined);
    }),
  );
});

it.each([
  ['ltc1qgkd ahd0 … dfcg k9q', 'ltc1qgkdahd0…dfcgk9q'],
  ['bitcoincash:qzqc zahs … 43tu 7l', 'bitcoincash:qzqczahs…43tu7l'],
  ['bitcoincash: qzqc zahs', 'bitcoincash:qzqczahs'],
  ['bc1qw2q wmvh', 'bc1qw2qwmvh'],
])('joins what begins as an address of its network does, also where its chunks could be words: %s', (text, joined) => {
  expect(joinChunks(text)).toBe(joined);
});
