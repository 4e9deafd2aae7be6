import { bech32, bech32m } from '@scure/base';
import { BCH_ALPHABET, BECH32_CODE, effectIn, remainderOf, toWords } from '@/lib/addresses/bch-code';
import {
  explainChecksum,
  explainLength,
  findStranger,
  type Suspicion,
  suspectBits,
} from '@/lib/addresses/explain-mistake';
import { type InvalidReading, mistaken, type Reading, unusable, valid } from '@/lib/addresses/reading';
import { isOnSecp256k1 } from '@/lib/addresses/curves';

// BIP 350: what the remainder must be for version 0, and for all later ones.
const BECH32_END = 1n;
const BECH32M_END = 0x2bc830a3n;
const CHECKSUM_WORDS = 6;
const MOST_CHARACTERS = 90;
// After the prefix; by BIP 173 and BIP 341, for the versions in use.
const LENGTHS = [39, 59];
const NEWEST_VERSION = 1;

const effectOf = effectIn(BECH32_CODE);

/** A witness program in bech32 or bech32m, whose prefix is known to be one of the network's (BIP 173, BIP 350). */
export function readSegwit(text: string, prefix: string): Reading {
  if (text.length > MOST_CHARACTERS)
    return mistaken(`It has ${text.length} characters, and such an address at most ${MOST_CHARACTERS}.`);
  if (text !== text.toLowerCase() && text !== text.toUpperCase())
    return mistaken('It mixes capital and small letters, which such an address never does.');
  const lower = text.toLowerCase();
  const start = prefix.length + 1;
  const stranger = findStranger(lower, BCH_ALPHABET, start);
  if (stranger) return mistaken(stranger);
  const decoded = bech32.decodeUnsafe(lower, MOST_CHARACTERS);
  const decodedModified = decoded ? undefined : bech32m.decodeUnsafe(lower, MOST_CHARACTERS);
  const [version, ...words] = decoded?.words ?? decodedModified?.words ?? [];
  if (version === undefined) return explainWrong(lower, start);
  if (version > 16) return unusable(`Its version of SegWit is ${version}, and there are none above 16.`);
  if ((version === 0) === (decoded === undefined)) {
    return unusable(
      `Its checksum is of the kind that version ${version} of SegWit does not use (BIP 350). Ask for the address again.`,
    );
  }
  const program = bech32.fromWordsUnsafe(words);
  if (!program) return unusable('It holds a part of a byte more than it should. Ask for the address again.');
  if (program.length < 2 || program.length > 40)
    return unusable(`It stands for ${program.length} bytes, and such an address for 2 to 40.`);
  return readProgram(lower, version, program);
}

function readProgram(normal: string, version: number, program: Uint8Array): Reading {
  if (version === 0 && program.length === 20) return valid(normal, 'SegWit address of a key (P2WPKH)');
  if (version === 0 && program.length === 32) return valid(normal, 'SegWit address of a script (P2WSH)');
  if (version === 0)
    return unusable(`It stands for ${program.length} bytes, and an address of version 0 for 20 or 32.`);
  if (version === 1 && program.length === 32) {
    // BIP 341: an output whose x is on no point of the curve cannot be spent. BIP 350 has no such rule, so it is no fault of the format.
    const notes = isOnSecp256k1(program)
      ? []
      : ['No key can belong to this Taproot address: whatever is sent to it is lost.'];
    return valid(normal, 'Taproot address (P2TR)', notes);
  }
  // BIP 350 wants every version accepted, so that payers need not change when one comes into use.
  const note = 'This kind of address is not in use yet: whatever is sent to it can be taken by anybody.';
  return valid(normal, `SegWit address of version ${version}, ${program.length} bytes`, [note]);
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
  if (wrongLength || words.length <= CHECKSUM_WORDS) return mistaken(wrongLength || 'It is too short.');
  return mistaken(() => explainChecksum(lower, suspect(lower, start, words)));
}

function suspect(lower: string, start: number, words: readonly number[]): Suspicion {
  const remainder = remainderOf(BECH32_CODE, [...expand(lower.slice(0, start - 1)), ...words]);
  const [own, other] = words[0] === 0 ? [BECH32_END, BECH32M_END] : [BECH32M_END, BECH32_END];
  const { changed, swapped } = suspectBits(remainder ^ own, words, effectOf);
  // Where the version itself is wrong, the other ending may be the right one.
  const isVersionWrong = suspectBits(remainder ^ other, words, effectOf).changed.includes(0);
  const places = isVersionWrong ? [0, ...changed.filter((place) => place > 0)] : changed;
  return { changed: places.map((place) => place + start), swapped: swapped.map((place) => place + start) };
}

// BIP 173: the high bits of each character of the prefix, a zero, the low bits.
function expand(prefix: string): number[] {
  const codes = Array.from(prefix, (character) => character.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}
