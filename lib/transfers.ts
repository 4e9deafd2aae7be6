/** The types of section 2.2. A record with another one is shown with that one. */
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

export const DIRECTIONS = ['CREDIT', 'DEBIT'] as const;

/** The statuses of section 3. COMPLETED and FAILED are final (service-facts, "States"). */
export const TRANSFER_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;

/** The members of section 2.2 that hold text, in its order: the first twelve are required. */
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

/** The members of section 2.2 that hold an object; what is inside them is not in the interface document. */
export const TRANSFER_OBJECT_FIELDS = ['secondary_status', 'status_details', 'metadata', 'auto_conversion'] as const;

export type TransferTextField = (typeof TRANSFER_TEXT_FIELDS)[number];
export type TransferObjectField = (typeof TRANSFER_OBJECT_FIELDS)[number];

/** One thing about a record that section 2.2 does not allow, in words. The record is shown all the same. */
export interface Flaw {
  field: string;
  message: string;
}

/** A transfer as the console shows it: what could be read, what is wrong with it, and the record as it came. */
export interface Transfer extends Partial<Record<TransferTextField, string>>, Partial<Record<TransferObjectField, Record<string, unknown>>> {
  id: string;
  flaws: Flaw[];
  /** The record exactly as the service wrote it (parsed JSON). */
  raw: unknown;
}

/** An item that cannot be told from any other: no object, or no usable id. Counted and shown, never dropped. */
export interface UnusableItem {
  id: null;
  flaws: Flaw[];
  raw: unknown;
}

/** Whether the service will not change the transfer any more. An unknown status is not final. */
export function isFinalStatus(status: string | undefined): boolean {
  return status === 'COMPLETED' || status === 'FAILED';
}

/** A transfer as a list carries it: everything but the record as it came, which only the details need. */
export type TransferRow = Omit<Transfer, 'raw'>;

/** What a list rests on, so that "there is no more" and "not found" can be believed. */
export interface Coverage {
  /** Read from the service page by page, until the mirror exists. */
  source: 'service';
  /** When it was read (ISO 8601). */
  asOf: string;
}

/** What `GET /api/transfers` answers (contract.md). */
export interface TransferListPage {
  items: (TransferRow | UnusableItem)[];
  nextCursor: string | null;
  coverage: Coverage;
}

/** What `GET /api/transfers/{id}` answers. */
export interface TransferAnswer {
  transfer: Transfer;
  asOf: string;
}
