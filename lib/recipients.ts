import { findNetwork } from '@/lib/networks';
import type { WithdrawalBody } from '@/lib/withdrawals';

/** How an address got into a form. */
export const ADDRESS_ENTRIES = ['typed', 'pasted', 'book', 'file', 'repeat'] as const;
export type AddressEntry = (typeof ADDRESS_ENTRIES)[number];

/** A retired entry can still be read, and nothing new is sent to it by name. */
export const RECIPIENT_STATES = ['ACTIVE', 'RETIRED'] as const;
export type RecipientState = (typeof RECIPIENT_STATES)[number];

/**
 * Who gets a withdrawal, as a text that is equal for the same recipient: network and address, with the memo where the
 * network's recipients are told apart by it. The letters' case of an EVM address is a checksum (EIP-55).
 */
export function recipientKey({ crypto_network, destination_address, memo }: WithdrawalBody): string {
  const network = findNetwork(crypto_network);
  const address = network?.family === 'evm' ? destination_address.toLowerCase() : destination_address;
  return JSON.stringify([crypto_network, address, ...(network?.usesMemo && memo !== undefined ? [memo] : [])]);
}
