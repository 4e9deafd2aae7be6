import { checkAddress } from '@/lib/addresses/check-address';
import type { Resemblance } from '@/lib/addresses/similarity';
import type { Network } from '@/lib/networks/network-definition';
import { NETWORKS } from '@/lib/networks/networks';
import type { TravelRule } from '@/lib/recipients/travel-rule';
import type { Beneficiary } from '@/lib/withdrawals/beneficiary';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** States of an entry. A retired entry stays readable and is not offered for new withdrawals. */
export const RECIPIENT_STATES = ['ACTIVE', 'RETIRED'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** Entry of the address book. */
export interface RecipientEntry {
  name: string;
  network: string;
  /** Address as it is sent. */
  address: string;
  memo: string | null;
  note: string;
  /** Profiles that may pay this recipient; empty for every profile. */
  profiles: string[];
  /** Beneficiary that withdrawals to this recipient are filled in with, as it is sent; null for none. */
  beneficiary: Beneficiary | null;
  /** Absent where the entry has none, as in every entry from before there were any. */
  travelRule?: TravelRule;
}

/** Entry that a withdrawal can be sent to. */
export interface RecipientChoice extends RecipientEntry {
  id: string;
}

/** Number of completed payments from this console to a recipient, and the time of the last (ISO 8601). */
export interface PaymentCount {
  times: number;
  lastAt: string | null;
}

/** Entry that a form offers, with what was paid to it. */
export interface RecipientOffer extends RecipientChoice {
  paid: PaymentCount;
}

/** Entry of the address book as lists and pages show it. */
export interface RecipientSummary extends RecipientOffer {
  state: RecipientState;
  owner: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  /** True where another active entry on the network has this name, or one that looks the same. */
  hasSharedName: boolean;
}

/** Address that was paid or saved here and that another one resembles, as far as the reader may see it. */
export type SimilarAddress = KnownAddress | HiddenAddress;

export interface KnownAddress {
  network: string;
  /** Address in normal form (lib/addresses). */
  address: string;
  /** The address with the capitals of its checksum, as people have it; absent where its network has none. */
  written?: string;
  resemblance: Resemblance;
  /** Name in the address book; null where the address is not in it, as far as the reader may see. */
  name: string | null;
  isHidden?: never;
  /** Time of the last payment, ISO 8601; null where there was none. */
  lastPaidAt: string | null;
  /** True where only an open request has the address. */
  isOpen?: boolean;
  /**
   * True where nobody is to choose between the two: the address asked about is in the address book, and this one is
   * only in an open request.
   */
  isNote?: true;
}

/** Any number of addresses that only profiles have paid or saved which the reader may not see: that there are some. */
export interface HiddenAddress {
  isHidden: true;
}

/** Result of the server's check of an entry that a person is about to add. */
export interface EntryCheck {
  /** Active entry for the same recipient; null where there is none. Its ID and name are null where it is hidden. */
  saved: { id: string | null; name: string | null } | null;
  similarAddresses: SimilarAddress[];
}

/** Explains that the address book has the recipient of an entry already, with the name that the reader may see. */
export function explainSaved({ name }: NonNullable<EntryCheck['saved']>): string {
  return `This recipient is already in the address book ${name === null ? 'for another profile' : `as “${name}”`}.`;
}

/** Gives the family and the normal form by which an address is compared: one address is one recipient per family. */
export function identifyAddress(
  network: Pick<Network, 'id' | 'label' | 'family'>,
  address: string,
): { family: string; normal: string } {
  const verdict = checkAddress(address, network);
  const family = network.family ?? network.id;
  if (verdict.state === 'valid') return { family, normal: verdict.normal };
  // The case of the letters of an EVM address is a checksum (EIP-55), even a wrong one.
  return { family, normal: network.family === 'evm' ? address.toLowerCase() : address };
}

const EVM = /^0x[0-9a-f]{40}$/i;
const EVM_FAMILY = { family: 'evm' } as const;

/** Tells whether a memo distinguishes the recipients of a network, as `recipientKey` has it. */
export function isMemoInKey(networkId: string): boolean {
  return networkOfKey(networkId).usesMemo ?? false;
}

function networkOfKey(id: string): Network {
  return NETWORKS.find((network) => network.id === id) ?? { id, label: id, usesMemo: true };
}

/**
 * Gives the recipient of a withdrawal as a text that is equal for the same recipient: network and address in normal
 * form, with the memo where it distinguishes recipients, such as `["STELLAR","GA7Q…","42"]`. The key is stored and
 * outlives registries and definitions, so it follows the networks of the service interface: on every other one each
 * memo is another recipient, and an address that looks like EVM is one
 * (docs/decisions/0078-networks-are-definitions.md).
 */
export function recipientKey({
  crypto_network,
  destination_address,
  memo,
}: Pick<WithdrawalBody, 'crypto_network' | 'destination_address' | 'memo'>): string {
  const network = networkOfKey(crypto_network);
  const isEvm = network.family === undefined && EVM.test(destination_address);
  const address = identifyAddress(isEvm ? { ...network, ...EVM_FAMILY } : network, destination_address).normal;
  return JSON.stringify([crypto_network, address, ...(network.usesMemo && memo !== undefined ? [memo] : [])]);
}

/** A recipient as rules of the policy name one. */
export interface NamedRecipient {
  network: string;
  address: string;
  memo?: string | undefined;
}

/**
 * Writes a recipient as withdrawals are compared (`recipientKey`): with the address in normal form, and a memo only
 * where it distinguishes recipients.
 */
export function normalizeRecipient({ network, address, memo }: NamedRecipient): NamedRecipient {
  const key = recipientKey({
    crypto_network: network,
    destination_address: address,
    ...(memo !== undefined && { memo }),
  });
  const [, normal = address, distinguishing] = JSON.parse(key) as string[];
  return { network, address: normal, ...(distinguishing !== undefined && { memo: distinguishing }) };
}

/** Gives the key of the recipient of an entry of the address book, as withdrawals have it (`recipientKey`). */
export function keyOfEntry({ network, address, memo }: Pick<RecipientEntry, 'network' | 'address' | 'memo'>): string {
  return recipientKey({ crypto_network: network, destination_address: address, ...(memo !== null && { memo }) });
}

/**
 * Tells whether the case of its letters distinguishes an address from others (`recipientKey`), as it does in base58 and
 * on networks beyond the service interface.
 */
export function isCaseSensitiveAddress(network: string, address: string): boolean {
  const keyOf = (spelling: string) => recipientKey({ crypto_network: network, destination_address: spelling });
  return keyOf(address) !== keyOf(address.toLowerCase());
}
