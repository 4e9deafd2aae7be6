import { FAILURE_DETAILS } from '@/sandbox/history/generate-status';
import { SeededRandom, hashText } from '@/sandbox/random';
import { generateTransactionHash, generateTransactionIndex } from '@/sandbox/transaction-hash';
import type { TransferRecord } from '@/sandbox/transfer';

/** The result of a created transfer, decided at its creation. */
export type Outcome = 'completed' | 'missing_trustline' | 'invalid_destination_address';

/** When and how a created transfer ends; `atMs` null means never. */
export interface Settlement {
  atMs: number | null;
  outcome: Outcome;
  /** Until when the destination address is under review, which the transfer waits for. */
  reviewedAtMs?: number | undefined;
}

const WAITING_FOR_TRAVEL_RULE = {
  name: 'TRAVEL_RULE_INFO_REQUESTED',
  detail: 'Information about the beneficiary is needed.',
};

// The documents name no status for it (docs/specification/service-facts.md#destination-addresses).
const UNDER_REVIEW = { name: 'ADDRESS_UNDER_REVIEW', detail: 'The destination address is under review.' };

/**
 * Returns a transfer in its state at an instant. There are no timers: the status depends only on the time of the call.
 */
export function viewTransfer(
  accepted: TransferRecord,
  { atMs, outcome, reviewedAtMs = 0 }: Settlement,
  nowMs: number,
): TransferRecord {
  if (atMs === null) return { ...accepted, secondary_status: WAITING_FOR_TRAVEL_RULE };
  if (nowMs < reviewedAtMs) return { ...accepted, secondary_status: UNDER_REVIEW };
  if (nowMs < atMs) return accepted;
  const updated_at = new Date(atMs).toISOString();
  if (outcome !== 'completed')
    return { ...accepted, status: 'FAILED', updated_at, status_details: { [outcome]: FAILURE_DETAILS[outcome] } };
  return { ...accepted, status: 'COMPLETED', updated_at, ...transactionOf(accepted) };
}

function transactionOf({
  id,
  crypto_network: network,
  destination_address: address = '',
}: TransferRecord): Partial<TransferRecord> {
  if (network === undefined) return {};
  const random = new SeededRandom(hashText(id));
  return {
    crypto_tx_hash: generateTransactionHash(network, random),
    crypto_tx_index: generateTransactionIndex(network, address, random),
  };
}
