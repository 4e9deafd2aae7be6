const COUNTS = ['no', 'one', 'two', 'three'];

/** The first character outside of an alphabet, in words; undefined where there is none. `from` skips a prefix of its own kind. */
export function findStranger(text: string, alphabet: string, from = 0): string | undefined {
  const characters = Array.from(text.slice(from));
  const at = characters.findIndex((character) => !alphabet.includes(character));
  return at < 0
    ? undefined
    : `Character ${from + at + 1} is “${characters[at]}”, which is never used in such addresses.`;
}

/** What is wrong with a length, in words; undefined where it is one of those expected. */
export function explainLength(length: number, expected: readonly number[]): string | undefined {
  if (expected.includes(length)) return undefined;
  const nearest = expected.reduce((best, each) => (Math.abs(each - length) < Math.abs(best - length) ? each : best));
  const count = COUNTS[Math.abs(length - nearest)];
  if (!count) return `It has ${length} characters, and such an address has ${expected.join(' or ')}.`;
  return `It has ${count} character${count === 'one' ? '' : 's'} too ${length > nearest ? 'many' : 'few'}.`;
}

/** Where a text with a wrong checksum may be wrong: the places where one other character, or swapping with the one before, mends it. */
export interface Suspicion {
  changed: number[];
  swapped: number[];
}

/**
 * A wrong checksum in words, with the place where there is only one suspect. Never the correction: one that is offered is
 * taken, and may be another person's address (BIP 173, "Error correction").
 */
export function explainChecksum(text: string, { changed, swapped }: Suspicion): string {
  if (changed.length === 1)
    return `The checksum does not fit: one character is wrong near here: ${showPlace(text, changed[0] ?? 0)}.`;
  if (changed.length === 0 && swapped.length === 1) {
    return `The checksum does not fit: two characters have changed places near here: ${showPlace(text, swapped[0] ?? 0)}.`;
  }
  return 'The checksum does not fit: one or more characters are wrong.';
}

/**
 * Suspects for a checksum that is linear over bits. `difference` is what the remainder is, xor what it should be;
 * `effectOf` is the remainder of a text whose only set bit is that many from its end; `words` are 5 bits each.
 */
export function suspectBits(
  difference: bigint,
  words: readonly number[],
  effectOf: (bit: number) => bigint,
): Suspicion {
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
