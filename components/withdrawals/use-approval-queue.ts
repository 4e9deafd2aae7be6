'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApprovalQueue } from '@/lib/requests/queue';
import { apiRoutes, POLL_HEADER } from '@/lib/http/routes';

const REFRESH_MS = 3000;

/** What waits for approval, as the reader sees it. */
export const approvalQueue = queryOptions({
  queryKey: ['approvals'],
  queryFn: async ({ signal }): Promise<ApprovalQueue> => {
    const response = await fetch(apiRoutes.approvals, { signal, headers: { [POLL_HEADER]: '1' } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as ApprovalQueue;
  },
});

/** The queue, kept up to date while it is on the screen. */
export function useApprovalQueue(initial?: ApprovalQueue) {
  return useQuery({ ...approvalQueue, ...(initial && { initialData: initial }), refetchInterval: REFRESH_MS });
}
