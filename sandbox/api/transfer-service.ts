import type { History } from '@/sandbox/history/history';
import type { Ledger } from '@/sandbox/ledger/ledger';
import type { TransferSequence } from '@/sandbox/ledger/transfer-sequence';
import type { SandboxOptions } from '@/sandbox/options';
import type { TransferRecord } from '@/sandbox/transfer';

/** What the operations of the API work on. */
export interface TransferService {
  options: SandboxOptions;
  history: History;
  ledger: Ledger;
  sequence: TransferSequence;
}

/** The transfer with an id, created or historical, as it stands now. */
export function findTransfer({ ledger, history }: TransferService, id: string): TransferRecord | undefined {
  return ledger.findById(id) ?? history.findById(id);
}

/** Every transfer that carries a reference, historical first. */
export function findTransfersByRefId(
  { ledger, history }: TransferService,
  refId: string,
): { record: TransferRecord; idempotencyKey: string | null }[] {
  const old = history.findByRefId(refId);
  return [...(old ? [{ record: old, idempotencyKey: null }] : []), ...ledger.findByRefId(refId)];
}
