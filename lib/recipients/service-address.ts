import { identifyAddress } from '@/lib/recipients/recipients';
import type { SavedData } from '@/lib/recipients/travel-rule';
import { findNetwork } from '@/lib/networks/networks';
import { theService, TheService } from '@/lib/text/service-name';
import { isSameId } from '@/lib/text/uuid';

/** Key of travel-rule data at the service; the identity is empty for withdrawals without one. */
export interface AddressKey {
  network: string;
  address: string;
  identity: string;
}

/**
 * Builds the body that saves the travel-rule data of an entry for an identity; undefined for an entry without data.
 * docs/specification/service-facts.md#destination-addresses
 */
export function toAddressBody(
  { network, address, beneficiary, travelRule }: SavedData,
  identity: string,
): Record<string, unknown> | undefined {
  if (!travelRule) return undefined;
  const { custody, provider, website, providerId, purpose, receiver } = travelRule;
  const named = { name: provider, ...(website !== '' && { website }) };
  return {
    crypto_network: network,
    address,
    ...(identity !== '' && { identity_id: identity }),
    travelrule_metadata: {
      custodian_type: custody === 'provider' ? 'VASP' : 'PRIVATE',
      ...(custody === 'provider' && { vasp: providerId === undefined ? named : { id: providerId } }),
      transfer_purpose: purpose,
      beneficiary: receiver === 'desk' ? { self: true } : beneficiary,
    },
  };
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the state from an answer about an address, null where it has none; undefined for an answer about another
 * network, address or identity. The answer is unchecked JSON.
 */
export function readAddressState(
  answer: unknown,
  { network, address, identity }: AddressKey,
): string | null | undefined {
  const text = (name: string) => {
    const value =
      typeof answer === 'object' && answer !== null && Object.hasOwn(answer, name)
        ? (answer as Record<string, unknown>)[name]
        : undefined;
    return typeof value === 'string' ? value : '';
  };
  const normal = (written: string) => identifyAddress(findNetwork(network) ?? { id: network, label: network }, written);
  if (text('crypto_network') !== network || normal(text('address')).normal !== normal(address).normal) return undefined;
  const owner = text('identity_id');
  if (!isSameId(owner === NIL_UUID ? '' : owner, identity)) return undefined;
  return text('status').slice(0, MAX_STATE) || null;
}

/** The longest state that is kept. */
export const MAX_STATE = 64;

/** What is known of the state of an address at the service. */
export type AddressStanding =
  | { kind: 'given'; state: string | null }
  | { kind: 'unknown' }
  /** `reason`: a sentence. */
  | { kind: 'unchecked'; reason: string };

/** Finding about an address before a withdrawal to it is requested; the sentences may hold foreign text. */
export interface AddressFinding {
  look: 'bad' | 'warn';
  title: string;
  next: string;
}

/** Describes a state of an address in a few words, such as “in review”; another than the known ones as given. */
export function describeAddressState(state: string | null): string {
  switch (state) {
    case 'APPROVED':
      return 'approved';
    case 'PENDING':
      return 'in review';
    case 'REJECTED':
      return 'rejected';
    case null:
      return 'no state given';
    default:
      return `state ${state}`;
  }
}

/** Explains the standing of an address to the requester; undefined where nothing speaks against a withdrawal. */
export function explainStanding(standing: AddressStanding): AddressFinding | undefined {
  if (standing.kind === 'unchecked')
    return {
      look: 'warn',
      title: `The state of the address at ${theService()} could not be checked.`,
      next: `${standing.reason} You can submit: what the console saved itself has been checked.`,
    };
  if (standing.kind === 'unknown')
    return {
      look: 'warn',
      title: `${TheService()} does not list this address with its travel-rule data.`,
      next: 'It may decline the withdrawal. Open the recipient and save the data again before you submit.',
    };
  const { state } = standing;
  if (state === 'APPROVED') return undefined;
  if (state === 'PENDING')
    return {
      look: 'warn',
      title: `${TheService()} is reviewing this address.`,
      next: 'You can submit. Once sent, the withdrawal may stay pending until the review ends.',
    };
  if (state === 'REJECTED')
    return {
      look: 'bad',
      title: `${TheService()} rejected this address.`,
      next: `It will probably decline the withdrawal. Ask ${theService()} for the reason before you submit.`,
    };
  return {
    look: 'warn',
    title:
      state === null
        ? `${TheService()} gives no state of this address.`
        : `${TheService()} gives a state of this address that the console does not know: ${state}.`,
    next: `You can submit. Ask ${theService()} whether withdrawals to the address are possible.`,
  };
}
