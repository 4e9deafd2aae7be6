import { trimCharacters } from '@/lib/text/trim-characters';
import { isMintedReference } from '@/lib/withdrawals/reference';

/** The key of the session storage that hands a pasted text over to the bulk lookup page. */
export const PASTED_KEY = 'countersign.lookup';

/** The most terms of one bulk lookup. */
export const MAX_TERMS = 1000;

// Ends a term whatever it contains: lines, cells of a spreadsheet, lists in mails and queries.
const SEPARATORS = /[\n\r\t\v\f\u0085\u2028\u2029,;|]+/;
// A link can have commas and semicolons, such as in the name of its recipient.
const LINK = /^\s*[a-z][a-z0-9+.-]{1,30}:[^\s:?]{20,128}\?\S*\s*$/i;
// Spaces, invisible characters and the quotes of lists around a term; none of them belongs to the term.
const SURROUNDING = /[\s\p{Cf}"'`“”‘’«»]/u;
// Has a digit, and is longer than the groups of four in which addresses are printed: references, IDs, hashes and
// addresses do, words do not.
const WITH_DIGIT = /^(?=.*\p{Nd})\S{5,}$/u;

/**
 * Splits a pasted text into references, IDs, hashes and addresses, in their order and with repeats. Lines, tabs,
 * commas, semicolons and bars separate terms; spaces do only where each part is an identifier, so "INV-1187 INV-1188"
 * gives two terms and "Batch 12" one.
 */
export function splitPastedTerms(text: string): string[] {
  return text
    .split(/[\n\r]/)
    .flatMap((line) => (LINK.test(line) ? [line] : line.split(SEPARATORS)))
    .map(trim)
    .flatMap((piece) => {
      const parts = piece.split(/\s+/u).map(trim);
      return parts.every(isIdentifier) ? parts : [piece];
    })
    .filter((term) => term !== '');
}

/** Tells whether a text holds several terms to look up, rather than one with a comma or a space such as "0,5 BTC". */
export function hasSeveralTerms(text: string): boolean {
  const terms = splitPastedTerms(text);
  return terms.length > 1 && terms.every(isIdentifier);
}

function isIdentifier(term: string): boolean {
  return WITH_DIGIT.test(term) || isMintedReference(term);
}

function trim(piece: string): string {
  return trimCharacters(piece, (character) => SURROUNDING.test(character));
}
