import type { NetworkId } from '@/lib/networks/networks';
import type { DIRECTIONS, TRANSFER_STATUSES, TRANSFER_TYPES } from '@/lib/transfers/transfer';

export type TransferType = (typeof TRANSFER_TYPES)[number];
export type Direction = (typeof DIRECTIONS)[number];
type TransferStatus = (typeof TRANSFER_STATUSES)[number];

/**
 * A transfer in the names and order of docs/specification/service-interface.md#transfer-record. Amounts are decimal
 * strings.
 */
export interface TransferRecord {
  id: string;
  customer_id: string;
  profile_id: string;
  amount: string;
  total: string;
  fee: string;
  asset: string;
  direction: Direction;
  type: TransferType;
  status: TransferStatus;
  created_at: string;
  updated_at: string;
  identity_id?: string;
  account_id?: string;
  ref_id?: string;
  balance_asset?: string;
  secondary_status?: { name: string; detail: string };
  status_details?: Record<string, { message: string }>;
  metadata?: Record<string, string>;
  destination_address?: string;
  crypto_network?: NetworkId;
  crypto_tx_hash?: string;
  crypto_tx_index?: string;
  auto_conversion?: { from_transfer_id?: string; to_transfer_id?: string };
  group_id?: string;
  fiat_account_id?: string;
  notional_value?: string;
  memo?: string;
}
