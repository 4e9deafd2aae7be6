import { findDelayMs, type TypicalDuration } from '@/lib/transfers/figures/typical-duration';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { TransferRow } from '@/lib/transfers/transfer';

/** A transfer that is pending at the service. */
export interface PendingTransfer {
  transfer: TransferRow;
  /** The time since its `created_at`. */
  ageMs: number;
  /** The typical duration of transfers like this one. */
  typical: TypicalDuration;
  /** The withdrawal request for which the console sent the transfer; null if there is none. */
  requestId: string | null;
}

/** The pending transfers, oldest first. */
export interface InProgress {
  pending: PendingTransfer[];
  /** True if there are more pending transfers than listed. */
  hasMore: boolean;
}

/** One line of the list "In progress": a transfer at the service, or a request that was not sent yet. */
export type InProgressTransfer =
  | { kind: 'transfer'; ageMs: number; pending: PendingTransfer }
  | { kind: 'request'; ageMs: number; request: RequestSummary };

/**
 * Tells whether a pending transfer is delayed: it takes longer than nine of ten did, or the service gives a reason that
 * nobody has settled.
 */
export function needsAttention({ transfer, ageMs, typical }: PendingTransfer): boolean {
  return (
    findDelayMs(ageMs, typical) !== null ||
    (transfer.isSettled !== true && (transfer.secondary_status !== undefined || transfer.status_details !== undefined))
  );
}

/**
 * Splits pending transfers and open requests into delayed transfers and everything else in progress, each oldest first.
 * A request with a pending transfer is listed once, as that transfer. `nowMs`: on the clock of the requests' times.
 */
export function sortInProgress(
  pending: readonly PendingTransfer[],
  requests: readonly RequestSummary[],
  nowMs: number,
): { delayed: PendingTransfer[]; onTime: InProgressTransfer[] } {
  const known = new Set(pending.map(({ requestId }) => requestId));
  const onTime: InProgressTransfer[] = [
    ...pending
      .filter((item) => !needsAttention(item))
      .map((item) => ({ kind: 'transfer' as const, ageMs: item.ageMs, pending: item })),
    ...requests
      .filter(({ id }) => !known.has(id))
      .map((request) => ({ kind: 'request' as const, ageMs: nowMs - Date.parse(request.createdAt), request })),
  ];
  return { delayed: pending.filter(needsAttention), onTime: onTime.toSorted((a, b) => b.ageMs - a.ageMs) };
}
