'use client';

import { useQuery } from '@tanstack/react-query';
import { requestQuery } from '@/components/withdrawals/decisions/request-query';
import { isSettled, type RequestView } from '@/lib/requests/request-view';

const REFRESH_MS = 1000;
const REFRESH_SLOWLY_MS = 5000;
const SLOW_AFTER_MS = 60_000;

/** Reads a request and updates it while it is on the screen, until nothing changes any more. */
export function useRequest(id: string, initial?: RequestView) {
  return useQuery({
    ...requestQuery(id),
    ...(initial && { initialData: initial }),
    refetchInterval: ({ state: { data } }) => (data ? refreshEvery(data) : REFRESH_MS),
  });
}

/** Says how often a request is read again, in milliseconds: one rule for every place that shows one. */
function refreshEvery(request: RequestView): number | false {
  const { createdAt, state, send, bundle, isCostDue } = request;
  // While several people may decide, or while the withdrawal is being sent, every reader sees changes at once.
  if (
    state === 'AWAITING_APPROVAL' ||
    send?.state === 'QUEUED' ||
    send?.state === 'SENDING' ||
    send?.state === 'UNKNOWN'
  )
    return REFRESH_MS;
  // The requester can still change the request.
  if (state === 'REJECTED' || state === 'EXPIRED') return REFRESH_SLOWLY_MS;
  // The page also shows the other part of a test payment, which may still change.
  const isOver =
    bundle?.kind === 'test-payment' ? isSettled(bundle.test) && isSettled(bundle.remainder) : isSettled(request);
  if (isOver && !isCostDue) return false;
  return Date.now() - Date.parse(createdAt) > SLOW_AFTER_MS ? REFRESH_SLOWLY_MS : REFRESH_MS;
}
