import { checkAddress } from '@/lib/addresses/check-address';
import type { Resemblance } from '@/lib/addresses/similarity';
import { findNetwork, type Network } from '@/lib/networks/networks';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** A retired entry can still be read, and nothing new is sent to it by name. */
export const RECIPIENT_STATES = ['ACTIVE', 'RETIRED'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** What the book says of a recipient. */
export interface RecipientEntry {
  name: string;
  network: string;
  /** As it is sent. */
  address: string;
  memo: string | null;
  note: string;
  /** Profiles that may be debited for it; none for every one. */
  profiles: string[];
}

/** An entry of the book that a withdrawal can be sent to. */
export interface RecipientChoice extends RecipientEntry {
  id: string;
}

/** How often a recipient was paid from here, and when last (ISO 8601). */
export interface Paid {
  times: number;
  lastAt: string | null;
}

/** An entry of the book as lists and pages show it. */
export interface RecipientSummary extends RecipientChoice {
  state: RecipientState;
  owner: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  paid: Paid;
}

/** An address that we have paid or saved and that another one resembles. */
export interface SimilarAddress {
  network: string;
  /** In normal form (lib/addresses). */
  address: string;
  resemblance: Resemblance;
  /** In the book; null where it is not there. */
  name: string | null;
  /** ISO 8601; null where it was never paid from here. */
  lastPaidAt: string | null;
}

/** What only the console knows of an entry that somebody is about to add. */
export interface EntryCheck {
  /** The active entry that is the same recipient; null where there is none. */
  saved: { id: string; name: string } | null;
  lookAlikes: SimilarAddress[];
}

/** The names under which an address is known and compared: one address is one recipient on all networks of a family. */
export function identifyAddress(
  network: Pick<Network, 'id' | 'label' | 'family'>,
  address: string,
): { family: string; normal: string } {
  const verdict = checkAddress(address, network);
  // The letters' case of an EVM address is a checksum (EIP-55), also where it is wrong.
  const normal =
    verdict.state === 'valid' ? verdict.normal : network.family === 'evm' ? address.toLowerCase() : address;
  return { family: network.family ?? network.id, normal };
}

const EVM = /^0x[0-9a-f]{40}$/i;
const EVM_FAMILY = { family: 'evm' } as const;

/**
 * Who gets a withdrawal, as a text that is equal for the same recipient: network and address in normal form, with the
 * memo where the network's recipients are told apart by it. It outlives any table of networks, so it goes by what the
 * console comes with: on other networks another memo is another recipient, and what looks like an EVM address is one.
 */
export function recipientKey({
  crypto_network,
  destination_address,
  memo,
}: Pick<WithdrawalBody, 'crypto_network' | 'destination_address' | 'memo'>): string {
  const network = findNetwork(crypto_network) ?? {
    id: crypto_network,
    label: crypto_network,
    usesMemo: true,
    ...(EVM.test(destination_address) && EVM_FAMILY),
  };
  const address = identifyAddress(network, destination_address).normal;
  return JSON.stringify([crypto_network, address, ...(network.usesMemo && memo !== undefined ? [memo] : [])]);
}
