import { readBitcoin } from '@/lib/addresses/formats/bitcoin';
import { readBitcoinCash } from '@/lib/addresses/formats/bitcoin-cash';
import { readDogecoin } from '@/lib/addresses/formats/dogecoin';
import { readEvm } from '@/lib/addresses/formats/evm';
import { COPY_AGAIN } from '@/lib/addresses/explain-mistake';
import { readLitecoin } from '@/lib/addresses/formats/litecoin';
import { explainOtherText } from '@/lib/addresses/not-addresses';
import { type Reading, type ValidReading, withLoss } from '@/lib/addresses/reading';
import { readSolana } from '@/lib/addresses/formats/solana';
import { readSui } from '@/lib/addresses/formats/sui';
import { findLostReason } from '@/lib/addresses/special-addresses';
import { readStellar } from '@/lib/addresses/formats/stellar';
import type { AddressFamily } from '@/lib/networks/network-definition';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';

interface Family {
  read: (text: string) => Reading | undefined;
  /** Noun phrase for an address of the family. */
  name: string;
  /** Predicate that follows "Bitcoin addresses". */
  look: string;
  /** A format without a checksum accepts many other texts, so the formats that have one are tried first. */
  hasChecksum: boolean;
  /** Set where a format without a checksum has a look of its own, so that a mistake in it can be explained first. */
  isDistinct?: true;
}

/** Formats of addresses by family. */
export const FAMILIES: Record<AddressFamily, Family> = {
  bitcoin: {
    read: readBitcoin,
    name: 'a Bitcoin address',
    look: 'begin with bc1, 1 or 3',
    hasChecksum: true,
  },
  litecoin: {
    read: readLitecoin,
    name: 'a Litecoin address',
    look: 'begin with ltc1, L or M',
    hasChecksum: true,
  },
  'bitcoin-cash': {
    read: readBitcoinCash,
    name: 'a Bitcoin Cash address',
    look: 'begin with bitcoincash:, q or p',
    hasChecksum: true,
  },
  dogecoin: {
    read: readDogecoin,
    name: 'a Dogecoin address',
    look: 'begin with D, A or 9',
    hasChecksum: true,
  },
  evm: {
    read: readEvm,
    name: 'an EVM address (Ethereum and similar networks)',
    look: 'begin with 0x, followed by 40 digits and letters from a to f',
    hasChecksum: true,
  },
  stellar: {
    read: readStellar,
    name: 'a Stellar address',
    look: 'begin with G or M',
    hasChecksum: true,
  },
  solana: {
    read: readSolana,
    name: 'a Solana address',
    look: 'have 32 to 44 letters and digits',
    hasChecksum: false,
  },
  sui: {
    read: readSui,
    name: 'a Sui address',
    look: 'begin with 0x, followed by 64 digits and small letters from a to f',
    hasChecksum: false,
    isDistinct: true,
  },
};

/** Checks a text against the format of a network's addresses. Takes a text without secrets, as long as it may be. */
export function checkFormat(
  address: string,
  network: { label: string; family: AddressFamily },
  forbiddenCharacter = explainForbiddenCharacter(address),
): ValidReading | { state: 'invalid'; reason: string } {
  const family = FAMILIES[network.family];
  const own = forbiddenCharacter ? undefined : family.read(address);
  if (own?.state === 'valid' && family.hasChecksum) return withKnownLoss(own);
  const others = forbiddenCharacter ? [] : Object.values(FAMILIES).filter((other) => other !== family);
  const readings = others.map((other) => ({ other, reading: other.read(address) }));
  const expected = `not ${articleFor(network.label)} ${network.label} address`;
  const otherText = explainOtherText(address.trim());
  const better = readings.find(
    ({ other, reading }) =>
      reading?.state === 'valid' && (other.hasChecksum || (own === undefined && otherText === undefined)),
  );
  if (better)
    return invalid(
      `This is ${better.other.name}, ${expected}. Check the network, or ask the recipient for another address.`,
    );
  if (own?.state === 'valid') return withKnownLoss(own);
  if (own?.isCertain) return invalid(own.explain());
  const certain = readings.find(({ reading }) => reading?.state === 'invalid' && reading.isCertain)?.reading;
  if (certain?.state === 'invalid') return invalid(certain.explain());
  if (own && family.isDistinct) return invalid(own.explain());
  if (otherText) return invalid(otherText);
  if (own && family.hasChecksum) return invalid(own.explain());
  const similar = readings.find(({ reading }) => reading !== undefined);
  if (similar?.reading?.state === 'invalid')
    return invalid(
      `This looks like ${similar.other.name} with a mistake in it, ${expected}. ${similar.reading.explain()}`,
    );
  return invalid(
    own?.explain() ??
      forbiddenCharacter ??
      `This is ${expected}. ${network.label} addresses ${family.look}. Check the address and the network.`,
  );
}

/** Explains a character that no address has: white space, an invisible character, a letter of another script. */
export function explainForbiddenCharacter(text: string): string | undefined {
  const hidden = findHiddenCharacter(text);
  const isSpace = hidden !== undefined && /[\t\n\r\v\f\u2028\u2029]/.test(text);
  if (hidden && !isSpace)
    return (
      `There is an invisible character (${hidden}) in this address. ` +
      'Type the address, or copy it from another source.'
    );
  const space = text.search(/\s/);
  if (space >= 0)
    return text.trim() === text
      ? `Character ${space + 1} is a space or a line break, and no address has one. Paste only one address.`
      : 'There is a space or a line break before or after the address. Delete it.';
  const characters = Array.from(text);
  const other = characters.findIndex((character) => character > '~');
  return other < 0
    ? undefined
    : `Character ${other + 1} is “${characters[other]}”, which no address has, although it may look like one that ` +
        `addresses have. ${COPY_AGAIN}`;
}

function withKnownLoss(reading: ValidReading): ValidReading {
  return withLoss(reading, findLostReason(reading.normal));
}

/** Finds why a text loses what it receives in a format of any family, for a network whose own format is not known. */
export function findLossInAnyFamily(text: string): string | undefined {
  for (const { read } of Object.values(FAMILIES)) {
    const reading = read(text);
    const { lost } = reading?.state === 'valid' ? withKnownLoss(reading) : {};
    if (lost !== undefined) return lost;
  }
  return undefined;
}

function invalid(reason: string): { state: 'invalid'; reason: string } {
  return { state: 'invalid', reason };
}

function articleFor(label: string): string {
  return /^[AEIOU]/i.test(label) ? 'an' : 'a';
}
