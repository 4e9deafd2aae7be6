'use client';

import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApprovalQueue } from '@/lib/requests/queue';
import { fetchJson, POLLING } from '@/components/data/fetch-json';
import { approvalQueueEndpoint } from '@/lib/requests/contract';

const REFRESH_MS = 3000;

/** The query for the approval queue, as the reader sees it. */
export const approvalQueue = queryOptions({
  queryKey: ['approvals'],
  queryFn: ({ signal }): Promise<ApprovalQueue> => fetchJson(approvalQueueEndpoint(), { ...POLLING, signal }),
});

/** Reads the approval queue and updates it while it is on the screen. */
export function useApprovalQueue(initial?: ApprovalQueue) {
  return useQuery({ ...approvalQueue, ...(initial && { initialData: initial }), refetchInterval: REFRESH_MS });
}
