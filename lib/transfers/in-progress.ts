import { lateByMs, type Typical } from '@/lib/transfers/typical-duration';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { TransferRow } from '@/lib/transfers/transfer';

/** A transfer that is pending at the service. */
export interface PendingTransfer {
  transfer: TransferRow;
  /** How long it has been pending, from its `created_at`. */
  ageMs: number;
  /** How long transfers like it took. */
  typical: Typical;
  /** The withdrawal request that it came from, where the console sent it. */
  requestId: string | null;
}

/** What is pending at the service, oldest first. */
export interface InProgress {
  pending: PendingTransfer[];
  /** Whether there are more than these. */
  hasMore: boolean;
}

/** One line of what is on its way: a transfer at the service, or a request that is not there yet. */
export type InProgressTransfer =
  | { kind: 'transfer'; ageMs: number; pending: PendingTransfer }
  | { kind: 'request'; ageMs: number; request: RequestSummary };

/** Whether somebody should look at it: it takes longer than nine of ten did, or the service gives a reason why it waits. */
export function needsAttention({ transfer, ageMs, typical }: PendingTransfer): boolean {
  return (
    lateByMs(ageMs, typical) !== null ||
    transfer.secondary_status !== undefined ||
    transfer.status_details !== undefined
  );
}

/**
 * What is late or held, and everything else that is on its way; each oldest first. A request whose transfer is among the
 * pending ones is there once, as that transfer. `nowMs`: by the same clock as the times of the requests.
 */
export function sortInProgress(
  pending: readonly PendingTransfer[],
  requests: readonly RequestSummary[],
  nowMs: number,
): { lateOrHeld: PendingTransfer[]; onTime: InProgressTransfer[] } {
  const known = new Set(pending.map(({ requestId }) => requestId));
  const onTime: InProgressTransfer[] = [
    ...pending
      .filter((item) => !needsAttention(item))
      .map((item) => ({ kind: 'transfer' as const, ageMs: item.ageMs, pending: item })),
    ...requests
      .filter(({ id }) => !known.has(id))
      .map((request) => ({ kind: 'request' as const, ageMs: nowMs - Date.parse(request.createdAt), request })),
  ];
  return { lateOrHeld: pending.filter(needsAttention), onTime: onTime.toSorted((a, b) => b.ageMs - a.ageMs) };
}
