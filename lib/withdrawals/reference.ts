/** Pattern of a reference that a person enters (docs/specification/send-protocol.md#identity-and-bytes). */
export const REFERENCE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/;

/**
 * Gives a text that is equal for references that differ only by case. People, spreadsheets and other systems do not
 * tell these apart, so a new one is refused; what the service shows is compared to the letter.
 */
export const keyOfReference = (reference: string): string => reference.toLowerCase();

// Crockford's alphabet: no letters that people confuse on the phone. https://www.crockford.com/base32.html
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;
const MINTED = new RegExp(`^cs-[${ALPHABET}]{${LENGTH}}$`, 'i');

/**
 * Generates the reference of a form that has none: 60 random bits of the form key, such as "cs-7f3k9q2m4x8d". The same
 * key gives the same reference, so that one form is never sent under two. Throws a TypeError for a key that is no UUID.
 */
export function mintReference(formKey: string): string {
  const hex = formKey.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new TypeError('the form key is not a UUID');
  // Version and variant bits are fixed; the twelve digits before them and the three after them are random.
  const bits = BigInt(`0x${hex.slice(0, 12)}${hex.slice(17, 20)}`);
  const letters = Array.from(
    { length: LENGTH },
    (_, index) => ALPHABET[Number((bits >> BigInt(5 * (LENGTH - 1 - index))) & 31n)],
  );
  return `cs-${letters.join('')}`;
}

/** Returns whether a text has the form of a generated reference, in any case. One in a hundred has no digit. */
export function isMintedReference(text: string): boolean {
  return MINTED.test(text);
}
