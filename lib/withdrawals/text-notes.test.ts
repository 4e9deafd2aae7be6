import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '@/scripts/testing/data/any-character';
import { findNetwork } from '@/lib/networks/networks';
import { EMPTY_BENEFICIARY } from '@/lib/withdrawals/beneficiary-form';
import { explainMemo } from '@/lib/withdrawals/memo';
import { findTextNotes, type IdentifyingTexts } from '@/lib/withdrawals/text-notes';

const NO_TEXTS: IdentifyingTexts = { memo: '', referenceId: '', metadata: [], beneficiary: EMPTY_BENEFICIARY };
const STELLAR = findNetwork('STELLAR');
const notesOf = (texts: Partial<IdentifyingTexts>, network = STELLAR) =>
  findTextNotes({ ...NO_TEXTS, ...texts }, network).map(({ message }) => message);

describe('a memo that calls for a second look', () => {
  it.each<[memo: string, says: string]>([
    ['1.23457E+17', 'so digits are missing'],
    ['1,23457E+17', 'so digits are missing'],
    ['1E+17', 'so digits are missing'],
    ['1.0483756E8', 'so digits are missing'],
    ['#N/A', 'error message'],
    ['#NAME?', 'error message'],
    ['#WERT!', 'error message'],
    ['#¡VALOR!', 'error message'],
    ['#DIV/0!', 'error message'],
    ['#NV', 'error message'],
    ['Err:502', 'error message'],
    ['########', 'error message'],
    ['104837562.0', 'decimal zero'],
    ['104837562,00', 'decimal zero'],
    ['123456789012345000', 'after its 15th digit'],
    ["'104837562", 'apostrophe'],
    ['’104837562', 'apostrophe'],
    ['="00123"', 'formula'],
    ['"104837562"', 'quotation marks'],
    ['104,837,562', 'separators between its digits'],
    ['2-Jan', 'is a date'],
    ['n/a', 'placeholder'],
    ['10483\u200B7562', 'does not show (U+200B)'],
    ['10483\u00AD7562', 'does not show (U+00AD)'],
    ['10483\u202E7562', 'changes the direction of the text (U+202E)'],
    ['10483\u00A07562', 'no ordinary one'],
    ['１０４８３', 'digits of another script'],
    ['18446744073709551616', '2^64'],
    ['99999999999999999999', '2^64'],
  ])('is %s', (memo, says) => {
    const [note = '', ...more] = notesOf({ memo });
    expect(more).toEqual([]);
    expect(note).toMatch(/^The memo “/u);
    expect(note).toContain(says);
  });

  it.each([
    '104837562',
    '18446744073709551615',
    '0',
    '123456789012345678',
    '1234567890123450',
    'desk 4',
    'INV-2291',
    '5E12',
    "O'Neill",
    'f'.repeat(64),
    '#4711',
    'Zahlung Müller',
  ])('is not %s', (memo) => {
    expect(notesOf({ memo })).toEqual([]);
  });

  it('has the limit of a memo ID on Stellar alone', () => {
    expect(notesOf({ memo: '18446744073709551616' }, findNetwork('SOLANA'))).toEqual([]);
  });
});

describe('other texts that a recipient goes by', () => {
  it('are named by their field', () => {
    const texts: Partial<IdentifyingTexts> = {
      referenceId: '104837562.0',
      metadata: [
        { key: 'ticket', value: 'OPS-1' },
        { key: 'invoice', value: '1.23457E+17' },
        { key: 'cost\u200Bcentre', value: '' },
      ],
      beneficiary: { ...EMPTY_BENEFICIARY, kind: 'person', firstName: '#N/A', lastName: 'By\u202Eron' },
    };
    expect(findTextNotes({ ...NO_TEXTS, ...texts }, STELLAR)).toMatchObject([
      { path: 'referenceId', message: expect.stringMatching(/^The reference “104837562.0” /u) },
      { path: 'beneficiary.firstName', message: expect.stringMatching(/^The first name of the beneficiary “#N\/A” /u) },
      { path: 'beneficiary.lastName', message: expect.stringContaining('U+202E') },
      { path: 'metadata.1.value', message: expect.stringMatching(/^The metadata value of “invoice” “1.23457E\+17” /u) },
      { path: 'metadata.2.key', message: expect.stringContaining('U+200B') },
    ]);
  });

  it('are found inside the JSON of a beneficiary', () => {
    const json = JSON.stringify({ institution_details: { name: 'Bank\u200B', codes: ['#REF!'] } });
    expect(notesOf({ beneficiary: { ...EMPTY_BENEFICIARY, kind: 'json', json } })).toEqual([
      expect.stringContaining('institution_details.name'),
      expect.stringContaining('institution_details.codes.0'),
    ]);
  });

  it('may be versions, sums and quotations', () => {
    const metadata = ['1.0', '1,500', '"as agreed"', 'null and void', '12-May'].map((value, index) => ({
      key: `key-${index}`,
      value,
    }));
    expect(notesOf({ metadata })).toEqual([]);
  });
});

describe('any text', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 120 });

  it('gives notes that show every hidden character', () => {
    fc.assert(
      fc.property(text, text, (memo, json) => {
        const beneficiary = { ...EMPTY_BENEFICIARY, kind: 'json' as const, json };
        for (const message of notesOf({ memo, beneficiary, metadata: [{ key: json, value: memo }] }))
          expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });

  it('has at most 28 bytes as a memo on Stellar', () => {
    fc.assert(
      fc.property(text, (memo) => {
        const bytes = Buffer.byteLength(memo.trim().normalize('NFC'));
        expect(explainMemo(memo, STELLAR) === undefined).toBe(bytes <= 28 || /^[0-9a-f]{64}$/i.test(memo.trim()));
        expect(explainMemo(memo, findNetwork('SOLANA'))).toBeUndefined();
      }),
    );
  });
});

describe('a memo on Stellar', () => {
  it.each<[memo: string, bytes: number]>([
    ['a'.repeat(29), 29],
    ['ü'.repeat(15), 30],
    ['f'.repeat(63), 63],
    [`0x${'f'.repeat(64)}`, 66],
  ])('is too long: %s', (memo, bytes) => {
    expect(explainMemo(memo, STELLAR)).toContain(`This memo has ${bytes} bytes.`);
  });

  it.each(['a'.repeat(28), 'ü'.repeat(14), 'F'.repeat(64), '', 'u\u0308'.repeat(14)])('takes %s', (memo) => {
    expect(explainMemo(memo, STELLAR)).toBeUndefined();
  });
});
