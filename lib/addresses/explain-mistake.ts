import { joinList } from '@/lib/text/join-list';

/** Advice for an address that was copied or typed with a mistake. */
export const COPY_AGAIN = 'Copy the address again.';

/** Advice for an address that no correction can make usable. */
export const ASK_AGAIN = 'Ask the recipient for the address again.';

/** Explains an address in capital and small letters, for formats that allow only one of them at a time. */
export const MIXED_CASE = `The address mixes capital and small letters, which is never right here. ${COPY_AGAIN}`;

const COUNTS = ['no', 'one', 'two', 'three'];

/**
 * Explains the first character that is not in an alphabet; undefined where every character is. `from` skips a prefix
 * that has an alphabet of its own.
 */
export function explainForeignCharacter(text: string, alphabet: string, from = 0): string | undefined {
  const characters = Array.from(text.slice(from));
  const at = characters.findIndex((character) => !alphabet.includes(character));
  return at < 0
    ? undefined
    : `Character ${from + at + 1} is “${characters[at]}”, which this kind of address never contains. ${COPY_AGAIN}`;
}

/** Explains a wrong number of characters; undefined where the number is one of those expected. */
export function explainLength(length: number, expected: readonly number[]): string | undefined {
  if (expected.includes(length)) return undefined;
  const nearest = expected.reduce((best, each) => (Math.abs(each - length) < Math.abs(best - length) ? each : best));
  const count = COUNTS[Math.abs(length - nearest)];
  if (!count)
    return `The address has ${length} characters, but this kind has ${joinList(expected.map(String), 'or')}. ${COPY_AGAIN}`;
  const characters = count === 'one' ? 'character' : 'characters';
  return `The address is ${count} ${characters} too ${length > nearest ? 'long' : 'short'}. ${COPY_AGAIN}`;
}

/** Explains a wrong number of bytes, for formats in which the number of characters varies. */
export function explainByteCount(actual: number, expected: number): string {
  const mistake = actual < expected ? 'Characters are missing' : 'There are too many characters';
  return `${mistake}: the address holds ${actual} bytes instead of ${expected}. ${COPY_AGAIN}`;
}

/** Places at which one other character, or a swap with the character before, would make a wrong checksum right. */
export interface SuspectPlaces {
  changed: number[];
  swapped: number[];
}

/**
 * Explains a wrong checksum, with the place where there is only one suspect. Never gives the correction: one that is
 * offered is taken, and may be another person's address (BIP 173, "Error correction").
 */
export function explainChecksum(text: string, { changed, swapped }: SuspectPlaces): string {
  if (changed.length === 1) {
    const place = showPlace(text, changed[0] ?? 0);
    return `The checksum does not match: one character is wrong near “${place}”. ${COPY_AGAIN}`;
  }
  if (changed.length === 0 && swapped.length === 1) {
    const place = showPlace(text, swapped[0] ?? 0);
    return `The checksum does not match: two characters are swapped near “${place}”. ${COPY_AGAIN}`;
  }
  return `The checksum does not match: one or more characters are wrong. ${COPY_AGAIN}`;
}

/**
 * Finds the suspect places for a checksum that is linear over bits. `difference` is the remainder xor the right
 * remainder; `effectOf` gives the remainder of a text whose only set bit is that many from the end; `words` are 5 bits.
 */
export function findSuspectPlaces(
  difference: bigint,
  words: readonly number[],
  effectOf: (bit: number) => bigint,
): SuspectPlaces {
  const effectsAt = words.map((_, place) => {
    const end = (words.length - 1 - place) * 5;
    const changes = [0n];
    for (let bit = 0; bit < 5; bit += 1)
      for (const change of changes.slice()) changes.push(change ^ effectOf(end + bit));
    return changes;
  });
  const places = Array.from(words.keys());
  const swapEffect = (place: number) => {
    const change = (words[place] ?? 0) ^ (words[place - 1] ?? 0);
    return (effectsAt[place]?.[change] ?? 0n) ^ (effectsAt[place - 1]?.[change] ?? 0n);
  };
  return {
    changed: places.filter((place) => effectsAt[place]?.includes(difference)),
    swapped: places.filter((place) => place > 0 && swapEffect(place) === difference),
  };
}

function showPlace(text: string, place: number): string {
  const from = Math.max(place - 2, 0);
  return `${from > 0 ? '…' : ''}${text.slice(from, place + 3)}${place + 3 < text.length ? '…' : ''}`;
}
