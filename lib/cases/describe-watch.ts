import type { Watch } from '@/lib/cases/contract';
import { describeRequest } from '@/lib/requests/request-view';
import { theService } from '@/lib/text/service-name';
import { type DescribedStatus, describeStatus } from '@/lib/transfers/describe-status';
import { isFinalStatus } from '@/lib/transfers/transfer';
import { formatDurationToSeconds } from '@/lib/text/duration';

/** Describes the state of a watch, with its age where it has an outcome, such as "Completed 4 min ago". */
export function describeWatch(watch: Watch): DescribedStatus {
  const status = describeState(watch);
  return watch.doneForMs === null
    ? status
    : { ...status, label: `${status.label} ${formatDurationToSeconds(watch.doneForMs)} ago` };
}

/** Gives the reference by which a person knows a watched transfer or request. */
export function watchedReference({ transfer, request, transferId, requestId }: Watch): string {
  return transfer?.ref_id ?? request?.refId ?? transferId ?? requestId ?? '';
}

/**
 * Describes the outcomes that a later reading has and an earlier one lacked, as sentences; empty where there are none.
 */
export function describeNewOutcomes(earlier: readonly Watch[], later: readonly Watch[]): string {
  const pending = new Set(earlier.filter(({ doneForMs }) => doneForMs === null).map(({ id }) => id));
  return later
    .filter(({ id, doneForMs }) => doneForMs !== null && pending.has(id))
    .map((watch) => `${watchedReference(watch)}: ${describeState(watch).label}.`)
    .join(' ');
}

function describeState({ transfer, request, isGone }: Watch): DescribedStatus {
  if (isGone && !isFinalStatus(transfer?.status))
    return { label: `No longer known to ${theService()}, noticed`, tone: 'unknown', reasons: [] };
  if (transfer) return describeStatus(transfer);
  if (request) return { ...describeRequest(request), reasons: [] };
  return { label: 'Not synced yet', tone: 'waiting', reasons: [] };
}
