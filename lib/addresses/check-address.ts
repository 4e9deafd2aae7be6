import { readBitcoin } from '@/lib/addresses/bitcoin';
import { readBitcoinCash } from '@/lib/addresses/bitcoin-cash';
import { readEvm } from '@/lib/addresses/evm';
import { readLitecoin } from '@/lib/addresses/litecoin';
import { COPY_AGAIN } from '@/lib/addresses/explain-mistake';
import { explainOtherText, explainSecret } from '@/lib/addresses/not-addresses';
import { type Reading, type ValidReading, withLoss } from '@/lib/addresses/reading';
import { readSolana } from '@/lib/addresses/solana';
import { findLostReason } from '@/lib/addresses/special-addresses';
import { readStellar } from '@/lib/addresses/stellar';
import { findHiddenCharacter } from '@/lib/text/hidden-characters';
import type { AddressFamily } from '@/lib/networks/networks';

/** Verdict on an address of a network, with the reason where the address is invalid or cannot be checked. */
export type AddressVerdict =
  | ValidReading
  | { state: 'invalid'; reason: string }
  | { state: 'unchecked'; reason: string; lost?: string };

interface Family {
  read: (text: string) => Reading | undefined;
  /** Noun phrase for an address of the family. */
  name: string;
  /** Predicate that follows "Bitcoin addresses". */
  look: string;
  /** A format without a checksum accepts many other texts, so the formats that have one are tried first. */
  hasChecksum: boolean;
}

const FAMILIES: Record<AddressFamily, Family> = {
  bitcoin: { read: readBitcoin, name: 'a Bitcoin address', look: 'begin with bc1, 1 or 3', hasChecksum: true },
  litecoin: { read: readLitecoin, name: 'a Litecoin address', look: 'begin with ltc1, L or M', hasChecksum: true },
  'bitcoin-cash': {
    read: readBitcoinCash,
    name: 'a Bitcoin Cash address',
    look: 'begin with bitcoincash:, q or p',
    hasChecksum: true,
  },
  evm: {
    read: readEvm,
    name: 'an EVM address (Ethereum and similar networks)',
    look: 'begin with 0x, followed by 40 digits and letters from a to f',
    hasChecksum: true,
  },
  stellar: { read: readStellar, name: 'a Stellar address', look: 'begin with G or M', hasChecksum: true },
  solana: { read: readSolana, name: 'a Solana address', look: 'have 32 to 44 letters and digits', hasChecksum: false },
};

// Longer than any address, payment link or invoice that is worth explaining.
const MAX_CHARACTERS = 4096;

/**
 * Checks an address against the network that it is paid on, in less than a millisecond and for any text. A network
 * without an address family gives 'unchecked', never 'valid'. The reason never repeats a secret.
 */
export function checkAddress(
  address: string,
  network: { label: string; family?: AddressFamily } | undefined,
): AddressVerdict {
  if (address === '') return invalid('Enter an address.');
  if (address.length > MAX_CHARACTERS)
    return invalid(`This text has ${address.length} characters, and no address is that long. Paste only the address.`);
  const secret = explainSecret(address.trim());
  if (secret) return invalid(secret);
  const forbiddenCharacter = explainForbiddenCharacter(address);
  if (!network?.family) {
    if (forbiddenCharacter) return invalid(forbiddenCharacter);
    const lost = findLossInAnyFamily(address);
    return {
      state: 'unchecked',
      reason:
        `Addresses on ${network ? network.label : 'this network'} cannot be checked here. ` +
        'Compare every character with the address that the recipient gave you.',
      ...(lost !== undefined && { lost }),
    };
  }
  return check(address, { label: network.label, family: network.family }, forbiddenCharacter);
}

function check(
  address: string,
  network: { label: string; family: AddressFamily },
  forbiddenCharacter: string | undefined,
): AddressVerdict {
  const family = FAMILIES[network.family];
  const own = forbiddenCharacter ? undefined : family.read(address);
  if (own?.state === 'valid' && family.hasChecksum) return withKnownLoss(own);
  const others = forbiddenCharacter ? [] : Object.values(FAMILIES).filter((other) => other !== family);
  const readings = others.map((other) => ({ other, reading: other.read(address) }));
  const expected = `not ${articleFor(network.label)} ${network.label} address`;
  const better = readings.find(
    ({ other, reading }) => reading?.state === 'valid' && (other.hasChecksum || own === undefined),
  );
  if (better)
    return invalid(
      `This is ${better.other.name}, ${expected}. Check the network, or ask the recipient for another address.`,
    );
  if (own?.state === 'valid') return withKnownLoss(own);
  if (own?.isCertain) return invalid(own.explain());
  const certain = readings.find(({ reading }) => reading?.state === 'invalid' && reading.isCertain)?.reading;
  if (certain?.state === 'invalid') return invalid(certain.explain());
  const otherText = explainOtherText(address.trim());
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
function explainForbiddenCharacter(text: string): string | undefined {
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
function findLossInAnyFamily(text: string): string | undefined {
  for (const { read } of Object.values(FAMILIES)) {
    const reading = read(text);
    const { lost } = reading?.state === 'valid' ? withKnownLoss(reading) : {};
    if (lost !== undefined) return lost;
  }
  return undefined;
}

/** Explains why an address is refused although its spelling is right: everything sent there is lost. */
export function explainRefusal(verdict: AddressVerdict): string | undefined {
  return verdict.state === 'invalid' || verdict.lost === undefined
    ? undefined
    : `${verdict.lost} Ask the recipient for another address.`;
}

function invalid(reason: string): AddressVerdict {
  return { state: 'invalid', reason };
}

function articleFor(label: string): string {
  return /^[AEIOU]/i.test(label) ? 'an' : 'a';
}
