/** Two 32-bit numbers stirred into one, each bit of both reaching every bit of the result (the finaliser of MurmurHash3). */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b, 0xcc9e2d51);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  h ^= h >>> 16;
  return h >>> 0;
}

/** A text as a 32-bit number. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) h = mix(h, text.charCodeAt(index));
  return h;
}

/** A run of numbers that follows from its start alone, so that everything drawn repeats. Not for secrets. */
export class SeededRandom {
  #state: number;

  constructor(start: number) {
    this.#state = start;
  }

  /** The next 32 bits, unsigned. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    return mix(this.#state, 0x2545f491);
  }

  /** A whole number from 0 up to, not including, `limit` (at most 2^32). */
  below(limit: number): number {
    return Math.floor((this.next() / 0x1_0000_0000) * limit);
  }

  /** True about once in `n` draws. */
  oneIn(n: number): boolean {
    return this.below(n) === 0;
  }

  /** One element of a list that has at least one. */
  pick<const List extends readonly [unknown, ...unknown[]]>(list: List): List[number] {
    return list[this.below(list.length)];
  }

  /** `length` bytes. */
  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.next() & 0xff);
  }

  /** `words` times 8 lower-case hexadecimal digits. */
  hex(words: number): string {
    let text = '';
    for (let word = 0; word < words; word += 1) text += hex8(this.next());
    return text;
  }
}

// A table, because turning numbers into digits was a third of the time that a record takes.
const HEX16 = Array.from({ length: 0x1_0000 }, (_, value) => (value + 0x1_0000).toString(16).slice(1));

/** A 32-bit number as 8 hexadecimal digits. */
export function hex8(value: number): string {
  return `${HEX16[value >>> 16]}${HEX16[value & 0xffff]}`;
}

/** An id in the shape of a random UUID (version 4) out of four 32-bit numbers. */
export function uuidFrom(a: number, b: number, c: number, d: number): string {
  const middle = hex8(b);
  const end = hex8(c);
  const variant = '89ab'[(c >>> 28) & 3] ?? '8';
  return `${hex8(a)}-${middle.slice(0, 4)}-4${middle.slice(5)}-${variant}${end.slice(1, 4)}-${end.slice(4)}${hex8(d)}`;
}
