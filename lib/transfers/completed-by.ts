import type { Transfer } from '@/lib/transfers/transfer';

/**
 * Gives the time by which a transfer had its outcome (ISO 8601): `updated_at` of a completed or failed record. The
 * service documents no time of completion, only that of the last change, which is that moment or a later one
 * (docs/specification/service-interface.md#transfer-record). Undefined for other states and unreadable times.
 */
export function readOutcomeTime({ status, updated_at }: Pick<Transfer, 'status' | 'updated_at'>): string | undefined {
  const isOver = status === 'COMPLETED' || status === 'FAILED';
  return isOver && updated_at !== undefined && !Number.isNaN(Date.parse(updated_at)) ? updated_at : undefined;
}

/**
 * Gives the time by which a transfer was completed (ISO 8601); undefined where it is not, or the time is unreadable.
 */
export function readCompletedBy(transfer: Pick<Transfer, 'status' | 'updated_at'>): string | undefined {
  return transfer.status === 'COMPLETED' ? readOutcomeTime(transfer) : undefined;
}
