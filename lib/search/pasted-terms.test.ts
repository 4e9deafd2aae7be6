import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasSeveralTerms, splitPastedTerms } from '@/lib/search/pasted-terms';
import { mintReference } from '@/lib/withdrawals/reference';

const reference = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{3,40}[0-9]$/);
const separator = fc.constantFrom(
  '\n',
  '\r\n',
  ',',
  ', ',
  ';',
  ' ; ',
  '\t',
  ' ',
  '  ',
  '\u00a0',
  '\n\n',
  '",\n"',
  "', '",
  ' | ',
);

const bare = (text: string) => text.replace(/[\s\p{Cf}\u0085"'`“”‘’«»,;|]/gu, '');

describe('splitPastedTerms', () => {
  it('gives back the joined terms in their order, whatever the separators', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(reference, separator), { minLength: 1, maxLength: 400 }), (given) => {
        const text = given.map(([term, after]) => term + after).join('');
        expect(splitPastedTerms(text)).toEqual(given.map(([term]) => term));
      }),
    );
  });

  it('drops only separators and surrounding characters, and splits nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const terms = splitPastedTerms(text);
        expect(bare(terms.join(''))).toBe(bare(text));
        expect(terms).not.toContain('');
        expect(terms.flatMap(splitPastedTerms)).toEqual(terms);
      }),
    );
  });

  it('keeps words together that only together name something', () => {
    expect(splitPastedTerms('Batch 12\nINV-1187 INV-1188\n0.5 BTC')).toEqual([
      'Batch 12',
      'INV-1187',
      'INV-1188',
      '0.5 BTC',
    ]);
  });

  it('keeps a payment link whole, whatever its texts hold', () => {
    const link = 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1&label=A,B;1234|5678';
    expect(splitPastedTerms(`${link}\nINV-1187,INV-1188`)).toEqual([link, 'INV-1187', 'INV-1188']);
    expect(hasSeveralTerms(link)).toBe(false);
  });

  it('keeps addresses and hashes whole', () => {
    const terms = [
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      `0x${'ab1'.repeat(21)}c`,
    ];
    expect(splitPastedTerms(terms.join(' '))).toEqual(terms);
  });

  it('reads a column of a spreadsheet with quotes, empty cells and a byte order mark', () => {
    expect(splitPastedTerms('\uFEFF"INV-1187"\r\n\r\n"INV-1188"\t\r\n')).toEqual(['INV-1187', 'INV-1188']);
  });
});

describe('hasSeveralTerms', () => {
  it.each(['INV-1187\nINV-1188', 'INV-1187 INV-1188', 'INV-1187, INV-1188;INV-1189'])(
    '%j has several terms',
    (text) => {
      expect(hasSeveralTerms(text)).toBe(true);
    },
  );

  it('knows the console’s own references, those without a digit too', () => {
    expect(hasSeveralTerms('cs-kmsmjwztngpb CS-KMSMJWZTNGPC')).toBe(true);
    fc.assert(
      fc.property(fc.array(fc.uuid(), { minLength: 2, maxLength: 20 }), (keys) =>
        hasSeveralTerms(keys.map(mintReference).join(' ')),
      ),
    );
  });

  it.each([
    '',
    'INV-1187',
    '0.5 BTC',
    '0,5 BTC',
    '1,250.75 USDC',
    'Batch 12',
    '5aA3 b605 3F3E 94C9',
    'customer payout, order 12',
    'Überweisung № 7',
  ])('%j is one term', (text) => {
    expect(hasSeveralTerms(text)).toBe(false);
  });
});
