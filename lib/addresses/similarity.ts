import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { findDifferences } from '@/lib/addresses/alignment';
import { chunkAddress } from '@/lib/addresses/chunks';
import { isWithinEdits } from '@/lib/addresses/edit-distance';
import { significantPart } from '@/lib/addresses/significant-part';
import type { AddressFamily } from '@/lib/networks/networks';

/** In what one address resembles another, the closest first. */
export type Resemblance = 'looks-same' | 'few-differences' | 'reordered' | 'same-ends';

// In these formats the case of letters is a checksum or means nothing.
const CASELESS: readonly (AddressFamily | undefined)[] = ['evm', 'bitcoin-cash'];
const BECH32 = /^(?:bc|ltc)1/i;

// So many that chance hardly brings them about: measured over 45,000 million random pairs, one in 2.8 million of EVM
// addresses, whose alphabet is the smallest, has the same ends; of other families one in 100 million and fewer.
const BOTH_ENDS = 3;
const ONE_END = 6;
const MOST_EDITS = 4;
// Anything shorter is not an address, and is like everything else that is short.
const SHORTEST = 20;
const LONGEST = 256;
// One edit spoils at most one of five pieces that have a gap between them, even where it swaps two neighbours; so one of
// five outlasts four edits.
const PIECES = MOST_EDITS + 1;
const GAP = 1;

/**
 * In what one address resembles another; undefined for the same address and for an unlike one. Takes normal forms (lib/addresses/check-address).
 * Letters' case and characters that look the same do not tell apart, since they do not for a reader.
 */
export function findResemblance(a: string, b: string, family?: AddressFamily): Resemblance | undefined {
  if (a === b) return undefined;
  const [one, other] = [significantPart(a, family), significantPart(b, family)];
  if (one === other) return 'looks-same';
  if (!isComparable(one) || !isComparable(other)) return undefined;
  if (isWithinEdits(one, other, MOST_EDITS)) return 'few-differences';
  if (sorted(one) === sorted(other)) return 'reordered';
  const haveEnds = (head: number, tail: number) =>
    one.slice(0, head) === other.slice(0, head) && one.slice(one.length - tail) === other.slice(other.length - tail);
  return haveEnds(BOTH_ENDS, BOTH_ENDS) || haveEnds(ONE_END, 0) || haveEnds(0, ONE_END) ? 'same-ends' : undefined;
}

/**
 * Under what a known address is kept: every address that resembles it has at least one of these among its probes. One that
 * has need not resemble it.
 */
export function signatureOf(normal: string, family?: AddressFamily): string[] {
  const part = significantPart(normal, family);
  const whole = digest('whole', part);
  if (!isComparable(part)) return [whole];
  return [
    ...traitsOf(part),
    ...piecesFor(part.length).map(({ at, width }, index) => nameOfPiece(index, part.slice(at, at + width))),
  ];
}

/** What to search the known addresses' signatures for, to find every one that a given address may resemble. */
export function probesOf(normal: string, family?: AddressFamily): string[] {
  const part = significantPart(normal, family);
  if (!isComparable(part)) return [digest('whole', part)];
  const probes = new Set(traitsOf(part));
  // A piece of the known address stands somewhere else in this one after characters were put in or left out before it.
  for (let grown = -MOST_EDITS; grown <= MOST_EDITS; grown += 1) {
    for (const [index, { at, width }] of piecesFor(part.length - grown).entries()) {
      for (let shift = -MOST_EDITS; shift <= MOST_EDITS; shift += 1) {
        const isPossible = Math.abs(shift) + Math.abs(grown - shift) <= MOST_EDITS;
        const from = at + shift;
        if (isPossible && from >= 0 && from + width <= part.length)
          probes.add(nameOfPiece(index, part.slice(from, from + width)));
      }
    }
  }
  return Array.from(probes);
}

/** A piece of an address, and whether it is unlike the one it is compared with. */
export interface MarkedChunk {
  text: string;
  differs: boolean;
}

/**
 * Two addresses in the chunks in which they are read, the prefix being one of them, with those marked that differ. They are
 * laid beside each other in the way that takes the fewest changes, so that a character too many does not mark all that follows.
 */
export function markDifferences(a: string, b: string, family?: AddressFamily): { a: MarkedChunk[]; b: MarkedChunk[] } {
  const [one, other] = [chunkAddress(a, family), chunkAddress(b, family)];
  const isCaseless = CASELESS.includes(family) || (BECH32.test(a) && BECH32.test(b));
  const [left, right] = [one, other].map(({ chunks }) =>
    Array.from(isCaseless ? chunks.join('').toLowerCase() : chunks.join('')),
  ) as [string[], string[]];
  const { a: inA, b: inB } = findDifferences(left, right);
  const isPrefixDifferent =
    one.prefix !== '' && other.prefix !== '' && one.prefix.toLowerCase() !== other.prefix.toLowerCase();
  return { a: mark(one, inA, isPrefixDifferent), b: mark(other, inB, isPrefixDifferent) };
}

function isComparable(part: string): boolean {
  return part.length >= SHORTEST && part.length <= LONGEST;
}

function traitsOf(part: string): string[] {
  return [
    digest('whole', part),
    digest('sorted', sorted(part)),
    `ends ${part.slice(0, BOTH_ENDS)} ${part.slice(-BOTH_ENDS)}`,
    `head ${part.slice(0, ONE_END)}`,
    `tail ${part.slice(-ONE_END)}`,
  ];
}

function piecesFor(length: number): { at: number; width: number }[] {
  const width = Math.floor((length - GAP * (PIECES - 1)) / PIECES);
  return Array.from({ length: width > 0 ? PIECES : 0 }, (_, index) => ({ at: index * (width + GAP), width }));
}

function nameOfPiece(index: number, text: string): string {
  return `piece ${index} ${text}`;
}

function sorted(part: string): string {
  return Array.from(part).toSorted().join('');
}

// Short enough for an index, long enough that nothing else has it.
function digest(name: string, part: string): string {
  return `${name} ${bytesToHex(sha256(utf8ToBytes(part)).subarray(0, 10))}`;
}

function mark(
  { prefix, chunks }: { prefix: string; chunks: string[] },
  differing: Set<number>,
  isPrefixDifferent: boolean,
): MarkedChunk[] {
  let end = 0;
  const marked = chunks.map((text) => {
    const start = end;
    end += Array.from(text).length;
    return {
      text,
      differs: Array.from({ length: end - start }, (_, index) => start + index).some((place) => differing.has(place)),
    };
  });
  return prefix === '' ? marked : [{ text: prefix, differs: isPrefixDifferent }, ...marked];
}
