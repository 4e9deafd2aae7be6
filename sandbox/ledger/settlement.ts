import { FAILURE_DETAILS } from '@/sandbox/history/draw-status';
import { Draw, hashText } from '@/sandbox/random';
import { drawTransactionHash, drawTransactionIndex } from '@/sandbox/transaction-hash';
import type { TransferRecord } from '@/sandbox/transfer';

/** What becomes of a created transfer, decided when it is created. */
export type Outcome = 'completed' | 'missing_trustline' | 'invalid_destination_address';

/** When and how a created transfer ends; `atMs` null: never. */
export interface Settlement {
  atMs: number | null;
  outcome: Outcome;
}

const WAITING_FOR_TRAVEL_RULE = {
  name: 'TRAVEL_RULE_INFO_REQUESTED',
  detail: 'Information about the beneficiary is needed.',
};

/** The transfer as it stands at an instant. No timer ever runs: a status is a question of when one asks. */
export function viewTransfer(accepted: TransferRecord, { atMs, outcome }: Settlement, nowMs: number): TransferRecord {
  if (atMs === null) return { ...accepted, secondary_status: WAITING_FOR_TRAVEL_RULE };
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
  const draw = new Draw(hashText(id));
  return {
    crypto_tx_hash: drawTransactionHash(network, draw),
    crypto_tx_index: drawTransactionIndex(network, address, draw),
  };
}
