import { bech32, bech32m } from '@scure/base';
import {
  BCH_ALPHABET,
  BECH32_CODE,
  createBitEffect,
  computeRemainder,
  toWords,
} from '@/lib/addresses/formats/bch-code';
import {
  ASK_AGAIN,
  COPY_AGAIN,
  explainChecksum,
  explainForeignCharacter,
  explainLength,
  findSuspectPlaces,
  MIXED_CASE,
  type SuspectPlaces,
} from '@/lib/addresses/explain-mistake';
import { type InvalidReading, mistaken, type Reading, unusable, valid, withLoss } from '@/lib/addresses/reading';
import { isOnSecp256k1 } from '@/lib/addresses/formats/curves';

// BIP 350: the right remainder for version 0, and for all later versions.
const BECH32_END = 1n;
const BECH32M_END = 0x2bc830a3n;
const CHECKSUM_WORDS = 6;
const MAX_CHARACTERS = 90;
// After the prefix; by BIP 173 and BIP 341, for the versions in use.
const LENGTHS = [39, 59];
const NEWEST_VERSION = 1;

const effectOf = createBitEffect(BECH32_CODE);

/** Reads a SegWit address in bech32 or bech32m (BIP 173, BIP 350). `prefix` is known to be one of the network's. */
export function readSegwit(text: string, prefix: string): Reading {
  if (text.length > MAX_CHARACTERS)
    return mistaken(
      `The address has ${text.length} characters, but this kind has at most ${MAX_CHARACTERS}. ${COPY_AGAIN}`,
    );
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return mistaken(MIXED_CASE);
  const lower = text.toLowerCase();
  const start = prefix.length + 1;
  const foreignCharacter = explainForeignCharacter(lower, BCH_ALPHABET, start);
  if (foreignCharacter) return mistaken(foreignCharacter);
  const decoded = bech32.decodeUnsafe(lower, MAX_CHARACTERS);
  const decodedModified = decoded ? undefined : bech32m.decodeUnsafe(lower, MAX_CHARACTERS);
  const [version, ...words] = decoded?.words ?? decodedModified?.words ?? [];
  if (version === undefined) return explainWrong(lower, start);
  if (version > 16) return unusable(`The address has SegWit version ${version}, and the highest is 16. ${ASK_AGAIN}`);
  if ((version === 0) === (decoded === undefined)) {
    return unusable(`The checksum is of a kind that SegWit version ${version} does not use (BIP 350). ${ASK_AGAIN}`);
  }
  const program = bech32.fromWordsUnsafe(words);
  if (!program) return unusable(`The address holds part of a byte too many. ${ASK_AGAIN}`);
  if (program.length < 2 || program.length > 40)
    return unusable(
      `The number of bytes in the address is ${program.length}, but this kind holds 2 to 40. ${ASK_AGAIN}`,
    );
  return readProgram(lower, version, program);
}

function readProgram(normal: string, version: number, program: Uint8Array): Reading {
  if (version === 0 && program.length === 20) return valid(normal, 'SegWit address of a key (P2WPKH)');
  if (version === 0 && program.length === 32) return valid(normal, 'SegWit address of a script (P2WSH)');
  if (version === 0)
    return unusable(
      `The address holds ${program.length} bytes, but a SegWit address of version 0 holds 20 or 32. ${ASK_AGAIN}`,
    );
  if (version === 1 && program.length === 32) {
    // BIP 341: an output whose x is on no point of the curve cannot be spent. BIP 350 accepts such an address.
    const loss = isOnSecp256k1(program) ? undefined : 'No key can control this Taproot address.';
    return withLoss(valid(normal, 'Taproot address (P2TR)'), loss);
  }
  // BIP 350 wants every version accepted, so that payers need not change when a version comes into use.
  const reading = valid(normal, `SegWit address of version ${version}, ${program.length} bytes`);
  return withLoss(reading, 'This kind of address is not in use yet, so anyone can take what is sent to it.');
}

function explainWrong(lower: string, start: number): InvalidReading {
  const words = toWords(lower.slice(start));
  const version = words[0] ?? 0;
  const wrongLength =
    version <= NEWEST_VERSION &&
    explainLength(
      lower.length,
      LENGTHS.map((length) => length + start),
    );
  if (wrongLength || words.length <= CHECKSUM_WORDS)
    return mistaken(wrongLength || `The address is too short. ${COPY_AGAIN}`);
  return mistaken(() => explainChecksum(lower, findSuspects(lower, start, words)));
}

function findSuspects(lower: string, start: number, words: readonly number[]): SuspectPlaces {
  const remainder = computeRemainder(BECH32_CODE, [...expand(lower.slice(0, start - 1)), ...words]);
  const [own, other] = words[0] === 0 ? [BECH32_END, BECH32M_END] : [BECH32M_END, BECH32_END];
  const { changed, swapped } = findSuspectPlaces(remainder ^ own, words, effectOf);
  // Where the version character itself is wrong, the other remainder may be the right one.
  const isVersionWrong = findSuspectPlaces(remainder ^ other, words, effectOf).changed.includes(0);
  const places = isVersionWrong ? [0, ...changed.filter((place) => place > 0)] : changed;
  return { changed: places.map((place) => place + start), swapped: swapped.map((place) => place + start) };
}

// BIP 173: the high bits of each character of the prefix, a zero, the low bits.
function expand(prefix: string): number[] {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}
