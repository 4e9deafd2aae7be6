'use server';

import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { type ReadDenial, refreshTransfer } from '@/lib/server/transfers/read';
import type { TransferAnswer } from '@/lib/transfers/transfer';

/** Reads a transfer from the service by its id, unchecked, and stores the record. */
export async function refreshTransferAction(id: unknown): Promise<Result<TransferAnswer, ReadDenial>> {
  return measureAction('refreshTransfer', refreshTransfer, id);
}
