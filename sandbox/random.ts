/**
 * Mixes two 32-bit numbers into one; each bit of both affects every bit of the result (the finaliser of MurmurHash3).
 */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b, 0xcc9e2d51);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}

/** Hashes a text to a 32-bit number. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) h = mix(h, text.charCodeAt(index));
  return h;
}

/** A repeatable sequence of pseudo-random numbers from a seed. Not for secrets. */
export class SeededRandom {
  #state: number;

  constructor(start: number) {
    this.#state = start;
  }

  /** Returns the next 32 bits, unsigned. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return mix(this.#state, 0x2545f491);
  }

  /** Returns a whole number from 0 up to, not including, `limit` (at most 2^32). */
  below(limit: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * limit);
  }

  /** Returns true about once in `n` calls. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** Returns one element of a non-empty list. */
  pick<const List extends readonly [unknown, ...unknown[]]>(list: List): List[number] {
    return list[this.below(list.length)];
  }

  /** Returns `length` bytes. */
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.next() & 0xff);
  }

  /** Returns `words` times 8 lower-case hexadecimal digits. */
  hex(words: number): string {
    let text = '';
    for (let word = 0; word < words; word += 1) text += hex8(this.next());
    return text;
  }
}

// A table, because converting numbers to digits took a third of the time of a record.
const HEX16 = Array.from({ length: 0x1_0000 }, (_, value) => (value + 0x1_0000).toString(16).slice(1));

/** Formats a 32-bit number as 8 hexadecimal digits. */
export function hex8(value: number): string {
  return `${HEX16[value >>> 16]}${HEX16[value & 0xffff]}`;
}

/** Formats four 32-bit numbers as an id in the shape of a random UUID (version 4). */
export function uuidFrom(a: number, b: number, c: number, d: number): string {
  const middle = hex8(b);
  const end = hex8(c);
  const variant = '89ab'[(c >>> 28) & 3] ?? '8';
  return `${hex8(a)}-${middle.slice(0, 4)}-4${middle.slice(5)}-${variant}${end.slice(1, 4)}-${end.slice(4)}${hex8(d)}`;
}
