import type { Coverage } from '@/lib/mirror/coverage';
import type { Hidden, SearchLimit } from '@/lib/mirror/search-answer';
import type { TransferSums } from '@/lib/transfers/totals';
import type { ValueFilter } from '@/lib/transfers/query';

/** The documented types. A record with another type is shown with that type. */
export const TRANSFER_TYPES = [
  'INTERNAL_TRANSFER_DEBIT',
  'INTERNAL_TRANSFER_CREDIT',
  'CRYPTO_DEPOSIT',
  'CRYPTO_WITHDRAWAL',
  'WIRE_DEPOSIT',
  'WIRE_WITHDRAWAL',
  'SEN_DEPOSIT',
  'SEN_WITHDRAWAL',
  'BANK_DEPOSIT',
  'BANK_WITHDRAWAL',
  'PAXOS_TRANSFER_DEBIT',
  'PAXOS_TRANSFER_CREDIT',
  'SIGNET_DEPOSIT',
  'SIGNET_WITHDRAWAL',
  'CBIT_WITHDRAWAL',
  'CBIT_DEPOSIT',
  'CUBIX_DEPOSIT',
  'CUBIX_WITHDRAWAL',
  'RTP_DEPOSIT',
] as const;

/** The documented directions. */
export const DIRECTIONS = ['CREDIT', 'DEBIT'] as const;

/** The documented statuses. COMPLETED and FAILED are final (docs/specification/service-facts.md#states). */
export const TRANSFER_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;

/**
 * The text members of a record, in the order of docs/specification/service-interface.md#transfer-record: the first
 * twelve are required.
 */
export const TRANSFER_TEXT_FIELDS = [
  'id',
  'customer_id',
  'profile_id',
  'amount',
  'total',
  'fee',
  'asset',
  'direction',
  'type',
  'status',
  'created_at',
  'updated_at',
  'identity_id',
  'account_id',
  'ref_id',
  'balance_asset',
  'destination_address',
  'crypto_network',
  'crypto_tx_hash',
  'crypto_tx_index',
  'group_id',
  'fiat_account_id',
  'notional_value',
  'memo',
] as const;

/** The object members of a record. The interface does not document what is inside. */
export const TRANSFER_OBJECT_FIELDS = ['secondary_status', 'status_details', 'metadata', 'auto_conversion'] as const;

/** One of TRANSFER_TEXT_FIELDS. */
export type TransferTextField = (typeof TRANSFER_TEXT_FIELDS)[number];
/** One of TRANSFER_OBJECT_FIELDS. */
export type TransferObjectField = (typeof TRANSFER_OBJECT_FIELDS)[number];

/** A member of a record that does not fit the documented interface. The record is shown all the same. */
export interface Flaw {
  field: string;
  message: string;
}

/** A decoded transfer: its readable members, its flaws, and the raw record. */
export interface Transfer
  extends Partial<Record<TransferTextField, string>>, Partial<Record<TransferObjectField, Record<string, unknown>>> {
  id: string;
  flaws: Flaw[];
  /** The record as the service sent it (parsed JSON). */
  raw: unknown;
}

/** An item that is not an object or has no usable ID. Counted and shown, never dropped. */
export interface UnusableItem {
  id: null;
  flaws: Flaw[];
  raw: unknown;
}

/** Tells whether a status is final. An unknown status is not. */
export function isFinalStatus(status: string | undefined): boolean {
  return status === 'COMPLETED' || status === 'FAILED';
}

/** The active entry of the address book that an outgoing transfer pays; its name is untrusted text. */
export interface TransferRecipient {
  id: string;
  name: string;
}

/** A transfer without its raw record, which only the details need. */
export interface TransferRow extends Omit<Transfer, 'raw'> {
  /** Present where the transfer had something that needs attention, and a person settled it. */
  isSettled?: true;
  /** Present where a list adds the names of recipients, and the address book has this one. */
  recipient?: TransferRecipient;
}

/**
 * The match of a transfer in a search: the member that matched (also `metadata.<key>`), and the kind of match; `ends`
 * for a shortened address, hash or ID, of which only the beginning and the end are given, `near` for an amount.
 */
export interface Match {
  field: string;
  how: 'exact' | 'ends' | 'prefix' | 'suffix' | 'contains' | 'near';
}

/** The outcome of looking a term up at the service, because the mirror had no exact match. */
export interface LiveLookup {
  /** The time of the lookup (ISO 8601). */
  at: string;
  outcome: 'found' | 'none' | 'failed';
}

/** The answer of `GET /api/transfers` (docs/specification/console-contract.md#pages). */
export interface TransferListPage {
  items: ((TransferRow & { match?: Match }) | UnusableItem)[];
  nextCursor: string | null;
  /** The cursor of the first row, for counting newer rows; null for a search and for an empty list. */
  topCursor: string | null;
  coverage: Coverage;
  liveLookup?: LiveLookup;
  /** References that a search without any match may have been meant for, at most three. */
  similar?: string[];
  /** What could not be searched for this text; absent if everything was. */
  limits?: SearchLimit[];
  /** What has the whole text as its reference, ID, hash or address, but does not meet the filters; at most three. */
  hidden?: Hidden<TransferRow & { match?: Match }>[];
  /** A limitation of this answer, such as a search that took too long; one or two sentences. */
  note?: string;
}

/** The answer of `GET /api/transfers/totals`. */
export interface TransferTotals extends TransferSums {
  transfers: number;
  coverage: Coverage;
}

/** The answer of `GET /api/transfers/values`: the options of each filter, the most frequent first. */
export type TransferValues = Record<ValueFilter, { value: string; transfers: number }[]>;

/** The answer of `GET /api/transfers/newer`: the number of rows above a row of the list, at most 1,000. */
export interface NewerTransfers {
  count: number;
  coverage: Coverage;
}

/** The answer of `GET /api/transfers/{id}`. */
export interface TransferAnswer {
  transfer: Transfer;
  asOf: string;
}
