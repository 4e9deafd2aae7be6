/** What a reference given by a person must look like (send-protocol, "Identity and bytes"). */
export const REFERENCE_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/;

// Crockford's alphabet: no letter that is taken for another when it is read out on the phone. https://www.crockford.com/base32.html
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 12;
const MINTED = new RegExp(`^cs-[${ALPHABET}]{${LENGTH}}$`, 'i');

/**
 * The reference of a form whose maker gave none: 60 of the form key's random bits, such as "cs-7f3k9q2m4x8d". A
 * function of the key, so that the same form can never be sent under two references. Throws where the key is no UUID.
 */
export function mintReference(formKey: string): string {
  const hex = formKey.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new TypeError('the form key is not a UUID');
  // Version and variant bits are fixed; the twelve digits before and the three behind them are random.
  const bits = BigInt(`0x${hex.slice(0, 12)}${hex.slice(17, 20)}`);
  return `cs-${Array.from({ length: LENGTH }, (_, index) => ALPHABET[Number((bits >> BigInt(5 * (LENGTH - 1 - index))) & 31n)]).join('')}`;
}

/** Whether a text has the form of a minted reference, however it is capitalised. One in a hundred has no digit. */
export function looksMinted(text: string): boolean {
  return MINTED.test(text);
}
