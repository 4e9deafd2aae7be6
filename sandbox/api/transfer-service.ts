import { NETWORK_IDS, type NetworkId } from '@/lib/networks/networks';
import type { FeeQuotes } from '@/sandbox/ledger/fee-quotes';
import type { History } from '@/sandbox/history/history';
import type { Ledger } from '@/sandbox/ledger/ledger';
import type { SavedAddresses } from '@/sandbox/ledger/saved-addresses';
import type { TransferSequence } from '@/sandbox/ledger/transfer-sequence';
import type { SandboxOptions } from '@/sandbox/options';
import type { TransferRecord } from '@/sandbox/transfer';

/** The state that the operations of the API work on. */
export interface TransferService {
  options: SandboxOptions;
  history: History;
  ledger: Ledger;
  savedAddresses: SavedAddresses;
  feeQuotes: FeeQuotes;
  sequence: TransferSequence;
}

/** Lists the networks that a sandbox takes: those of the interface, and those of its options. */
export function networksOf({ networks }: SandboxOptions): [NetworkId, ...NetworkId[]] {
  return [...NETWORK_IDS, ...networks];
}

/** Finds the transfer with an id, created or historical, in its current state. */
export function findTransfer({ ledger, history }: TransferService, id: string): TransferRecord | undefined {
  return ledger.findById(id) ?? history.findById(id);
}

/** Finds every transfer that carries a reference, the historical one first. */
export function findTransfersByRefId(
  { ledger, history }: TransferService,
  refId: string,
): { record: TransferRecord; idempotencyKey: string | null }[] {
  const old = history.findByRefId(refId);
  return [...(old ? [{ record: old, idempotencyKey: null }] : []), ...ledger.findByRefId(refId)];
}
