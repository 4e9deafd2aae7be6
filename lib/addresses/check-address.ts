import { readBitcoin } from '@/lib/addresses/bitcoin';
import { readBitcoinCash } from '@/lib/addresses/bitcoin-cash';
import { readEvm } from '@/lib/addresses/evm';
import { readLitecoin } from '@/lib/addresses/litecoin';
import { noteOn } from '@/lib/addresses/special-addresses';
import { explainOtherThing, explainSecret } from '@/lib/addresses/not-addresses';
import type { Reading, ValidReading } from '@/lib/addresses/reading';
import { readSolana } from '@/lib/addresses/solana';
import { readStellar } from '@/lib/addresses/stellar';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import type { AddressFamily } from '@/lib/networks/networks';

/** Whether a text is an address of a network; where it is not, or where nobody can say, why in a sentence. */
export type AddressVerdict =
  | ValidReading
  | { state: 'invalid'; reason: string }
  | { state: 'unchecked'; reason: string };

interface Family {
  read: (text: string) => Reading | undefined;
  /** Names its addresses, with the article in front. */
  name: string;
  beginsWith: string;
  /** Formats without a checksum take many a text for an address, so those that have one are asked first. */
  hasChecksum: boolean;
}

const FAMILIES: Record<AddressFamily, Family> = {
  bitcoin: { read: readBitcoin, name: 'a Bitcoin address', beginsWith: 'begins with bc1, 1 or 3', hasChecksum: true },
  litecoin: {
    read: readLitecoin,
    name: 'a Litecoin address',
    beginsWith: 'begins with ltc1, L or M',
    hasChecksum: true,
  },
  'bitcoin-cash': {
    read: readBitcoinCash,
    name: 'a Bitcoin Cash address',
    beginsWith: 'begins with bitcoincash:, q or p',
    hasChecksum: true,
  },
  evm: {
    read: readEvm,
    name: 'an EVM address (Ethereum and networks like it)',
    beginsWith: 'begins with 0x and has 40 digits after it',
    hasChecksum: true,
  },
  stellar: { read: readStellar, name: 'a Stellar address', beginsWith: 'begins with G or M', hasChecksum: true },
  solana: {
    read: readSolana,
    name: 'a Solana address',
    beginsWith: 'has 32 to 44 letters and digits',
    hasChecksum: false,
  },
};

// Longer than any address, payment link or invoice that is worth explaining.
const MOST_CHARACTERS = 4096;

/**
 * Checks an address against the network that it is to be paid on, in less than a millisecond and for any text. A network
 * that this console does not know gives 'unchecked', never 'valid'. The reason never repeats a secret.
 */
export function checkAddress(
  address: string,
  network: { label: string; family?: AddressFamily } | undefined,
): AddressVerdict {
  if (address === '') return invalid('There is no address.');
  if (address.length > MOST_CHARACTERS)
    return invalid(`This text has ${address.length} characters, and no address is that long.`);
  const secret = explainSecret(address.trim());
  if (secret) return invalid(secret);
  const foreign = explainForeign(address);
  if (!network?.family) {
    return foreign
      ? invalid(foreign)
      : {
          state: 'unchecked',
          reason: `Addresses on ${network ? network.label : 'this network'} cannot be checked here. Compare every character with where it came from.`,
        };
  }
  return check(address, network.label, network.family, foreign);
}

function check(address: string, label: string, id: AddressFamily, foreign: string | undefined): AddressVerdict {
  const family = FAMILIES[id];
  const own = foreign ? undefined : family.read(address);
  if (own?.state === 'valid' && family.hasChecksum) return withNote(own);
  const others = foreign ? [] : Object.values(FAMILIES).filter((other) => other !== family);
  const readings = others.map((other) => ({ other, reading: other.read(address) }));
  const wanted = `not ${articleOf(label)} ${label} address`;
  const better = readings.find(
    ({ other, reading }) => reading?.state === 'valid' && (other.hasChecksum || own === undefined),
  );
  if (better) return invalid(`This is ${better.other.name}, ${wanted}.`);
  if (own?.state === 'valid') return withNote(own);
  if (own?.isCertain) return invalid(own.explain());
  const certain = readings.find(({ reading }) => reading?.state === 'invalid' && reading.isCertain)?.reading;
  if (certain?.state === 'invalid') return invalid(certain.explain());
  const thing = explainOtherThing(address.trim());
  if (thing) return invalid(thing);
  if (own && family.hasChecksum) return invalid(own.explain());
  const like = readings.find(({ reading }) => reading !== undefined);
  if (like?.reading?.state === 'invalid')
    return invalid(`This looks like ${like.other.name} with a mistake in it, ${wanted}. ${like.reading.explain()}`);
  return invalid(own?.explain() ?? foreign ?? `This is ${wanted}, which ${family.beginsWith}.`);
}

/** A character that no address has: white space, one that cannot be seen, one of another script. */
function explainForeign(text: string): string | undefined {
  const hidden = findHiddenCharacter(text);
  const isSpace = hidden !== undefined && /[\t\n\r\v\f\u2028\u2029]/.test(text);
  if (hidden && !isSpace)
    return `There is a character in it that cannot be seen (${hidden}). Type the address, or copy it from somewhere else.`;
  const space = text.search(/\s/);
  if (space >= 0)
    return text.trim() === text
      ? `Character ${space + 1} is a space or a line end, and no address has one. Paste one address, without anything else.`
      : 'There is a space or a line end before or after it.';
  const characters = Array.from(text);
  const other = characters.findIndex((character) => character > '~');
  return other < 0
    ? undefined
    : `Character ${other + 1} is “${characters[other]}”, which no address has, even if it looks like one that does.`;
}

function withNote(reading: ValidReading): AddressVerdict {
  const note = noteOn(reading.normal);
  return note ? { ...reading, notes: [note, ...reading.notes] } : reading;
}

function invalid(reason: string): AddressVerdict {
  return { state: 'invalid', reason };
}

function articleOf(label: string): string {
  return /^[AEIOU]/i.test(label) ? 'an' : 'a';
}
