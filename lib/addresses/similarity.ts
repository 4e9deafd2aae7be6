import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { findDifferences } from '@/lib/addresses/alignment';
import { chunkAddress } from '@/lib/addresses/chunks';
import type { AddressFamily } from '@/lib/networks/network-definition';

/** Ways in which one address resembles another, the closest first. */
export type Resemblance = 'looks-same' | 'few-differences' | 'reordered' | 'same-ends';

// In these formats the case of letters is a checksum or means nothing.
const CASELESS: readonly (AddressFamily | undefined)[] = ['evm', 'bitcoin-cash', 'sui'];
const BECH32 = /^(?:bc|ltc)1/i;

// Chance hardly ever makes so many characters equal: over 45,000 million random pairs, one in 2.8 million of EVM
// addresses, whose alphabet is the smallest, had the same ends; of other families at most one in 100 million.
const BOTH_ENDS = 3;
const ONE_END = 6;
const MAX_EDITS = 4;
// A shorter text is no address, and resembles every other short text.
const MIN_LENGTH = 20;
const MAX_LENGTH = 256;
// One edit changes at most one of five pieces that have a gap between them, even where it swaps two neighbours; so one
// of five pieces survives four edits.
const PIECES = MAX_EDITS + 1;
const GAP = 1;

/**
 * Finds the closest resemblance of two addresses in normal form (lib/addresses/check-address); undefined for the same
 * address and for two that do not look alike. Ignores the case of letters and merges characters that look the same, as
 * a reader does.
 */
export function findResemblance(a: string, b: string, family?: AddressFamily): Resemblance | undefined {
  if (a === b) return undefined;
  const [one, other] = [significantPart(a, family), significantPart(b, family)];
  if (one === other) return 'looks-same';
  if (!isComparable(one) || !isComparable(other)) return undefined;
  if (isWithinEdits(one, other, MAX_EDITS)) return 'few-differences';
  if (sorted(one) === sorted(other)) return 'reordered';
  const shareEnds = (head: number, tail: number) =>
    one.slice(0, head) === other.slice(0, head) && one.slice(one.length - tail) === other.slice(other.length - tail);
  return shareEnds(BOTH_ENDS, BOTH_ENDS) || shareEnds(ONE_END, 0) || shareEnds(0, ONE_END) ? 'same-ends' : undefined;
}

/**
 * Computes the texts under which a known address is stored: every address that resembles it has at least one of them
 * among its probes. The reverse does not hold, so a match has to be verified by `findResemblance`.
 */
export function computeSignature(normal: string, family?: AddressFamily): string[] {
  const part = significantPart(normal, family);
  const whole = digest('whole', part);
  if (!isComparable(part)) return [whole];
  return [
    ...listTraits(part),
    ...listPieces(part.length).map(({ at, width }, index) => namePiece(index, part.slice(at, at + width))),
  ];
}

/** Computes the texts to search in the signatures of known addresses, to find all that an address may resemble. */
export function computeProbes(normal: string, family?: AddressFamily): string[] {
  const part = significantPart(normal, family);
  if (!isComparable(part)) return [digest('whole', part)];
  const probes = new Set(listTraits(part));
  // A piece of the known address is shifted in this one where characters before it were inserted or dropped.
  for (let grown = -MAX_EDITS; grown <= MAX_EDITS; grown += 1) {
    for (const [index, { at, width }] of listPieces(part.length - grown).entries()) {
      for (let shift = -MAX_EDITS; shift <= MAX_EDITS; shift += 1) {
        const isPossible = Math.abs(shift) + Math.abs(grown - shift) <= MAX_EDITS;
        const from = at + shift;
        if (isPossible && from >= 0 && from + width <= part.length)
          probes.add(namePiece(index, part.slice(from, from + width)));
      }
    }
  }
  return Array.from(probes);
}

/** A chunk of an address, in pieces that differ from the address that it is compared with, or do not. */
export type MarkedChunk = readonly { text: string; differs: boolean }[];

/**
 * Splits two addresses into the chunks in which they are read, the prefix being one of them, and marks the characters
 * that differ (`findDifferences`).
 */
export function markDifferences(a: string, b: string, family?: AddressFamily): { a: MarkedChunk[]; b: MarkedChunk[] } {
  const [one, other] = [chunkAddress(a, family), chunkAddress(b, family)];
  const isCaseless = CASELESS.includes(family) || (BECH32.test(a) && BECH32.test(b));
  const charactersOf = ({ chunks }: { chunks: string[] }) =>
    Array.from(chunks.join(''), (character) => (isCaseless ? character.toLowerCase() : character));
  const { a: inA, b: inB } = findDifferences(charactersOf(one), charactersOf(other));
  const isPrefixDifferent =
    one.prefix !== '' && other.prefix !== '' && one.prefix.toLowerCase() !== other.prefix.toLowerCase();
  return { a: mark(one, inA, isPrefixDifferent), b: mark(other, inB, isPrefixDifferent) };
}

function isComparable(part: string): boolean {
  return part.length >= MIN_LENGTH && part.length <= MAX_LENGTH;
}

function listTraits(part: string): string[] {
  return [
    digest('whole', part),
    digest('sorted', sorted(part)),
    `ends ${part.slice(0, BOTH_ENDS)} ${part.slice(-BOTH_ENDS)}`,
    `head ${part.slice(0, ONE_END)}`,
    `tail ${part.slice(-ONE_END)}`,
  ];
}

function listPieces(length: number): { at: number; width: number }[] {
  const width = Math.floor((length - GAP * (PIECES - 1)) / PIECES);
  return Array.from({ length: width > 0 ? PIECES : 0 }, (_, index) => ({ at: index * (width + GAP), width }));
}

function namePiece(index: number, text: string): string {
  return `piece ${index} ${text}`;
}

function sorted(part: string): string {
  return Array.from(part).toSorted().join('');
}

// Short enough for an index, long enough to be unique.
function digest(name: string, part: string): string {
  return `${name} ${bytesToHex(sha256(utf8ToBytes(part)).subarray(0, 10))}`;
}

function mark(
  { prefix, chunks }: { prefix: string; chunks: string[] },
  differing: Set<number>,
  isPrefixDifferent: boolean,
): MarkedChunk[] {
  let place = 0;
  const marked = chunks.map((chunk) => {
    const pieces: { text: string; differs: boolean }[] = [];
    for (const character of chunk) {
      const differs = differing.has(place);
      const last = pieces.at(-1);
      if (last?.differs === differs) last.text += character;
      else pieces.push({ text: character, differs });
      place += 1;
    }
    return pieces;
  });
  return prefix === '' ? marked : [[{ text: prefix, differs: isPrefixDifferent }], ...marked];
}

/**
 * Returns whether one text becomes the other by at most `maximum` edits, each of which inserts, drops or changes a
 * character or swaps two neighbours (Damerau and Levenshtein, no part edited twice).
 */
function isWithinEdits(a: string, b: string, maximum: number): boolean {
  if (Math.abs(a.length - b.length) > maximum) return false;
  // More than `maximum` off the diagonal is more than `maximum` edits, so only a band beside it is filled in.
  const far = maximum + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = Array.from({ length: b.length + 1 }, () => far);
    if (row <= maximum) current[0] = row;
    for (let column = Math.max(1, row - maximum); column <= Math.min(b.length, row + maximum); column += 1) {
      const changed = (previous[column - 1] ?? far) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const edited = Math.min((previous[column] ?? far) + 1, (current[column - 1] ?? far) + 1, changed);
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = isSwap ? Math.min(edited, (before[column - 2] ?? far) + 1) : edited;
    }
    if (Math.min(...current) > maximum) return false;
    [before, previous] = [previous, current];
  }
  return (previous[b.length] ?? far) <= maximum;
}

// Shared by so many addresses that it distinguishes none: also the version of SegWit, the letter for the kind of hash,
// and the second letter of a Stellar account, in which only two bits belong to the key.
const COMMON: Record<AddressFamily, RegExp> = {
  bitcoin: /^(?:bc1.|[13])/,
  litecoin: /^(?:ltc1.|[LM])/,
  'bitcoin-cash': /^bitcoincash:./,
  dogecoin: /^[DA9]/,
  evm: /^0x/,
  solana: /^(?!)/,
  stellar: /^[GM][A-D]/,
  sui: /^0x/,
};

// Characters that many typefaces draw alike, each group by one of it. The case of letters is dropped before.
const TWINS: Record<string, string> = { o: '0', i: '1', l: '1', z: '2', s: '5', b: '8' };

/**
 * Gives the part of an address in normal form that a person compares: without the characters that all addresses of the
 * family share, and with one character for all that look the same.
 */
function significantPart(normal: string, family?: AddressFamily): string {
  const common = family ? (COMMON[family].exec(normal)?.[0].length ?? 0) : 0;
  return normal
    .slice(common)
    .toLowerCase()
    .replace(/[oilzsb]/g, (letter) => TWINS[letter] ?? letter);
}
