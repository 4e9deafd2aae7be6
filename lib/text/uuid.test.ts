import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileKey } from '@/lib/profiles/find-name';
import { canonicalId, canonicalIds, isAsciiId, isSameId, listIdSpellings, UUID } from '@/lib/text/uuid';

const ID = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';

describe('an identifier', () => {
  it.each([
    ID,
    ID.toUpperCase(),
    ` ${ID}\n`,
    ID.replaceAll('-', ''),
    `{${ID}}`,
    `urn:uuid:${ID}`,
    `URN:UUID:${ID.toUpperCase()}`,
    '0B0B-1c9e-6c1f-4a53-9d0e-2f8a-7f0c-1e11',
  ])('that is a UUID has one form: %j', (spelling) => {
    expect(canonicalId(spelling)).toBe(ID);
    expect(isSameId(spelling, ID)).toBe(true);
  });

  it.each(['p-ops', 'P-Ops', 'ffff', `${ID}0`, ID.slice(1), ID.replace('0', 'g'), `{${ID}`, '', '-', 'urn:uuid:'])(
    'that is no UUID stays as it is: %j',
    (id) => {
      expect(canonicalId(` ${id} `)).toBe(id);
    },
  );

  it('is compared without the case of its letters, by ASCII only', () => {
    expect(isSameId('P-OPS', 'p-ops')).toBe(true);
    expect(isSameId('p-ops', 'p-ops2')).toBe(false);
    // The Kelvin sign becomes a k in lower case.
    expect(isSameId('\u212A-1', 'k-1')).toBe(false);
    expect(isSameId(undefined, 'p-ops')).toBe(false);
    expect([isAsciiId('p-ops'), isAsciiId('р-ops'), isAsciiId('p ops'), isAsciiId('０b')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('is once in a list, in its first spelling', () => {
    expect(canonicalIds([ID.toUpperCase(), 'p-ops', ID, 'P-OPS'])).toEqual([ID, 'p-ops']);
    expect(listIdSpellings(`{${ID}}`)).toEqual([`{${ID}}`, ID, ID.toUpperCase()]);
    expect(listIdSpellings('p-ops')).toEqual(['p-ops']);
  });

  it('has the same form again in its form, and one relation that is an equivalence', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
    );
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(canonicalId(canonicalId(one))).toBe(canonicalId(one));
        expect(isSameId(one, canonicalId(one))).toBe(true);
        expect(isSameId(one, other)).toBe(isSameId(other, one));
      }),
    );
    fc.assert(
      fc.property(fc.uuid(), fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }), (id, isCapital) => {
        const spelling = Array.from(id, (letter, index) => (isCapital[index] ? letter.toUpperCase() : letter)).join('');
        expect(canonicalId(spelling)).toBe(id);
        expect(UUID.test(canonicalId(spelling))).toBe(true);
      }),
    );
  });
});

it('compares identifiers as their keys do', () => {
  const id = fc.oneof(
    fc.uuid(),
    fc.uuid().map((text) => `{${text.toUpperCase()}}`),
    fc.stringMatching(/^[@A-Za-z[`\u212A{~ -]{0,4}$/),
    fc.stringMatching(/^[ ]{0,3}[a-fA-F]{31,33}[ ]{0,3}$/),
  );
  fc.assert(
    fc.property(id, id, fc.boolean(), (one, other, isVariant) => {
      const second = isVariant ? one.toUpperCase() : other;
      expect(isSameId(one, second)).toBe(profileKey(one) === profileKey(second));
    }),
  );
});
