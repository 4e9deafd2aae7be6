import { looksMinted } from '@/lib/withdrawals/reference';

/** Where a text that was found in several ways is kept on its way to the page that looks all of them up. */
export const PASTED_KEY = 'countersign.lookup';

/** The most that one look-up takes. */
export const MAX_TERMS = 1000;

// What ends a term whatever is in it: lines, the cells of a spreadsheet, lists in mails and queries.
const ALWAYS_APART = /[\n\r\t\v\f\u0085\u2028\u2029,;|]+/;
// Spaces, what programs put beside them, and the quotes of lists; none of it belongs to a term.
const AROUND = /[\s\p{Cf}"'`“”‘’«»]/u;
// With a digit, and longer than the chunks of four in which addresses are written: what references, ids, hashes and
// addresses have in common, and words have not.
const WITH_DIGIT = /^(?=.*\p{Nd})\S{5,}$/u;

/**
 * The references, ids, hashes and addresses in a text that was pasted: in its order, with repeats. Lines, tabs, commas,
 * semicolons and bars separate them; spaces do where each part could stand alone, so that "INV-1187 INV-1188" is two and
 * "Batch 12" is one.
 */
export function splitPastedTerms(text: string): string[] {
  return text
    .split(ALWAYS_APART)
    .map(trim)
    .flatMap((piece) => {
      const parts = piece.split(/\s+/u).map(trim);
      return parts.every(isIdentifier) ? parts : [piece];
    })
    .filter((term) => term !== '');
}

/** Whether a text is several things to look up, rather than one that happens to hold a comma or a space ("0,5 BTC"). */
export function hasSeveralTerms(text: string): boolean {
  const terms = splitPastedTerms(text);
  return terms.length > 1 && terms.every(isIdentifier);
}

function isIdentifier(term: string): boolean {
  return WITH_DIGIT.test(term) || looksMinted(term);
}

// By hand: an expression that looks for the end from each of a hundred thousand spaces takes half a minute.
function trim(piece: string): string {
  const characters = Array.from(piece);
  return characters.slice(Math.max(characters.findIndex(isPart), 0), characters.findLastIndex(isPart) + 1).join('');
}

function isPart(character: string): boolean {
  return !AROUND.test(character);
}
