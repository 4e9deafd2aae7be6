import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  textIndexSupport,
  findMatch,
  looksLikeReference,
  mayBeReference,
  readTransferId,
  readSearchTerm,
  type SearchTerm,
} from '@/lib/search/search-terms';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

const ACCOUNT = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
const ID = '2f1c9c1e-8a53-4f6e-9d58-6f3f7b0a4c11';

function term(text: string): SearchTerm {
  const read = readSearchTerm(text);
  if (!read) throw new Error('the text must have a search term');
  return read;
}

describe('a pasted link', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const hash = `0x${'ab'.repeat(32)}`;
  it.each([
    [`ethereum:${address}@137?value=1&label=A,B`, address],
    [` https://etherscan.io/address/${address} `, address],
    [`https://etherscan.io/tx/${hash}`, hash],
    ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ:104837562', ACCOUNT],
    // Of a link that is refused, nothing is taken.
    ['bitcoin:0x00?amount=1', 'bitcoin:0x00?amount=1'],
    ['https://example.com/INV-1', 'https://example.com/INV-1'],
  ])('is a search for its address or hash: %s', (text, found) => {
    expect(readSearchTerm(text)?.text).toBe(found);
  });
});

describe('a typed search', () => {
  it.each([
    ['0.5 BTC', '0.5', 'BTC'],
    ['btc 0.5', '0.5', 'BTC'],
    ['0,5 btc', '0.5', 'BTC'],
    ['.25ETH', '0.25', 'ETH'],
    ['1,250.5 usdc', '1250.5', 'USDC'],
    ['1.250,5 usdc', '1250.5', 'USDC'],
    ['1,250,000 usdc', '1250000', 'USDC'],
    ['1 250.5\u00A0USDC', '1250.5', 'USDC'],
    ['−0.5 BTC', '0.5', 'BTC'],
    ['USDG 100', '100', 'USDG'],
    ['btc -0.5', '0.5', 'BTC'],
  ])('%s is an amount', (typed, amount, asset) => {
    expect(term(typed).money).toEqual({ amounts: [amount], asset });
  });

  it.each(['0.5', 'BTC', '0.5 BTC ETH', 'INV-100', '1e5 BTC1 x', '1.2.3 BTC', '5 b', `${'1'.repeat(61)}.5 BTC`, ID])(
    '%s is no amount with an asset',
    (typed) => {
      expect(term(typed).money).toBeUndefined();
    },
  );

  it('is trimmed of spaces and invisible characters', () => {
    expect(term(' \u200B\uFEFF\t INV 1\u202E\u200D\n').text).toBe('INV 1');
    expect(readSearchTerm(' \u200B\n\0 ')).toBeUndefined();
    expect(readSearchTerm('')).toBeUndefined();
    expect(term('a\ud800').text).toBe('a\uFFFD');
  });

  it.each([
    [ID, true, true],
    [ID.toUpperCase(), true, true],
    [ID.slice(0, 30), true, false],
    ['tr_9f8a-77', true, true],
    ['INV-2026-11', true, true],
    ['treasury-november', true, true],
    ['november', false, false],
    ['two words 12', false, false],
    ['a'.repeat(201), false, false],
    ['....', false, false],
  ])('%s can be looked up at the service: as a reference %s, as an ID %s', (typed, asReference, asId) => {
    expect([looksLikeReference(term(typed)), readTransferId(term(typed)) !== undefined]).toEqual([asReference, asId]);
  });

  it.each([
    ['abc', true, true],
    ['ab', true, false],
    ['R-1', true, true],
    ['--', false, false],
    ['🎉🎉🎉', false, false],
    ['日本語', true, true],
  ])('%s can be found in texts: as a whole %s, as a part %s', (typed, whole, part) => {
    expect(textIndexSupport(term(typed))).toEqual({ whole, part });
  });
});

it.each([
  ['November payout, März', true],
  ['A1', true],
  ['日本語', true],
  ['a'.repeat(500), true],
  ['a'.repeat(501), false],
  ['12345', true],
  ['ALDER 4711', true],
  ['0.5 BTC', false],
  ['1,250.75', false],
  ['−0,5', false],
])('%s may be a reference: %s', (typed, isPossible) => {
  expect(mayBeReference(term(typed))).toBe(isPossible);
});

it('takes every text without a digit for a possible reference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), (typed) => {
      const read = readSearchTerm(typed);
      fc.pre(read !== undefined && !/\p{Nd}/u.test(typed));
      return read !== undefined && mayBeReference(read);
    }),
  );
});

it('a UUID is looked up in lower case', () => {
  expect(readTransferId(term(ID.toUpperCase()))).toBe(ID);
});

describe('the match of a transfer', () => {
  const transfer: TransferRow = {
    id: ID,
    flaws: [],
    ref_id: 'PO-1187',
    memo: 'po-1187 for march',
    destination_address: '0x4e111Ec07799939412a480536Ca5',
    amount: '1.50',
    total: '1.6',
    asset: 'BTC',
    metadata: { invoice: 'X-99', 'order "id"': { nested: 1187 } },
    auto_conversion: { to_transfer_id: 'other-one' },
  };
  it.each<[string, string, Match['how']]>([
    ['po-1187', 'ref_id', 'exact'],
    ['po-118', 'ref_id', 'prefix'],
    ['po-1187 for', 'memo', 'prefix'],
    ['PO-11', 'ref_id', 'prefix'],
    ['march', 'memo', 'contains'],
    ['x-99', 'metadata.invoice', 'exact'],
    ['nested":1187', 'metadata.order "id"', 'contains'],
    ['OTHER-ONE', 'auto_conversion', 'exact'],
    ['1.5 btc', 'amount', 'exact'],
    ['btc 1.600', 'total', 'exact'],
    ['nowhere', 'record', 'contains'],
    ['4e11 1Ec0 7799', 'destination_address', 'prefix'],
  ])('%s: %s, %s', (typed, field, how) => {
    expect(findMatch(transfer, term(typed), how)).toEqual({ field, how });
  });

  it.each<[string, string, Match['how']]>([
    ['po-1187', 'ref_id', 'prefix'],
    ['PO-1187', 'ref_id', 'contains'],
    [ID.toUpperCase(), 'id', 'contains'],
  ])('%s is the whole %s, though it was found as %s', (typed, field, how) => {
    expect(findMatch(transfer, term(typed), how)).toEqual({ field, how: 'exact' });
  });
});
