import fc from 'fast-check';

const SURROGATES_START = 0xd800;
const SURROGATES = 0x800;

/**
 * Any character that a text can hold, as `fc.string({ unit: anyCharacter })` puts texts together. The `binary` unit of
 * fast-check draws the same ones, and takes a second to build its table of them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: 0x10_ffff - SURROGATES }).map(
  (index) => String.fromCodePoint(index < SURROGATES_START ? index : index + SURROGATES),
  (character) => {
    const codePoint = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (codePoint === undefined || character !== String.fromCodePoint(codePoint)) throw new Error('not one character');
    return codePoint < SURROGATES_START ? codePoint : codePoint - SURROGATES;
  },
);
