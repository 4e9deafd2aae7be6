import type { Coverage } from '@/lib/mirror/coverage';
import type { ValueFilter } from '@/lib/transfers/query';

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
export interface Transfer
  extends Partial<Record<TransferTextField, string>>, Partial<Record<TransferObjectField, Record<string, unknown>>> {
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

/** Why a transfer is among the answers to a search: what of it matched (a member of section 2.2, or `metadata.<key>`), and how. */
export interface Match {
  field: string;
  how: 'exact' | 'prefix' | 'contains';
}

/** What the service said where it was asked live, because the mirror had nothing that matches exactly. */
export interface RequestedBy {
  /** When it was asked (ISO 8601). */
  at: string;
  outcome: 'found' | 'none' | 'failed';
}

/** What `GET /api/transfers` answers (contract.md). */
export interface TransferListPage {
  items: ((TransferRow & { match?: Match }) | UnusableItem)[];
  nextCursor: string | null;
  /** Where the first row stands, for asking how many have come above it; null where a search or no row is shown. */
  topCursor: string | null;
  coverage: Coverage;
  asked?: RequestedBy;
  /** What the reader has to know of this answer, such as that a search was too broad to be finished; a sentence. */
  note?: string;
}

/** Sums of one asset: exact decimals. */
export interface AssetTotal {
  asset: string;
  transfers: number;
  amount: string;
  total: string;
  fee: string;
}

/** What `GET /api/transfers/totals` answers. */
export interface TransferTotals {
  totals: AssetTotal[];
  transfers: number;
  coverage: Coverage;
}

/** What `GET /api/transfers/values` answers: what there is to filter by, the most frequent first. */
export type TransferValues = Record<ValueFilter, { value: string; transfers: number }[]>;

/** What `GET /api/transfers/newer` answers: how many rows a list has above one of its rows, at most 1000. */
export interface NewerTransfers {
  count: number;
  coverage: Coverage;
}

/** What came of one of the terms that were looked up together. */
export interface LookupRow {
  term: string;
  outcome: 'found' | 'missing' | 'several';
  /** At most 20. */
  items: TransferRow[];
}

/** What `POST /api/transfers/lookup` answers, in the order of the terms, each once. */
export interface LookupAnswer {
  rows: LookupRow[];
  coverage: Coverage;
  asked?: RequestedBy;
}

/** What `GET /api/transfers/{id}` answers. */
export interface TransferAnswer {
  transfer: Transfer;
  asOf: string;
}
