import { checkFormat, explainForbiddenCharacter, findLossInAnyFamily } from '@/lib/addresses/check-format';
import { explainOtherText, explainSecret } from '@/lib/addresses/not-addresses';
import type { ValidReading } from '@/lib/addresses/reading';
import { type CheckedNetwork, explainLink, readPaymentLink } from '@/lib/addresses/payment-links/read-link';

/** Verdict on an address of a network, with the reason where the address is invalid or cannot be checked. */
export type AddressVerdict =
  | ValidReading
  | { state: 'invalid'; reason: string }
  | { state: 'unchecked'; reason: string; lost?: string };

// Longer than any address, payment link or invoice that is worth explaining.
const MAX_CHARACTERS = 4096;
/** The most characters of an address that a form takes. */
export const MAX_ADDRESS_LENGTH = 128;

/**
 * Explains a text that is not meant as an address alone, whatever the network is: a secret, a link, a text longer than
 * any address. Undefined for a text that may be one. Never repeats a secret.
 */
export function explainNotAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const secret = explainSecret(trimmed);
  if (secret) return secret;
  const link = readPaymentLink(trimmed);
  if (link) return explainLink(link, undefined);
  if (trimmed.length <= MAX_ADDRESS_LENGTH) return undefined;
  return (trimmed.length <= MAX_CHARACTERS ? explainOtherText(trimmed) : undefined) ?? explainTooLong(trimmed);
}

function explainTooLong(text: string): string {
  return `This text has ${text.length} characters, and no address is that long. Paste only the address.`;
}

/**
 * Checks an address against the network that it is paid on, in less than a millisecond and for any text. A network
 * without an address family gives 'unchecked', never 'valid'. The reason never repeats a secret.
 */
export function checkAddress(address: string, network: CheckedNetwork | undefined): AddressVerdict {
  if (address === '') return invalid('Enter an address.');
  if (address.length > MAX_CHARACTERS) return invalid(explainTooLong(address));
  const secret = explainSecret(address.trim());
  if (secret) return invalid(secret);
  const link = readPaymentLink(address);
  if (link) return invalid(explainLink(link, network));
  const forbiddenCharacter = explainForbiddenCharacter(address);
  if (!network?.family) {
    if (forbiddenCharacter) return invalid(forbiddenCharacter);
    const lost = findLossInAnyFamily(address);
    return {
      state: 'unchecked',
      reason: `Addresses on ${network ? network.label : 'this network'} cannot be checked here.`,
      ...(lost !== undefined && { lost }),
    };
  }
  return checkFormat(address, { label: network.label, family: network.family }, forbiddenCharacter);
}

function invalid(reason: string): AddressVerdict {
  return { state: 'invalid', reason };
}
