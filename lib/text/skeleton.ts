import { CONFUSABLES } from '@/lib/text/confusables-table';

// Characters that show nothing, which UTS 39 removes.
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

let prototypes: ReadonlyMap<string, string> | undefined;

/** Reads the table when it is first needed. */
function readPrototypes(): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  for (const group of CONFUSABLES.replaceAll(/\s+/g, ' ').split(';')) {
    const [prototype = '', characters = ''] = group.split(':');
    for (const character of toTexts(characters)) read.set(character, toTexts(prototype).join(''));
  }
  return read;
}

function toTexts(codes: string): string[] {
  return codes
    .trim()
    .split(' ')
    .map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/**
 * Computes the skeleton of a text: two texts that look alike have the same one
 * (https://www.unicode.org/reports/tr39/#Confusable_Detection). For comparing only, never for showing.
 */
export function skeletonOf(text: string): string {
  prototypes ??= readPrototypes();
  const known = prototypes;
  const shown = text.normalize('NFD').replaceAll(IGNORABLE, '');
  return Array.from(shown, (character) => known.get(character) ?? character)
    .join('')
    .normalize('NFD');
}

/**
 * Gives the keys by which names are compared; two names are one where they share a key. Spaces and capitals do not
 * count: “Bank”, “bank ” and a “Bank” with a Cyrillic а are one name, as are “ICE” and “lCE”, “ICE” and “ice”.
 */
export function nameKeysOf(name: string): string[] {
  const plain = name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  return [...new Set([skeletonOf(plain).toLowerCase(), skeletonOf(plain.toLowerCase())])];
}
