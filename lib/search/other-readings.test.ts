import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasEnds } from '@/lib/search/match-other';
import { readOtherWays } from '@/lib/search/other-readings';

const HASH = `0x${'2d7f1e7b'.repeat(8)}`;
const ADDRESS = '0xAEb181EcDA315E6DAfaD21E896297d6a9a2cBE25';

describe('the identifiers in a text', () => {
  it.each<[string, string[]]>([
    ['Hi, where is payment settle-8aa5b0eb please?', ['settle-8aa5b0eb']],
    ['your ref: po-92edca28 (5,500 USDC)', ['po-92edca28']],
    ['ref:INV-2026-0003.', ['ref:INV-2026-0003', 'INV-2026-0003']],
    ['#INV-2026-0003', ['INV-2026-0003']],
    ['INV–2026–0003', ['INV-2026-0003']],
    ['“INV-2026-0003” and INV-2026-0004', ['INV-2026-0003', 'INV-2026-0004']],
    [`tx ${HASH} not arrived`, [HASH]],
    [`https://scan.example/tx/${HASH}`, [HASH]],
    [`scan.example/address/${ADDRESS}#tokens`, [ADDRESS]],
    [`https://scan.example/explorer/transactions/btc/${HASH.slice(2)}?from=mail`, [HASH.slice(2)]],
    [
      'to bitcoincash:qp4np570rtg9c72dw9e9anm33ujsl8ftl5q7hqfwf5',
      ['bitcoincash:qp4np570rtg9c72dw9e9anm33ujsl8ftl5q7hqfwf5', 'qp4np570rtg9c72dw9e9anm33ujsl8ftl5q7hqfwf5'],
    ],
    ['0xAE b181 EcDA 315E 6DAf aD21 E896 297d 6a9a 2cBE 25', [ADDRESS]],
    ['settle-8aa5b0eb', []],
    ['paid 5,500.00 on 29/11/2026', []],
    ['two words', []],
  ])('%s', (text, keys) => {
    expect(readOtherWays(text).keys).toEqual(keys);
  });

  it('are at most eight', () => {
    const text = Array.from({ length: 30 }, (_, index) => `INV-${1000 + index}`).join(' ');
    expect(readOtherWays(text).keys).toHaveLength(8);
  });
});

describe('a shortened address', () => {
  it.each([
    ['0xAEb1…BE25', '0xAEb1', 'BE25'],
    ['0xAEb1...BE25', '0xAEb1', 'BE25'],
    ['0xAEb1 … BE25', '0xAEb1', 'BE25'],
    ['sent to 0xAEb1…BE25, or not?', '0xAEb1', 'BE25'],
    ['Lf4Cmt…vctj', 'Lf4Cmt', 'vctj'],
    ['bitcoincash:qp4n…wf5', 'bitcoincash:qp4n', 'wf5'],
    ['0xAEb1***BE25', '0xAEb1', 'BE25'],
  ])('%s', (text, begin, end) => {
    expect(readOtherWays(text)).toMatchObject({ ends: { begin, end }, keys: [] });
  });

  it.each(['…', 'a…b', 'wait... what', '0x…', '1.2.3', 'INV-1.2'])('%s is none', (text) => {
    expect(readOtherWays(text).ends).toBeUndefined();
  });

  it('is that of a longer text with the same ends, in any case, with or without a prefix', () => {
    const ends = { begin: '0xaeb1', end: 'be25' };
    expect(hasEnds(ADDRESS, ends)).toBe(true);
    expect(hasEnds('0xAEb1BE25', ends)).toBe(false);
    expect(hasEnds(ADDRESS.replace('25', '26'), ends)).toBe(false);
    expect(hasEnds('bitcoincash:qp4np570', { begin: 'qp4n', end: '570' })).toBe(true);
  });
});

describe('a reference that was read out', () => {
  it.each([
    ['NORTHWIND 48', 'northwind-48'],
    ['northwind48', 'northwind-48'],
    ['harbour reserve', 'harbour-reserve'],
    ['Inv 2026_11', 'inv-2026-11'],
    ['INV-2026-11', 'inv_2026-11'],
    ['tidewater payroll march late run 2', 'tidewater-payroll-march-late-run-2'],
  ])('%s may be %s', (text, reference) => {
    expect(readOtherWays(text).spellings).toContain(reference);
    expect(readOtherWays(text).spellings).not.toContain(text.toLowerCase());
  });

  it.each(['northwind', '1 250', '', 'one two three four five six seven', `${'a'.repeat(60)} 1`])(
    '%j has no other spelling',
    (text) => {
      expect(readOtherWays(text).spellings).toEqual([]);
    },
  );
});

it.each([
  ['travel rule rejected', 'TRAVEL_RULE_REJECTED'],
  ['TRAVEL_RULE_REJECTED', 'TRAVEL_RULE_REJECTED'],
  ['Travel-Rule', 'TRAVEL_RULE'],
  ['fees', undefined],
  ['INV-100', undefined],
  ['travel rule?', undefined],
])('%s may be the secondary status %s', (text, status) => {
  expect(readOtherWays(text).status).toBe(status);
});

it('takes the IDs of profiles and the keys of metadata for labels, and no long text', () => {
  expect(readOtherWays('p-ops').label).toBe('p-ops');
  expect(readOtherWays('cost centre').label).toBe('cost centre');
  expect(readOtherWays('***').label).toBeUndefined();
  expect(readOtherWays('a'.repeat(101)).label).toBeUndefined();
});

it('reads any text, and only parts of it', () => {
  const hostile = fc.constantFrom('\0', '\ud800', '…'.repeat(300), '\u202E0xAEb1…BE25', "';--", '((((((((', 'a:b:c:1');
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), hostile), (text) => {
      const { keys, ends, status } = readOtherWays(text);
      expect(keys.length).toBeLessThanOrEqual(8);
      expect(readOtherWays(text).spellings.length).toBeLessThanOrEqual(64);
      const plain = text.replaceAll(/\p{Pd}/gu, '-').replaceAll(/\s/gu, '');
      expect(
        [...keys, ends?.begin ?? '', ends?.end ?? ''].every((part) => plain.includes(part.replaceAll(/\p{Pd}/gu, '-'))),
      ).toBe(true);
      if (status !== undefined) expect(status).toMatch(/^[A-Z]+(?:_[A-Z]+)*$/);
    }),
  );
});
